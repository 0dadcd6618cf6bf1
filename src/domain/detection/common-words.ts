/** English words that are also names of brands, or easily could be; hand-written. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  about above access account action active adapt advance after again agent air alert align all
  ally alpha always amber ample anchor angel answer anthem any anyone anything anywhere apex apple arc
  arch arrow art ascend ask aspire atlas aura away axis back balance ball bamboo band bank bar
  base basic bass beacon beam bear beat bee before bell bench best beta better beyond big bird bit
  black blank blast blend bliss block bloom blue board boast bold bolt bond book boost boss bounce
  bowl box brave bread breeze bridge bright brother brown brush buck bud buffer build bull burrow
  bus butter button buy cache calm camp can candle canopy canvas capital cargo carrot case cash
  casper cast catch cause center chain champion change chase check cherry chime choice circle city
  class classic clay clean clear click cliff close cloud clover club coach coast cobalt cold comb
  come common compass complete connect control cook copper coral core corner cotton craft crane
  create crest crew crisp crop cross crown crystal cue curve cut daily dart dash data dawn day
  deal deep delta dew dial diamond direct discover discovery dish dome door dot double dove down
  dream dress drift drive drop dry due dune dust dyad each eagle early earth ease east easy echo
  eclipse edge effect element elements elevate ember emerald empower endless energy engage engine
  enjoy enter epic equal era escape essence ever everlane every everyday everyone everything
  everywhere evolve exact express extra eye fable factor fair faith falcon fall family far farm
  fast feather feed fern fiber field fig figure final find fire first fish fit five fix flag flame
  flash flex flight flint float flow flower fluid fly foam focus fold follow for force ford forest
  forge form fort forward foundry four fox frame free freedom fresh friday friend frog front
  frontier fuel full fun fuse future gain galaxy gap garage garden gate gather gem general genesis
  gentle ghost giant gift glass glide globe glory glow go goal gold golden good grace grain
  grammar grand grape grasp grass gravity gray great green grid grip ground group grove grow
  growth guard guess guide guru gusto habit halo hand happy harbor harmony harvest haven hawk head
  headspace heap heart heat helix help hero hey high hill hinge hint hive hold home honest honey
  honor hook hope horizon host hot hour house hub human humble hunt ice icon idea ideal if ignite
  image impact impossible in indeed index indigo infinite infinity ink inside insight inspire
  instant intercom into iris iron ivory jade jaguar jasper jet jewel joy juice jump jungle just
  keen keep key kind kindle king kite knot lab lamp land lane lark laser last latch later latitude
  launch lavender layer lead leader leaf leap learn ledger legacy legend lemon lens level lever
  liberty life lift light like lily lime linear line link lion lite little live loft logic lone
  long look loom loop lotus love loyal lucid luck lucky lumen luna lunar lush lyft made magic
  magnet main make mango maple march mark market marvel mask master match matter max may maze me
  meadow medium mellow mercury merit mesh method metro micro might mile milk mill mind mine mini
  mint minute miracle mirror mission mist mobile mode model modern moment monarch monday money
  monster moon more moss motion mountain mouse move muse music mustard my native nature navigator
  near nest net network never new next nexus night nimble noble node noon north notch note nothing
  notion noun nova now number oak oasis oat object oblique observe ocean ode off offer olive on
  once one only onyx open optimum oracle orange orbit orchard origin original other our out
  outdoor outside over own owl oxygen pace pact page paint palm pan panda panel paper paragon park
  parrot part path patron pattern pay peace peach peak pear pearl pen penguin people pepper
  perfect perk phoenix photon pick picnic pilot pin pine pink pipe pitch pivot pixel place plain
  plan planet plank plant plate play plaza plum plus pocket point polar polish poll pond pool pop
  port portal post posh pottery power premier present press prime prism pro process professional
  progress promise proof prospect proud puff pulse puma pump punch pure purple push quest quick
  quiet quill quilt quince quip quote rabbit radar radiant radius rain rally ram ramp ranch range
  ranger rapid raven raw ray reach react ready real realm rebel record red reed reef reflex
  remarkable remember remix renew rent reply republic rescue respect rest result retreat return
  reveal rhythm ribbon rich ride ridge right ring ripple rise rival river road robin rocket rogue
  roll room root rope rose round route royal ruby run running rush sable safe sage sail salt same
  sand sapphire save scale scene scope scout screen sea seal search season second secret see seed
  segment sense serene seven shade shadow shape share shark sharp shell shield shift shine ship
  shop short show signal silver simple simply single site six sketch skin sky slack slate sleep
  slice slide smart smile smooth snap snow social soda soft solar sole solid solo some sonic soul
  sound source south space spark speak spectrum speed sphere spice spin spirit splash sport spot
  spread spring sprint sprout square stack staff stage stand standard staples star start state
  station status stay steel stem step still stitch stone storage store storm story stream street
  stretch strike stripe strong studio style sublime such summer summit sun sunday super sure surf
  surface swan sweet swift swing switch table tailor take talent tandem tango tap target taste
  team teal tempo ten tender term terra test thanks that the then there thing think this thread
  three thrive through thunder tide tie tiger tile time tin tip titan to today toggle together
  tonal tool top torch total touch tower town track trade trail train transit travel tree trek
  trend tribe trident trip triumph true trust truth try tube tulip tune turbo turn turtle twin
  twist two type ultra uncommon under union unique unit unity universal up upper urban us use vale
  valley value vanguard vault vector velocity vent venture verb verge verse very vessel vest via
  vibe victory view village vine vintage violet virtue vision vista vital vivid voice volt voyage
  wag walk wall wander want warm wash watch water wave way we wealth wear weave web well wellness
  west what wheel when where whisk whisper white who whole why wick wild will willow wind window
  wing winter wire wise wish with wix wolf wonder wood word work works world worth wrap write yard
  year yellow yes yeti yield yonder you young your zen zenith zero zest zip zone zoom
  `
    .trim()
    .split(/\s+/),
);

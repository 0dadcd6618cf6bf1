/** Words that open headings, lists and sentences in answers and are never a brand; hand-written. */
export const NOT_BRANDS: ReadonlySet<string> = new Set(
  `
  bottom name line a an the and or but if in on at of for to with from by as is are was were be it its this that
  these those there here he she we you they i my your our their what which who when where why how
  also additionally although another any all both each every some many most more other several
  such than then thus however moreover furthermore finally first firstly second secondly third
  lastly next overall ultimately while whether whereas because since so therefore yes no not now
  new best top great good better ideal perfect popular recommended key main top-rated budget value
  premium affordable cheap luxury high low mid pro pros con cons pick picks choice choices option
  options consider considerations considering tip tips note notes summary conclusion final
  thoughts verdict comparison compare overview introduction features feature specs specifications
  specification highlights highlight price prices pricing cost costs rating ratings review reviews
  performance design display battery camera storage memory ram cpu gpu ssd usb hd oled led lcd
  qled ips fhd uhd wifi bluetooth ai app apps api apr atm fdic january february march april may
  june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday men women kids unisex size sizes color colors material materials weight width
  height length fit comfort style type types model models brand brands product products category
  categories company companies service services buy shop available availability check look choose
  select find get visit try use using make ensure remember let please keep avoid know learn see
  read click close share start stop go come take give help need want like love think say pros-cons
  pricing-plans free trial plan plans basic standard plus advanced starter enterprise team teams
  business personal professional as-of approximately approx about around between under over up
  down out above below before after during within without united states us usa uk eu europe
  european america american canada australia germany german france french italy italian spain
  spanish japan japanese china chinese india indian asia asian africa california texas london york
  los angeles san francisco chicago north south east west english christmas black prime day
  everyday daily home office kitchen travel outdoor indoor gaming work school college student
  students beginners beginner family small medium large mini max ultra lightweight heavy durable
  durability quality reliable reliability versatile versatility stylish comfortable easy ease
  simple fast quick long short strong running shoes shoe laptop laptops phone phones smartphone
  smartphones tablet tablets headphones earbuds watch watches tv tvs cameras mattress mattresses
  pillow pillows sheets knife knives pan pans cookware skincare moisturizer sunscreen serum
  shampoo credit card cards bank savings account checking key-features ingredients ingredient skin
  rewards annual fee bonus interest rate rates intro customer customers user users support
  warranty return returns shipping delivery sale sales deals deal discount discounts offers offer
  additional other-considerations things important factors factor benefits benefit advantages
  disadvantages drawbacks limitations use-case use-cases questions question answer answers sources
  source ceo cto cfo hr pr seo crm erp saas b2b b2c roi kpi pdf faq gps nfc hdr hdmi dvd amazon
  walmart reddit youtube wikipedia tripadvisor yelp facebook instagram tiktok twitter forbes cnet
  wirecutter would could should can might must shall will even got closed based known honorable
  decide determine eliminates choosing single series house recommendations recommendation capacity
  technology teflon ask cover wide full real whole part extra certain include includes including
  provide provides allows designed made built enjoy experience enhanced improved auto manual
  digital electric automatic active passive smart wireless portable compact nothing none someone
  everyone people experts reviewers
  `
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[^a-z0-9]/g, "")),
);

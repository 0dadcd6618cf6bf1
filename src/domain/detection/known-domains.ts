import publicSites from "./known-sites.json" with { type: "json" };

/** What kind of site a cited domain is. */
export const CLASSIFICATIONS = [
  "own",
  "competitor",
  "corporate",
  "editorial",
  "ugc",
  "reference",
  "institutional",
  "retail",
  "other",
] as const;

export type Classification = (typeof CLASSIFICATIONS)[number];

const LISTS: Partial<Record<Classification, string>> = {
  editorial: `
    nytimes.com washingtonpost.com wsj.com theguardian.com bbc.com bbc.co.uk cnn.com reuters.com
    apnews.com bloomberg.com forbes.com businessinsider.com ft.com economist.com time.com
    usatoday.com latimes.com nbcnews.com cbsnews.com abcnews.go.com foxnews.com npr.org
    theatlantic.com newyorker.com vox.com slate.com politico.com axios.com independent.co.uk
    telegraph.co.uk dailymail.co.uk thetimes.co.uk mirror.co.uk standard.co.uk metro.co.uk
    nypost.com huffpost.com newsweek.com cnbc.com fortune.com inc.com fastcompany.com
    entrepreneur.com marketwatch.com barrons.com investopedia.com nerdwallet.com bankrate.com
    thepointsguy.com kiplinger.com fool.com moneysavingexpert.com theverge.com wired.com
    techcrunch.com cnet.com zdnet.com pcmag.com pcworld.com macworld.com tomsguide.com
    tomshardware.com techradar.com engadget.com arstechnica.com gizmodo.com mashable.com
    digitaltrends.com laptopmag.com notebookcheck.net rtings.com androidauthority.com
    androidcentral.com 9to5mac.com 9to5google.com macrumors.com xda-developers.com howtogeek.com
    lifehacker.com makeuseof.com venturebeat.com thenextweb.com techspot.com anandtech.com
    gsmarena.com phonearena.com slashgear.com whathifi.com soundguys.com dpreview.com
    petapixel.com digitalcameraworld.com creativebloq.com trustedreviews.com expertreviews.co.uk
    t3.com stuff.tv which.co.uk consumerreports.org goodhousekeeping.com thespruce.com
    thespruceeats.com realsimple.com bhg.com apartmenttherapy.com architecturaldigest.com
    housebeautiful.com elledecor.com dwell.com countryliving.com thekitchn.com seriouseats.com
    bonappetit.com epicurious.com foodandwine.com eater.com delish.com allrecipes.com
    americastestkitchen.com foodnetwork.com tasteofhome.com eatingwell.com vogue.com gq.com
    esquire.com elle.com harpersbazaar.com cosmopolitan.com glamour.com allure.com byrdie.com
    refinery29.com instyle.com marieclaire.com whowhatwear.com thecut.com nymag.com menshealth.com
    womenshealthmag.com runnersworld.com outsideonline.com bicycling.com backpacker.com
    gearpatrol.com outdoorgearlab.com switchbacktravel.com gearjunkie.com believeintherun.com
    irunfar.com treelinereview.com bikeradar.com cyclingnews.com golfdigest.com golfmonthly.com
    popularmechanics.com popsci.com nationalgeographic.com smithsonianmag.com healthline.com
    verywellhealth.com verywellfit.com verywellmind.com medicalnewstoday.com webmd.com
    everydayhealth.com health.com prevention.com self.com parents.com whattoexpect.com
    babycenter.com babygearlab.com babylist.com travelandleisure.com cntraveler.com
    lonelyplanet.com afar.com caranddriver.com motortrend.com edmunds.com kbb.com autocar.co.uk
    topgear.com roadandtrack.com ign.com gamespot.com polygon.com kotaku.com pcgamer.com
    eurogamer.net gamesradar.com searchengineland.com searchenginejournal.com martech.org hbr.org
    techrepublic.com infoworld.com computerworld.com cio.com darkreading.com bleepingcomputer.com
    theregister.com zdnet.de spiegel.de faz.net sueddeutsche.de zeit.de welt.de heise.de chip.de
    computerbild.de golem.de t3n.de stern.de focus.de test.de lemonde.fr lefigaro.fr liberation.fr
    lesechos.fr lesnumeriques.com clubic.com 01net.com elpais.com elmundo.es lavanguardia.com
    xataka.com corriere.it repubblica.it ilsole24ore.com nu.nl tweakers.net nrc.nl globo.com
    uol.com.br folha.uol.com.br tecmundo.com.br asahi.com nikkei.com itmedia.co.jp impress.co.jp
    kakaku.com sina.com.cn 36kr.com chosun.com lifewire.com pitchfork.com musicradar.com
    wellandgood.com mindbodygreen.com thestrategist.com dogster.com akc.org hodinkee.com
    fashionbeans.com sleepfoundation.org sleepopolis.com mattressclarity.com napLab.com tuck.com`,
  ugc: `
    reddit.com youtube.com quora.com facebook.com instagram.com tiktok.com x.com twitter.com
    threads.net linkedin.com pinterest.com medium.com substack.com tumblr.com discord.com
    telegram.org t.me stackoverflow.com stackexchange.com superuser.com serverfault.com
    news.ycombinator.com github.com gitlab.com producthunt.com dev.to hashnode.dev wordpress.com
    blogspot.com blogger.com trustpilot.com yelp.com tripadvisor.com glassdoor.com sitejabber.com
    g2.com capterra.com getapp.com softwareadvice.com trustradius.com sourceforge.net
    alternativeto.net slashdot.org goodreads.com letterboxd.com imdb.com fandom.com vimeo.com
    twitch.tv bsky.app mastodon.social slickdeals.net hotukdeals.com mumsnet.com head-fi.org
    avforums.com avsforum.com dcurbanmom.com zhihu.com weibo.com xiaohongshu.com bilibili.com
    douban.com note.com ameblo.jp naver.com tistory.com vk.com habr.com gutefrage.net chiphell.com
    flickr.com soundcloud.com kickstarter.com`,
  reference: `
    wikipedia.org wikimedia.org wikidata.org wiktionary.org britannica.com merriam-webster.com
    dictionary.com cambridge.org oxfordlearnersdictionaries.com investopedia.com crunchbase.com
    statista.com archive.org scholar.google.com arxiv.org pubmed.ncbi.nlm.nih.gov jstor.org
    sciencedirect.com springer.com nature.com science.org researchgate.net ourworldindata.org
    baike.baidu.com namu.wiki wikihow.com pitchbook.com similarweb.com semanticscholar.org
    mdpi.com plos.org ieee.org acm.org doi.org bmj.com thelancet.com jamanetwork.com
    frontiersin.org`,
  institutional: `
    who.int un.org europa.eu oecd.org worldbank.org imf.org iso.org ietf.org w3.org nist.gov
    nhs.uk mayoclinic.org clevelandclinic.org hopkinsmedicine.org redcross.org heart.org
    cancer.org aap.org ada.org aad.org bbb.org ewg.org energystar.gov iihs.org unesco.org wto.org
    amnesty.org kff.org pewresearch.org rand.org brookings.edu gov.uk canada.ca admin.ch bund.de
    gouv.fr`,
  retail: `
    amazon.com ebay.com walmart.com target.com bestbuy.com costco.com
    homedepot.com lowes.com wayfair.com etsy.com newegg.com bhphotovideo.com adorama.com macys.com nordstrom.com kohls.com sephora.com ulta.com chewy.com
    petco.com petsmart.com rei.com dickssportinggoods.com backcountry.com zappos.com
    runningwarehouse.com roadrunnersports.com footlocker.com finishline.com crateandbarrel.com
    williams-sonoma.com surlatable.com potterybarn.com westelm.com overstock.com samsclub.com
    officedepot.com staples.com gamestop.com microcenter.com argos.co.uk currys.co.uk
    johnlewis.com very.co.uk asos.com zalando.com otto.de mediamarkt.de saturn.de idealo.com
    geizhals.de cdiscount.com fnac.com darty.com bol.com coolblue.nl allegro.pl
    mercadolibre.com mercadolivre.com.br magazineluiza.com.br flipkart.com myntra.com
    aliexpress.com alibaba.com temu.com shein.com jd.com tmall.com taobao.com rakuten.co.jp
    yodobashi.com biccamera.com coupang.com gmarket.co.kr shopee.com lazada.com noon.com ozon.ru
    wildberries.ru instacart.com farfetch.com ssense.com net-a-porter.com revolve.com
    shopping.google.com`,
  corporate: `
    apple.com microsoft.com google.com openai.com anthropic.com meta.com nvidia.com intel.com
    amd.com samsung.com sony.com lg.com dell.com hp.com lenovo.com asus.com acer.com ibm.com
    oracle.com sap.com salesforce.com adobe.com hubspot.com shopify.com stripe.com paypal.com
    atlassian.com zoom.us slack.com notion.so canva.com figma.com dropbox.com zapier.com asana.com
    monday.com cisco.com nike.com adidas.com asics.com hoka.com brooksrunning.com newbalance.com
    puma.com lululemon.com patagonia.com ikea.com dyson.com philips.com bosch.com whirlpool.com
    kitchenaid.com breville.com toyota.com honda.com ford.com bmw.com mercedes-benz.com tesla.com
    chase.com bankofamerica.com wellsfargo.com capitalone.com americanexpress.com citi.com
    discover.com mastercard.com visa.com marriott.com hilton.com airbnb.com booking.com
    expedia.com`,
};

/** Well-known domains and what kind of site each is; hand-written, a user's override goes first. */
export const KNOWN_DOMAINS: ReadonlyMap<string, Classification> = new Map(
  Object.entries(LISTS).flatMap(([kind, domains]) =>
    domains
      .trim()
      .split(/\s+/)
      .map((domain) => [domain.toLowerCase(), kind as Classification] as const),
  ),
);

const PUBLIC_SITES = new Map(
  (["corporate", "institutional", "retail"] as const).flatMap((kind) =>
    publicSites[kind].flatMap((line) => line.split(" ").map((host) => [host, kind] as const)),
  ),
);
const MAKERS = new Set(publicSites.makers.flatMap((line) => line.split(" ")));

/** Sites that one owner runs under the endings of many countries ("amazon.se", "capterra.com.de"), all of one kind. */
const WORLDWIDE =
  /(?<=^|\.)(airbnb|aliexpress|amazon|capterra|ebay|expedia|fnac|getapp|glassdoor|google|idealo|lazada|mercadolibre|pinterest|shopee|softwareadvice|tripadvisor|yelp|zalando)\.(?:[a-z]{2}|com?\.[a-z]{2})$/;

/** A host with ".com" for the ending of a country, where the same site stands under many; others as they are. */
export function withoutCountry(host: string): string {
  return host.replace(WORLDWIDE, "$1.com");
}

/** The part of a host that is such a site under the ending of a country ("amazon.com.be"), or null. */
export function countrySiteOf(host: string): string | null {
  return WORLDWIDE.exec(host)?.[0] ?? null;
}

/** What a host or the site it is part of is known for: by hand, then by public data (see known-sites.json). */
export function knownKindOf(host: string): Classification | null {
  const known_host = withoutCountry(host);
  for (let part = known_host; part.includes("."); part = part.slice(part.indexOf(".") + 1)) {
    const known = KNOWN_DOMAINS.get(part) ?? PUBLIC_SITES.get(part);
    if (known) return known;
  }
  return null;
}

let labels: ReadonlySet<string> | undefined;

/** Whether the name, folded and without spaces, is that of a well-known company's or shop's site. */
export function isKnownLabel(key: string): boolean {
  labels ??= new Set(
    [...PUBLIC_SITES, ...KNOWN_DOMAINS, ...[...MAKERS].map((site) => [site, "corporate"] as const)]
      .filter(([, kind]) => kind === "corporate" || kind === "retail")
      .map(([host]) => host.split(".")[0]?.replaceAll("-", "") ?? ""),
  );
  return labels.has(key);
}

/** Whether a site has the name of a well-known product: its maker's, where nothing else is known. */
export function maybeMaker(site: string): boolean {
  return MAKERS.has(site);
}

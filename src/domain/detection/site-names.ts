import type { Classification } from "./known-domains.ts";

/** What the name of a site ends in or begins with, written apart or joined: "citytimes", "city-times", "shopcity". */
const NAMES: readonly (readonly [Classification, RegExp])[] = [
  ["ugc", /(?:forums?|foro|forumet|community|messageboards?)$|^(?:forum|foro|community)/],
  [
    "reference",
    /(?:wiki|pedia|paedia|dictionary|encyclopa?edia|lexikon|woordenboek|diccionario|dictionnaire|dizionario|slownik|glossary|thesaurus)$|^wiki/,
  ],
  [
    "institutional",
    /(?:university|universitaet|universiteit|universidad|universita|universidade|uniwersytet|hochschule|ministry|ministerium|ministerio|ministere|council|museum|library|bibliothek)$|^(?:university|universit[ae]t|ministry)/,
  ],
  [
    "retail",
    /(?:shop|shops|store|stores|outlet|(?<!s)mart|market|marketplace|markt|mercado|warehouse|depot|supply|supplies|outfitters?|boutique|wholesale|bazaar|emporium|deals|megastore|superstore|kaufen|versand|haendler|tienda|tiendas|compras|loja|lojas|negozio|bottega|winkel|sklep|butik|kauppa|obchod|magaza|alisveris|satis|achat|magasin|toko|direct)$|^(?:shop|store|tienda|loja|sklep|buy|kaufe|achetez|boutique)(?=.{3})/,
  ],
  [
    "editorial",
    /(?:news|newspaper|mag|magazine|magazin|magazines|times|(?<!out|lamp|sign)post|tribune|herald|gazette|journal|chronicle|observer|telegraph|daily|weekly|monthly|quarterly|reviews?|reviewed|reviewer|blog|blogger|guides?|guru|geek|geeks|insider|advi[sc]er|advisor|advice|reports?|digest|today|bulletin|dispatch|examiner|inquirer|courier|gazet|tips|critic|critics|hacks|zeitung|nachrichten|rundschau|blatt|anzeiger|presse|kurier|ratgeber|testberichte|testsieger|actu|actualites?|revue|noticias|diario|periodico|revista|heraldo|giornale|notizie|gazzetta|corriere|rivista|quotidiano|jornal|folha|gazeta|correio|nieuws|krant|dagblad|courant|tijdschrift|wiadomosci|dziennik|tygodnik|nyheter|nyheder|tidning|tidningen|bladet|avisen?|tidende|haber|haberler|gazetesi|dergi|dergisi|novosti|vesti|zhurnal|shimbun|shinbun|uutiset|lehti|novine|vijesti|hirek|ziar|stiri)$|^(?:the(?:daily|review|guide)|news|blog|revista|diario|gazeta)(?=.{3})/,
  ],
  [
    "corporate",
    /(?:solutions|services|software|systems|technologies|consulting|consultants|agency|partners|holdings?|group|gmbh|insurance|versicherung(?:en)?|assurances?|seguros|bank|banque|banca|banco|mortgage|hotels?|resorts?|airlines?|airways|dental|clinics?|plumbing|roofing|realty|attorneys|logistics|pharma|labs|inc|corp|llc)$/,
  ],
];
const SUFFIXES: readonly (readonly [Classification, RegExp])[] = [
  [
    "institutional",
    /\.(?:gov|edu|mil|int|museum)$|\.(?:gov|gob|gouv|govt|gub|gc|ac|edu|mil|go|lg)\.[a-z]{2}$|(?:^|\.)europa\.eu$|\.k12\.[a-z]{2}\.us$/,
  ],
  ["retail", /\.(?:shop|store|boutique|market|shopping|deals|sale|supply|supplies)$/],
  ["editorial", /\.(?:news|blog|press|review|reviews|guide|guru|tips|report|today|media)$/],
  ["ugc", /\.(?:forum|community|social)$/],
  ["reference", /\.wiki$/],
  [
    "corporate",
    /\.(?:bank|insurance|software|solutions|services|agency|consulting|systems|company|gmbh|inc|llc|ltd|hotel|dental|clinic|finance)$/,
  ],
];
/** Servers of a site that tell what is on them. */
const SERVERS: readonly (readonly [Classification, RegExp])[] = [
  ["ugc", /^(?:forums?|community|discuss|discourse|boards?)\./],
  ["retail", /^(?:shop|store|tienda|boutique)\./],
];

/** The kind of site by what its host is called, in the words of a dozen languages; null where it says nothing. */
export function classifyName(host: string, site: string): Classification | null {
  const fit = (rules: typeof NAMES, text: string) =>
    rules.find(([, words]) => words.test(text))?.[0];
  const label = site.split(".")[0] ?? "";
  const last = label.split("-").at(-1) ?? label;
  // In Russian and its neighbours a "magazin" is a shop.
  if (/magazin$/.test(label) && /\.(?:ru|by|kz|ua|bg|ro)$/.test(site)) return "retail";
  const isLong = label.length >= 5;
  return (
    fit(SUFFIXES, host) ??
    (isLong ? fit(NAMES, label) : null) ??
    (last !== label ? fit(NAMES, last) : null) ??
    fit(SERVERS, host) ??
    null
  );
}

import {
  isEveryday,
  isFirstName,
  isFunctionWord,
  isPeople,
  isPlace,
  type Language,
} from "./everyday-words.ts";
import { suggestionKey } from "./find-candidates.ts";
import { foldKey } from "./fold-text.ts";
import { isKnownLabel } from "./known-domains.ts";
import type { CandidateTotals } from "./rank-candidates.ts";

/**
 * What is known of the answers that a candidate was found in; `isCited`: a cited site has its name, `hasModels`: models
 * stand behind it, `isAlone`: a word comes as a name by itself.
 */
type Among = {
  languages: readonly Language[];
  is_german: boolean;
  isCited: boolean;
  hasModels: boolean;
  isAlone: (word: string) => boolean;
};

const MIN_HEAD_RATE = 0.2;
const NOUN_RATE = 0.2;
const ROW_RATE = 0.3;
// Verbs, adverbs and qualities that begin sentences; sizes, grades and compounds ("80W", "AI-driven").
const WORD_SHAPE =
  /^\p{Lu}\p{Ll}+(?:ing|ed|ly|able|ible|ity|tions?|ments?|ness|izes?|ful|less)$|^\d+\p{Lu}{1,3}\b|^\p{Lu}{1,4}\d+$|^[\p{L}]+-\p{Ll}+$|^\p{Lu}{2,}s$/u;
/** "Don't", "What's", "USB-C", "E-Rechnung", "A315-24P", "120Hz", "best.Acme", "Gym44693": no maker's name. */
const NO_NAME =
  /['’](?:t|re|ve|ll|d|m)$|^(?:It|That|What|Who|There|Here|Let|He|She)['’]s\b|^\p{Lu}{2,5}-(?:\p{Lu}|\d+)$|^\p{Lu}-\p{Lu}\p{Ll}+$|^(?=.*\d)(?!\d\p{Lu}+$)[\p{Lu}\d-]+\p{Ll}{0,2}$|^\d+\p{L}{0,3}$|\.\p{Lu}|\p{L}\d{3}|-[Rr]ated$/u;

/** Norms, laws and connections that answers write like names; hand-written. */
const STANDARDS = new Set(
  `usb hdmi hepa oled qled html css json xml csv sso saml oauth gdpr dsgvo ccpa hipaa soc iso iec din tuv psd2 sepa iban
   pci swift vat xrechnung zugferd gobd elster peppol edifact fsc gots oeko-tex ce ul etl nsf bpa pfoa pfas spf
   uva uvb pa ph dolby atmos hdr10 wi-fi bluetooth zigbee z-wave matter thread nfc gps lte 5g 4g android ios macos windows
   linux unix gen hz ghz mbps gbps`.split(/\s+/),
);

/** Whether a candidate is likely a name of a maker, by its shape, the words it is made of and where it stands. */
export function isLikeName(one: CandidateTotals, among: Among): boolean {
  const [first = "", second] = one.name.split(" ");
  // "T-Mobile" is written like "E-Rechnung".
  const isCompany = first.includes("-") && isKnownLabel(suggestionKey(first));
  if ((NO_NAME.test(first) && !isCompany) || STANDARDS.has(foldKey(first))) return false;
  if (among.languages.some((language) => isFunctionWord(first, language)) && !second) return false;
  // Within a sentence only a name has "The" with a capital.
  if (first === "The" && one.bare_count === 0) return false;
  if (/^\d+\p{Ll}/u.test(first)) return one.head_count >= 2;
  if (/^\p{Ll}/u.test(first))
    return one.head_count + one.row_count >= 2 && !isEverydayName(first, among);
  if (isPeople(first) || isPlaceName(one.name, among)) return false;
  if (isPerson(one, second)) return false;
  if (WORD_SHAPE.test(one.name) && !among.isCited && !(among.is_german && isAtTheHead(one)))
    return false;
  if (!stands(one, among)) return false;
  return among.is_german ? isNameInGerman(one, among) : isNameAmongWords(one, among);
}

/** "Lisbon", "Lisbon Airport"; not "Hamilton Beach" where Hamilton is never spoken of. */
const isPlaceName = (name: string, { isCited, isAlone }: Among) => {
  const [first = "", second] = name.split(" ");
  return !isCited && (isPlace(name) || (second !== undefined && isPlace(first) && isAlone(first)));
};

/** "Bob", "Anna Smith": a first name that no list or heading begins with. */
const isPerson = ({ name, head_count }: CandidateTotals, second: string | undefined) =>
  isFirstName(name.split(" ")[0] ?? "") && head_count < (second === undefined ? 2 : 1);

/** Whether it opens lists, headings or labels, or is one of several in a row, as names of makers do. */
function stands(one: CandidateTotals, among: Among): boolean {
  const rate = headRate(one);
  const all = one.head_count + one.inner_count;
  const isInRows = one.row_count >= 2 && one.row_count >= ROW_RATE * all;
  const isEverydayWord = isEverydayName(one.name, among);
  const isKnown = !isEverydayWord && (among.isCited || isKnownLabel(one.key));
  const isNamed = one.bare_count + one.row_count > 0;
  if (/^\p{Lu}{2,7}$/u.test(one.name))
    return rate >= 0.5 || (isNamed && (among.isCited || (isKnown && one.name.length > 3)));
  if (isKnown ? isNamed : !isEverydayWord && isInRows) return true;
  if (among.is_german && isAmongNames(one)) return true;
  return rate >= (isEverydayWord && one.bare_count < 2 ? 0.5 : MIN_HEAD_RATE);
}

/** The share of its occurrences that open a heading, list item, label or bold run. */
export function headRate(one: CandidateTotals): number {
  return one.head_count / Math.max(1, one.head_count + one.inner_count);
}

/**
 * Everyday words are names where a sentence writes them with a capital: "a Lodge is", not "Noise: low"; and those of
 * well-known companies and of models ("Brother HL-2350") where no answer writes them small.
 */
function isNameAmongWords(one: CandidateTotals, among: Among): boolean {
  const isNever = one.lower_count === 0 && one.chat_count >= 3;
  if (isNever && (isKnownLabel(one.key) || among.hasModels)) return true;
  return one.bare_count > 0 || among.isCited || !isEverydayName(one.name, among);
}

/**
 * Where all nouns have capitals, a noun shows itself by what goes before it: "die Belege", "digitale Belege". An
 * everyday word is taken for one, unless a cited site has its name or it heads lists.
 */
function isNameInGerman(one: CandidateTotals, among: Among): boolean {
  const all = one.head_count + one.inner_count;
  if (isEverydayName(one.name, among) && !/^\p{Lu}{3,}$/u.test(one.name))
    return one.noun_count === 0 && (among.isCited || isAtTheHead(one) || isAmongNames(one));
  return one.noun_count < 2 || one.noun_count < NOUN_RATE * all;
}

/** Heads lists, stands in rows of names, and never has an article: "Papierkram", not "Lager". */
function isAtTheHead(one: CandidateTotals): boolean {
  return one.row_count >= 2 && headRate(one) > 0.5 && one.noun_count === 0 && one.lower_count === 0;
}

/** In three answers or more, in rows of names and at the head of some lists, never with an article or small: no noun is. */
function isAmongNames(one: CandidateTotals): boolean {
  const isNoun = one.noun_count > 0 || one.lower_count > 0;
  return !isNoun && one.chat_count >= 3 && one.row_count >= 2 && headRate(one) >= MIN_HEAD_RATE;
}

/** "Acme Pro", "Acme EcoTank", "Acme Daily" where Acme is no everyday word: a maker and its product. */
export function isProduct(name: string, languages: readonly Language[]): boolean {
  const [first = "", second = ""] = name.split(" ");
  if (/['’]s$/.test(first)) return false;
  if (MODEL.test(second) || /\d|\p{Ll}\p{Lu}/u.test(second)) return true;
  const isKnown = (word: string) => languages.some((language) => isEveryday(word, language));
  if (isKnown(first) || isPlace(first) || isFirstName(first) || /^(?:La|Le|The|St)\b/.test(first))
    return false;
  // "Gore Tex" is whole: three letters are too few to name a product.
  const isShort = second.length <= 3 && !languages.some((one) => isFunctionWord(second, one));
  return isKnownLabel(suggestionKey(first)) || (!isShort && isKnown(second));
}

/** What makers call versions of a thing. */
const MODEL =
  /^(?:pro|plus|max|mini|ultra|air|lite|series|edition|model|classic|premium|advanced|original|select|elite|basic|standard|deluxe|business|enterprise|online|office|suite|cloud)$/iu;

/** Whether all words of a name are everyday ones in some language of the answers. */
export const isEverydayName = (name: string, { languages }: Pick<Among, "languages">): boolean =>
  name
    .split(/ |-(?=\p{L})/u)
    .every((word) => languages.some((language) => isEveryday(word, language)));

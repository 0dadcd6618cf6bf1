import { casedSpellings, type Spelling, suggestCaseSensitive, withCapitals } from "./case-flag.ts";
import { foldKey } from "./fold-text.ts";
import { withoutLegalForm } from "./legal-forms.ts";
import { compileBrands, namesBrand } from "./match-brands.ts";
import { inflectedForms } from "./name-endings.ts";

/** Why a spelling is proposed. */
export const PROPOSAL_REASONS = ["ending", "letters", "script", "spacing", "shorter"] as const;

/** A spelling that people may use for a name, and that is not matched without asking. */
export type Proposal = Spelling & { reason: (typeof PROPOSAL_REASONS)[number] };

const PROPOSALS_MAX = 150;
const AND: Readonly<Record<string, string>> = {
  ...{
    en: "and",
    de: "und",
    fr: "et",
    es: "y",
    it: "e",
    pt: "e",
    nl: "en",
    sv: "och",
    da: "og",
    no: "og",
    nb: "og",
  },
  ...{ fi: "ja", pl: "i", cs: "a", sk: "a", hu: "és", tr: "ve", ru: "и", uk: "і", el: "και" },
};
const ARTICLE =
  /^(?:the|le|la|les|el|los|las|il|lo|gli|der|die|das|de|het|o|a|os|as|شركة|شرکت) (?=\S{3})/iu;
const GROUP =
  /(?:,? (?:group|groupe|gruppe|grupo|gruppo|holdings?|compan(?:y|ies)|co\.?|corporation|international)|,? ?& co(?:\.|mpany)?|(?<=\p{Lo}{2})(?:集团|集團|控股|技术|技術|科技|网络|網絡|グループ|ホールディングス|그룹))$/iu;
const CITY = /^(?:北京|上海|深圳|广州|廣州|杭州|南京|成都|武汉|重庆|天津|苏州)(?=\p{Lo}{2})/u;
const DOMAIN = /(?<=[\p{L}\p{N}]{2})(?:\.(?:com|co|net|org))?\.\p{L}{2,4}$/iu;
const LARGE_KANA = "ヤユヨツアイウエオ";
const SMALL_KANA = "ャュョッァィゥェォ";

/**
 * Spellings that a person may want to count for a name in a project's language (ISO 639-1): plurals, genitives and cases,
 * umlauts written out, "&" as a word, simplified and traditional characters, words joined and apart, the name without
 * ".com", "Group" or its article. At most 150, none that the name finds already.
 */
export async function proposeSpellings(name: string, language: string): Promise<Proposal[]> {
  const core = withoutLegalForm(name) ?? name;
  const made: [Proposal["reason"], string[]][] = [
    ["shorter", [core, ...shorterNames(core)]],
    ["letters", [...otherLetters(core, language)]],
    ["script", await otherScripts(core, language)],
    ["ending", inflectedForms(core, language)],
    ["spacing", [...otherSpacing(core)]],
  ];
  const own = compileBrands([
    {
      brand_id: 1,
      name,
      aliases: casedSpellings(name, language),
      domains: [],
      regex: null,
      exclude_phrases: [],
    },
  ]);
  const seen = new Set<string>();
  const is_cased = suggestCaseSensitive(core, language);
  const proposals = made.flatMap(([reason, texts]) =>
    texts.flatMap((text): Proposal[] => {
      const key = foldKey(text);
      if (text.length < 2 || text.length > 100 || seen.has(key) || namesBrand(own, text)) return [];
      seen.add(key);
      const case_sensitive =
        is_cased ||
        reason === "spacing" ||
        (reason === "shorter" && !text.includes(" ")) ||
        suggestCaseSensitive(text, language);
      return [{ text, case_sensitive, reason }];
    }),
  );
  return proposals.slice(0, PROPOSALS_MAX);
}

/** Without ".com", "Group", "& Co." or the article. */
function* shorterNames(name: string): Generator<string> {
  const shorter = [DOMAIN, GROUP, CITY, ARTICLE].map((part) => name.replace(part, ""));
  const both = name.replace(CITY, "").replace(GROUP, "").replace(ARTICLE, "");
  const last = both.replace(GROUP, "");
  for (const one of [...shorter, both, last]) {
    if (one === name) continue;
    // "noma.io" is written "Noma".
    yield one === one.toLowerCase() && name !== one ? withCapitals(one) : one;
  }
}

function* otherLetters(name: string, language: string): Generator<string> {
  const pairs: [string, string][] = [
    ["ä", "ae"],
    ["ö", "oe"],
    ["ü", "ue"],
    ["ø", "oe"],
    ["å", "aa"],
  ];
  const replaced = (from: 0 | 1, to: 0 | 1) =>
    pairs.reduce(
      (text, pair) =>
        text
          .replaceAll(pair[from], pair[to])
          .replaceAll(pair[from].toUpperCase(), withCapitals(pair[to])),
      name,
    );
  yield replaced(0, 1);
  if (/^(?:de|sv|fi|tr|hu|et)/.test(language)) yield replaced(1, 0);
  if (/^(?:da|no|nb|nn)/.test(language)) yield name.replaceAll("oe", "ø").replaceAll("aa", "å");
  const word = AND[language] ?? "and";
  yield name.replace(/ ?& ?/, ` ${word} `);
  yield name.replace(new RegExp(` ${word} `, "iu"), " & ");
  yield toKana(name, LARGE_KANA, SMALL_KANA, /(?<=[ァ-ー])[ヤユヨツ]/gu);
  yield toKana(name, SMALL_KANA, LARGE_KANA, /[ャュョッ]/gu);
}

function toKana(name: string, from: string, to: string, letters: RegExp): string {
  return name.replace(letters, (letter) => to.charAt(from.indexOf(letter)) || letter);
}

/** Simplified and traditional characters, and the Japanese forms; the tables are loaded when first needed. */
async function otherScripts(name: string, language: string): Promise<string[]> {
  if (!/\p{sc=Han}/u.test(name) || language === "ko") return [];
  const { Converter } = await import("opencc-js");
  const ways =
    language === "ja"
      ? ([
          ["t", "jp"],
          ["jp", "t"],
        ] as const)
      : ([
          ["cn", "t"],
          ["cn", "tw"],
          ["cn", "hk"],
          ["t", "cn"],
          ["tw", "cn"],
        ] as const);
  return ways.map(([from, to]) => Converter({ from, to })(name));
}

/** "Mail Chimp" for "Mailchimp", "Le Bon Coin" for "Leboncoin" and the other way round. */
function* otherSpacing(name: string): Generator<string> {
  if (/[・]/u.test(name)) yield name.replaceAll("・", "");
  if (/^\p{sc=Hang}{4,12}$/u.test(name)) {
    for (let at = 2; at < name.length; at += 1) yield `${name.slice(0, at)} ${name.slice(at)}`;
  }
  const words = name.split(/[ -]/);
  if (words.length > 1) {
    yield withCapitals(words.join(""));
    yield words.join("");
  }
  if (!/^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]{5,16}$/u.test(name)) return;
  const lower = name.toLowerCase();
  for (const at of splits(lower)) {
    const [head, tail] = [lower.slice(0, at), lower.slice(at)];
    yield withCapitals(`${head} ${tail}`);
    if (!/^(?:the|le|la|les|el|il|de)$/.test(head)) continue;
    for (const next of splits(tail)) {
      yield withCapitals(`${head} ${tail.slice(0, next)} ${tail.slice(next)}`);
    }
  }
}

function splits(word: string): number[] {
  return Array.from({ length: Math.max(0, word.length - 3) }, (_, index) => index + 2);
}

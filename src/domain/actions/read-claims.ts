import { asQuote, cleanAnswer } from "#domain/detection/clean-answer.ts";
import { isFunctionWord, LANGUAGES } from "#domain/detection/everyday-words.ts";
import { splitSentences } from "#domain/detection/split-sentences.ts";

/*
 * What a sentence must be so that it claims something: it says something of its subject, and it is about the thing, not
 * about the answer or its reader. The signs are of form, as few as possible; lists hold only words that join, begin a
 * hint or tell of the answer itself. In languages without known joining words the form alone decides.
 */

/** Whether a text names whom claims are looked for about. */
type IsNamed = (text: string) => boolean;

/** The sentences of an answer as people read it: without marks of Markdown, links and tables. */
export function readSentences(answer: string): string[] {
  const { text } = cleanAnswer(answer);
  return [...splitSentences(text, [])]
    .flatMap(({ start, end }) => text.slice(start, end).split(/(?<=[。！？])/))
    .filter((sentence) => !sentence.trimStart().startsWith("|"))
    .map(asQuote);
}

/** A bracket or a rating at whose end the next line was glued: "4.6(2k+)Globex". */
const GLUED = /(?<=[)\]])(?=\p{Lu}\p{Ll})/u;
/** The end of a label: a colon, also where the text behind it was glued on. */
const LABEL_END = /:(?=\s|\p{Lu})/gu;

/**
 * The parts of a sentence that claim something, as they stand there. Headings, introductions and rows of prices that were
 * glued on go; `isNamed` says whether a text still names whom the claim is about.
 */
export function claimsIn(sentence: string, isNamed: IsNamed): string[] {
  return sentence
    .split(GLUED)
    .map((part) => withoutHeadings(part.trim(), isNamed))
    .filter((part) => isClaim(part, isNamed));
}

/** "Top picks: Globex 300: It mows quietly" is "Globex 300: It mows quietly". */
function withoutHeadings(text: string, isNamed: IsNamed): string {
  const ends = [...text.matchAll(LABEL_END)].map(({ index }) => index);
  let from = 0;
  for (const [place, end] of ends.entries()) {
    const head = text.slice(from, end);
    const rest = text.slice(end + 1);
    const isHeading = place < ends.length - 1 && !isNamed(head) && isNamed(rest);
    if (!isHeading && !INTRODUCTION.test(head)) break;
    from = end + 1;
  }
  return text.slice(from).trim();
}

/** Whether a sentence says something of what it is about. */
function isClaim(text: string, isNamed: IsNamed): boolean {
  const bare = text.replace(/^[^\p{L}\p{N}"“„«¿]+/u, "");
  const isName = isQuestion(bare) || isRow(bare) || isList(bare);
  return !isName && !isOfAnswer(bare, isNamed) && saysSomething(bare, isNamed);
}

const isQuestion = (text: string) => /^¿|[?？][\s"”’»)]*$|か。$/u.test(text);

const PRICE = String.raw`(?:[$€£¥₹]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥₹円]|zł|kr\b))`;
const PRICES = new RegExp(PRICE, "gu");
const SHORT_ROW = 5;
/** Cells of a table, or prices and ratings run together. */
function isRow(text: string): boolean {
  if (/[\p{L}\d)"][$€£]\d|\d\(\d[\d.,]*k?\+?\)| · .* · /u.test(text)) return true;
  const prices = text.match(PRICES)?.length ?? 0;
  return prices > 0 && !isEnded(text) && joiningOf(text).length * SHORT_ROW < wordsOf(text).length;
}

const NAME = String.raw`(?:\p{Lu}[^\s,.]*(?: [\p{Lu}\p{N}][^\s,]*){0,5})`;
const JOINT = "(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub)";
const LIST = new RegExp(
  [
    String.raw`^[^\s]+[^\p{Lu}]{0,100}\s(?:${NAME}, ){1,20}(?:${NAME} )?(?:${JOINT} )?${NAME}[.!]?$`,
    String.raw`^[^\s]+[^\p{Lu}]{0,100}\b(?:includ(?:e|es|ing)|such as|wie|comme|como|come|zoals) ${NAME} ${JOINT} ${NAME}[.!]?$`,
  ].join("|"),
  "u",
);
/** "Popular choices include Globex, Initech and Hooli.": ends in names, and of none anything is said. */
const isList = (text: string) => LIST.test(text);

/** What stands before a list of names. */
const INTRODUCTION = new RegExp(
  [
    String.raw`\bhere(?: are| is an?|['’]s an?)\b|\bbelow (?:are|is)\b|\blet['’]s\b|\bthe following\b|^(?:these are|some of) the\b|以下|紹介します`,
    String.raw`\b(?:hier sind|hier ist eine?|im folgenden|voici|(?:estas|estos|aquí) (?:son|están|tienes)|ecco (?:alcun|i|le|gli|un)|hier zijn)`,
    String.raw`\b(?:aqui estão|oto)\b`,
  ].join("|"),
  "iu",
);
/** The answer speaks of itself: how it looked, what it does not know. What it recommends may be a claim. */
const SELF = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.-])(?:(?:I|[Mm]y|[Ii]ch|[Mm]eine?|[Jj]e|[Mm]on|[Mm]es)(?= \p{Ll})|[Hh]e(?= \p{Ll}+[ai]do\b)|[Hh]o(?= \p{Ll}+[aiu]to\b)|I['’](?:ve|m|d)\b|[Jj]['’]ai\b)`,
    String.raw`\bAI (?:responses|answers|overview)|^This (?:list|overview|guide|comparison|article|table|answer)\b`,
  ].join("|"),
  "u",
);
const RECOMMENDS =
  /\b(?:recommend|suggest|pick|favou?rite|empfehl|recommand|conseill|recomiend|consigli)/iu;
const OFFER =
  /\b(?:tell me|let me|I can|I could|I(?: am|['’]m) happy to|feel free|sag mir|ich kann|je peux|puedo|posso)\b|\bI['’]ll\b/iu;
/** Where to buy: "available at Hooli Mart", but not "available on Android". */
const SHOP = new RegExp(
  [
    String.raw`(?:[Aa]vailable|[Ss]old|[Ii]n stock) (?:at|from|through|by) (?:the )?\p{Lu}`,
    String.raw`(?:[Ee]rhältlich|kaufen|gibt es) (?:bei|im|auf)\b`,
    String.raw`(?:[Dd]isponibles?|en vente) (?:chez|sur)\b|(?:[Dd]isponibles?|venta) en (?:\p{Lu}|la web|tiendas)`,
  ].join("|"),
  "u",
);
/** Hints to the reader: what to do before the choice, and where to buy. */
const HINT = new RegExp(
  String.raw`^(?:(?:please|bitte|also|always|finally|then) )?(?:${[
    "check|compare|consider|ask|read|try|visit|measure|shop|buy|see|browse|contact|look (?:at|for|into)|make sure|ensure|keep in mind|remember|think about|decide|determine|click|learn|explore|verify|be sure|feel free|don['’]t forget|available (?:at|from|on|through|via)|you can (?:buy|find|order|get|purchase)",
    "achten?|achte|prüfen?|vergleichen?|beachten?|teste|testen sie|lies|lesen sie|frage?|fragen sie|schaue?|überlegen?|erhältlich (?:bei|in|im|auf|über)",
    "vérifie[zr]?|comparez|consultez|pensez|essayez|demandez|lisez|disponibles? (?:chez|sur|en ligne)",
    "consulta|compara|revisa|comprueba|prueba (?:el|la|los|las)|pide|verifica|ten en cuenta|disponibles? en (?:la web|tiendas|línea)|controlla|confronta|vergelijk|bekijk|sprawdź|porównaj",
  ].join("|")})(?=[\s:,])`,
  "iu",
);
/** "Why it is great: ", and a name before a dash. */
const LABEL = /^(?:[^:：]{1,80}[:：](?=\D)\s*|(?:[\p{Lu}\p{N}][^\s:]*\s){1,8}[–—-]\s(?=\D))/u;
/** That the choice is the reader's, and that prices change: it fits each answer. */
const FITS_ALL = new RegExp(
  [
    String.raw`\bdepends? (?:\p{L}+ )?(?:up)?on (?:your|what|how|which|whether|individual|personal)\b|\bcomes? down to (?:your|what|how|which|whether|personal)\b`,
    String.raw`\bbefore (?:you )?(?:buy|order|decid|purchas|choos|commit)|\bvor (?:dem|einem) kauf\b|\bavant d['’](?:acheter|achat)|\bantes de (?:comprar|elegir|decidir)`,
    String.raw`\bhäng(?:t|en)\b.*\b(?:dein|ihr)|\bdépend.*\b(?:vos|votre|tes|ton|ta)\b|\bdepend.*\b(?:tus?|sus|lo que|suas)\b|\bdipende\b.*\b(?:tue|tuoi|vostr)|\bhangt\b.*\b(?:je|uw)\b|\bzależy od tw`,
    String.raw`\bprices? (?:\p{L}+ ){0,3}(?:may|can|might) (?:change|vary)\b|\bsubject to change\b|\bkönnen (?:sich\b.* ändern|variieren|schwanken)\b|\bpeu(?:ven)?t changer\b|\bpueden? (?:cambiar|variar)\b`,
    "によって異なります|購入できます|ください|ご確認",
  ].join("|"),
  "iu",
);

/** Whether a text is about the answer or its reader, outside of what it quotes. */
function isOfAnswer(text: string, isNamed: IsNamed): boolean {
  const own = text.replace(/["“„«][^"“”„«»]*["”“»]/gu, "");
  const isSelf = OFFER.test(own) || (SELF.test(own) && !RECOMMENDS.test(own));
  const isHint = [own, own.replace(LABEL, "")].some(
    (part) => HINT.test(part) && !isNameAhead(part, isNamed),
  );
  return isSelf || isHint || [SHOP, INTRODUCTION, FITS_ALL].some((sign) => sign.test(own));
}

/** "Check Point blocks attacks": what looks like a hint's verb is a part of the name. */
function isNameAhead(text: string, isNamed: IsNamed): boolean {
  const [first = "", second = ""] = text.split(/\s/, 2);
  return isNamed(first) || (isNamed(`${first} ${second}`) && !isNamed(second));
}

/** Words that tie nouns together, also in headings and names. */
const TIES = new Set(
  `a an and at by for from in of on or the to under vs with und oder für mit der die das des dem den von im zum zur bis
   unter et ou de du la le les pour avec à au aux sous en y o con para del el los las por sin e di per il i gli da delle
   della van voor het een met em com dos das do os as um uma w z dla na`.split(/\s+/),
);
const LOWER_LONG = 6;
const LABEL_WORDS_MAX = 5;
const SENTENCE_WORDS_MIN = 3;
/** So many words must stand behind a label that names nobody, without a full stop: "Material: mesh" claims nothing. */
const LABELLED_MIN = 3;
/** Small verbs that make a sentence of a line without a full stop. */
const VERBS = new Set(
  `is are was were has have had can will does isn't aren't doesn't can't it's ist sind war hat haben kann können wird est
   sont était ont peut peuvent es son era tiene tienen puede è sono ha hanno può zijn heeft hebben kan é são tem têm pode
   jest są ma mają może`.split(/\s+/),
);
/** "Why people like Globex": a heading. */
const OPENS_HEADING =
  /^(?:how|what|why|which|when|where|wie|was|warum|welche[rs]?|comment|pourquoi|quels?|quelles?|cómo|qué|por qué|come|perché|quale|hoe|waarom|welke|como|porque|jak|dlaczego)\s/iu;

/** Outside of brackets; behind a short label its text must say something, else the whole. */
function saysSomething(text: string, isNamed: IsNamed): boolean {
  const open = text.replaceAll(/[([][^()[\]]*[)\]]/gu, " ");
  const label = LABEL.exec(open)?.[0];
  if (label === undefined || wordsOf(label).length > LABEL_WORDS_MAX) return isSaid(open);
  const rest = open.slice(label.length);
  if (isUnspaced(rest)) return isSaid(rest);
  const isWhole = isEnded(rest) || isNamed(label);
  return tellingOf(rest).length >= (isWhole ? 1 : LABELLED_MIN);
}

function isSaid(text: string): boolean {
  if (isUnspaced(text)) return /[。！]|[、はがをも].*\p{sc=Hiragana}\s*$/u.test(text);
  const words = wordsOf(text);
  if (isEnded(text)) return tellingOf(text).length > 0 && words.length >= SENTENCE_WORDS_MIN;
  const lower = words.filter(isLower);
  const isLong = lower.length >= LOWER_LONG && lower.length * 2 > words.length;
  return !OPENS_HEADING.test(text) && (isLong || lower.some((word) => VERBS.has(word)));
}

const tellingOf = (text: string) =>
  wordsOf(text).filter((word) => isLower(word) && !TIES.has(word));
/** Words with what is not a quantity's unit: of "10 hours" none. */
const wordsOf = (text: string) =>
  text.match(/(?<![\p{L}\p{N}'’-]|\d )\p{L}[\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
const isLower = (word: string) => /^\p{Ll}\p{Ll}/u.test(word);
const isEnded = (text: string) => /[.!。！][\s"”’»)]*$/u.test(text);
/** Mostly of a script that does not write words apart. */
const isUnspaced = (text: string) =>
  (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0) * 4 >
  text.length;

/** Joining words of any known language, in small letters as within a sentence: names are written large. */
const joiningOf = (text: string) =>
  wordsOf(text).filter(
    (word) => isLower(word) && LANGUAGES.some((language) => isFunctionWord(word, language)),
  );

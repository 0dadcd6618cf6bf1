import { type Language, NAME } from "./absence-language.ts";
import type { Span } from "./clean-answer.ts";
import type { FoldedText } from "./fold-text.ts";
import { saysAbsent } from "./weigh-absence.ts";
import { isCommonWord } from "./word-lists.ts";

/** A sentence beside one with a name, in folded text, and the tracked names of others in it. */
type Neighbour = Span & { folded: Pick<FoldedText, "lower" | "cased">; others: readonly Span[] };

/** A statement that something is unknown. */
const UNKNOWN = /^(?!.*[QDR?])(?:.*U|.*[NZ].*[KIMOS]|.*[KIMOS].*[NZ])/u;
/** What the speaker has no means of is no other name: "I can't browse the web". */
const MEANS =
  /\b(?:access|brows|real-time|live\b|zugriff|zugang|echtzeit|acces|accede|acceso|accesso|acesso|aceder|navig|temps reel|tiempo real|tempo re|toegang|dostep|tillgang|atkomst|erisim)|доступ|الوصول|アクセス|閲覧|访问|浏览|접근|접속/;
const CASE = /\p{Lu}|\p{Ll}/u;
/** A word with a capital behind another word, or one in quotation marks. */
const CAPITAL = /(?<=[\p{L}\p{N},]["'( ]{1,3})\p{Lu}[\p{L}\p{N}]+/gu;
const FIRST = /(?<=^[^\p{L}]{0,8})\p{Lu}[\p{L}\p{N}]+/u;
const MONTH =
  /^(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|marz|juni|juli|oktober|dezember)$/i;
const QUOTED = /"[^"]{2,60}"/;

const DENIES = /[NZYU]/;
/** What was spoken of is taken up, and is not what another is called: "it", not "the firm Acme". */
const TAKES_UP = /T(?!C*§)/;
/** "Unlike Globex, it": the other is held against what was spoken of. */
const HELD_AGAINST =
  /^\W*(?:unlike|besides|in contrast (?:to|with)|im gegensatz zu|anders als|contrairement a|a diferencia de|a differenza di|ao contrario de|in tegenstelling tot|till skillnad fran|w przeciwienstwie do|в отличие от)(?![\p{L}])|\beither\W*$/u;
/** As what is unknown stands: "about Acme", "a firm called Acme", "I do not know Acme", "Acme is". */
const OBJECT = /^C*§|[AJK][CNP]*§/;
const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]+/gu;
/** What stands beside "about" or "called", where no capitals show a name. */
const BESIDE_ABOUT = /(?<=[AJ])x+/;
const BESIDE_ABOUT_BEFORE = /x+(?=G?A|GI)/;

/** Whether a sentence says that something is unknown, and names it by no common word. */
export function isOtherUnknown(sentence: string, language: Language): boolean {
  const tagsOf = (text: string) => language.tags(language.tokens(text.toLowerCase()));
  const tags = tagsOf(sentence);
  if (!UNKNOWN.test(tags) || MEANS.test(sentence.toLowerCase())) return false;
  if (QUOTED.test(sentence)) return true;
  if (language.glued || !CASE.test(sentence)) return tags.includes("x");
  const names = [...(FIRST.exec(sentence) ?? []), ...(sentence.match(CAPITAL) ?? [])];
  return names.some((word) => isStrange(word, language));
}

/**
 * Whether the sentence behind one with a name is about another: it says that one unknown, tracked or not; or the name was
 * denied something, and others open it. `isBare`: the name only stands there, and what comes may well be about it.
 */
export function isAboutOther(
  { own, isBare }: { own: string; isBare: boolean },
  next: Neighbour,
  language: Language,
): boolean {
  if (HELD_AGAINST.test(next.folded.lower.slice(next.start, next.end))) return false;
  const tagsWith = (name: Span) =>
    language.tags(language.tokens(masked(next.folded.lower, name, next)));
  const isUnknown = (tags: string) => saysAbsent({ own: tags, next: "" });
  const [first = "", ...more] = next.others.map(tagsWith);
  if (first) {
    if (TAKES_UP.test(first.slice(0, first.indexOf(NAME) + 1))) return false;
    return DENIES.test(own) || [first, ...more].some(isUnknown);
  }
  if (isBare || DENIES.test(own)) return false;
  return untrackedIn(next, tagsWith, language).some(
    (tags) => OBJECT.test(tags) && !TAKES_UP.test(tags) && isUnknown(tags),
  );
}

/** The tags of a sentence, once for each word in it that may be a name and is marked as one. */
function untrackedIn(
  { folded, start, end }: Neighbour,
  tagsWith: (name: Span) => string,
  language: Language,
): string[] {
  const sentence = folded.cased.slice(start, end);
  const tags = language.tags(language.tokens(folded.lower.slice(start, end)));
  if (!DENIES.test(tags)) return [];
  if (language.glued || !CASE.test(sentence)) {
    return [tags.replace(language.verb === "last" ? BESIDE_ABOUT_BEFORE : BESIDE_ABOUT, NAME)];
  }
  return [...sentence.matchAll(CAPITALISED)]
    .filter(([word]) => isStrange(word, language))
    .map(({ 0: { length }, index }) =>
      tagsWith({ start: start + index, end: start + index + length }),
    );
}

/** Whether a word with a capital is known by no list, and so may be a name. */
function isStrange(word: string, { tags, tokens, code }: Language): boolean {
  return tags(tokens(word.toLowerCase())) === "x" && !MONTH.test(word) && !isCommonWord(word, code);
}

/** A sentence with a mark in place of a name in it. */
export function masked(lower: string, name: Span, { start, end }: Span): string {
  return lower.slice(start, name.start) + NAME + lower.slice(name.end, end);
}

/** Half-open range of UTF-16 offsets. */
export type Span = { start: number; end: number };

/** Prose of one answer, with the way back to the Markdown that was captured. */
export type CleanAnswer = {
  text: string;
  /** Offset in the original Markdown of the character at an offset of `text`. */
  toOriginal: (offset: number) => number;
  /** Offset in `text` of a character of the original Markdown that is still there. */
  toClean: (offset: number) => number;
  /** Original range that covers a range of `text`; `start < end` is required. */
  toOriginalSpan: (span: Span) => Span;
};

/** A code span that holds a name, words with a capital each, or one word or domain in any letters: "`Vercel`", "`acme.io`". */
const DOMAIN_END = String.raw`(?:\.(?:com|org|net|app|dev|[a-z]{2}))?`;
const CODE_WORD = String.raw`[\p{Lu}\p{Lo}\p{N}](?:[\p{L}\p{M}\p{N}'’&+!]|\.(?!\p{Ll})){0,40}${DOMAIN_END}`;
const NAME_IN_CODE = String.raw`(?:${CODE_WORD}(?:[ \-]|\x60)){1,5}(?<=\x60)|[\p{L}\p{M}\p{N}]{1,40}${DOMAIN_END}\x60`;

/** What opens a code block, and stands on no line with its end; and what may stand before it in lists and quotations. */
const FENCE_MARK = String.raw`\x60{3,}(?![^\n\x60]*\x60)|~{3,}`;
const INNER = String.raw`[ \t>]{0,20}`;

/** Names that end a word, parted by slashes: "Booking.com/Expedia". Before them a small letter makes an address. */
const NAMES = String.raw`(?:\/\p{Ll}?[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N}&+\-]{0,40}(?:\.\p{L}{2,12})?){1,5}(?=['’.,;:!?…)\]"|*_]{0,3}(?:s?[\s)|]|$))`;

/** A source with its address, as assistants put them in brackets behind a sentence. */
const CITATION = String.raw`\[[^\[\]\n]{0,300}\]\(https?:[^()\s\[]{1,2000}\)`;

/*
 * What is not prose. Every quantifier is bounded or stops at the character that could begin the
 * same construct again, so the scan is linear on hostile input.
 */
const NOT_PROSE = [
  String.raw`(?<fence>^ {0,3}(?<mark>${FENCE_MARK})[^\n]*(?:\n(?! {0,3}\k<mark>)[^\n]*)*(?:\n[^\n]*)?)`,
  // In a list or a quotation; what stands before its first line stays.
  String.raw`(?<inner_fence>(?<=^${INNER}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?)(?<inner>${FENCE_MARK})[^\n]*(?:\n(?!${INNER}\k<inner>)[^\n]*)*(?:\n[^\n]*)?)`,
  String.raw`(?<definition>^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?(?:https?:|www\.|mailto:)[^\n]*$)`,
  // The frame of Google's page around an answer, captured with it: it names Google every time.
  String.raw`(?<frame>(?:Thank you\s?)?Your feedback helps Google improve\.(?:\s?See our Privacy Policy\.)?)`,
  String.raw`(?<comment><!--(?:[^\-<]|-(?!->)|<(?!!--)){0,2000}-->)`,
  String.raw`(?<code>(?<![\p{L}\p{N}\x60])\x60{1,3}(?!\x60)(?!${NAME_IN_CODE})[^\x60\n]{1,300}\x60{1,3})`,
  String.raw`(?<image>!\[[^\[\]\n]{0,500}\](?:\([^()\s\[]{0,2000}(?:\([^()\s\[]{0,200}\))?[^()\s\[]{0,200}(?:[ \t]+"[^"\n\[]{0,500}")?\)|\[[^\[\]\n]{0,100}\]))`,
  String.raw`(?<group>\((?:\[[^\[\]\n]{0,300}\]\[\d{1,4}\][,;\s]{0,3}){1,30}\))`,
  String.raw`(?<linked_group>\((?:${CITATION}[,;\s]{0,3}){1,30}\))`,
  // Where the answer was cut.
  String.raw`(?<cut_group>\((?=\[)(?:(?:${CITATION}[,;\s]{0,3}){1,30}(?:\[[^\[\]\n]{0,300}(?:\](?:\([^\s\[]{0,2000})?)?)?|\[[^\[\]\n]{0,300}\]\(https?:[^\s\[]{0,2000})(?![^]))`,
  String.raw`(?<target>\]\((?:[^()\s\[]{0,2000}(?:\([^()\s\[]{0,200}\))?[^()\s\[]{0,200})(?:[ \t]+"[^"\n\[]{0,500}")?\)|\]\[[^\[\]\n]{0,100}\])`,
  String.raw`(?<marker>\[(?:\^[^\[\]\n]{1,50}|citation:\s?\d{1,4}|\d{1,4}(?:\s?[,–-]\s?\d{1,4}){0,20})\](?!\()|【[^】\n]{1,100}】)`,
  String.raw`(?<opening>\[(?=[^\[\]\n]{0,500}\][(\[]))`,
  String.raw`(?<url><?(?:https?:\/\/|www\.)[^\s<>()\[\]"|]{1,4000}(?:\([^\s<>()\[\]"|]{0,200}\)[^\s<>()\[\]"|]{0,4000})?>?)`,
  String.raw`(?<email>(?:mailto:)?(?<![A-Za-z0-9._%+\-])[A-Za-z0-9._%+\-]{1,64}@[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63}){1,5})`,
  String.raw`(?<path>(?<![A-Za-z0-9.\-@])(?:[A-Za-z0-9\-]{1,63}\.){1,5}[A-Za-z]{2,12}(?!(?<=[A-Z][A-Za-z0-9.\-]{0,80})${NAMES})\/[^\s<>()\[\]"|*]{1,2000})`,
  String.raw`(?<inline_tag><\/?(?:b|i|em|strong|span|sup|sub|u|mark|a|code|small|font)(?:\s[^<>]{0,500})?>)`,
  String.raw`(?<tag><\/?[a-zA-Z][a-zA-Z0-9]{0,20}(?:\s[^<>]{0,500})?\/?>)`,
  String.raw`(?<entity>&(?:amp|lt|gt|quot|apos|nbsp|ndash|mdash|rsquo|lsquo|reg|trade|[Oo]slash|szlig|[Aa][Ee]lig|[A-Za-z](?:acute|grave|circ|uml|tilde|ring|cedil)|#\d{1,6}|#x[0-9a-fA-F]{1,5});)`,
  String.raw`(?<escape>\\(?=[!-\/:-@\[-\x60{-~]))`,
  String.raw`(?<emphasis>\*{2,3}|__|~~|\x60{1,2}|(?<=[\p{L}\p{N}])\*|\*(?=[\p{L}\p{N}]))`,
];
/** Where one of these can begin, told by a character: most are letters inside a word, where none does. */
const BEGINNING = String.raw`(?=[\x60~\[<!(\]【&\\*_.%+\-hwTYm]|(?<![A-Za-z0-9])[A-Za-z0-9 ])`;
/** What the replacement depends on; other names only say what is looked for. */
const TOLD = ["entity", "emphasis", "opening", "escape", "inline_tag"] as const;
function expressionOf(sources: readonly string[]): RegExp {
  const isTold = (source: string) => TOLD.some((name) => source.startsWith(`(?<${name}>`));
  const told = sources.map((one) => (isTold(one) ? one : one.replace(/^\(\?<\w+>/, "(?:")));
  return new RegExp(`${BEGINNING}(?:${told.join("|")})`, "gmu");
}
const ALL = expressionOf(NOT_PROSE);
/** Looking for addresses of mail takes as long as half of the others. */
const ALL_BUT_EMAIL = expressionOf(NOT_PROSE.filter((source) => !source.startsWith("(?<email>")));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  rsquo: "’",
  lsquo: "‘",
  reg: "®",
  trade: "™",
  oslash: "ø",
  Oslash: "Ø",
  szlig: "ß",
  aelig: "æ",
  AElig: "Æ",
};
/** What is put on a letter: "&eacute;". */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: "\u0301",
  grave: "\u0300",
  circ: "\u0302",
  uml: "\u0308",
  tilde: "\u0303",
  ring: "\u030a",
  cedil: "\u0327",
};

type Groups = Partial<Record<(typeof TOLD)[number], string>>;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Reduces an answer's Markdown to the prose a reader sees: citation marks, link targets, bare
 * addresses, code blocks and images go, link texts, headings and table cells stay.
 * `removed_spans` are ranges of the Markdown (an engine's citation annotations) to leave out.
 */
export function cleanAnswer(markdown: string, removed_spans: readonly Span[] = []): CleanAnswer {
  const source = blank(markdown, removed_spans);
  const parts: string[] = [];
  const clean_starts: number[] = [];
  const original_starts: number[] = [];
  let length = 0;
  const add = (part: string, original_start: number): void => {
    if (part === "") return;
    clean_starts.push(length);
    original_starts.push(original_start);
    parts.push(part);
    length += part.length;
  };
  let from = 0;
  for (const match of source.matchAll(source.includes("@") ? ALL : ALL_BUT_EMAIL)) {
    add(source.slice(from, match.index), from);
    from = match.index + match[0].length;
    add(replacement(match, source), match.index);
  }
  add(source.slice(from), from);
  return withMap(parts.join(""), Uint32Array.from(clean_starts), Uint32Array.from(original_starts));
}

/** A passage of cleaned text in one line, as people read it: without marks of headings, lists, quotations and tables. */
export function asQuote(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^[\s|:-]*$/.test(line))
    .map((line) =>
      line
        .replace(/^[\s>|]*(?:(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+)?/, "")
        // Looked for from where a run begins, so that a long one takes linear time.
        .replace(/(?<![\s|])[\s|]+$/, "")
        .replaceAll(/\s?\|\s?/g, " · ")
        .replaceAll(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, ""),
    )
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[.,;:!?])/g, "")
    .trim();
}

function withMap(
  text: string,
  clean_starts: Uint32Array,
  original_starts: Uint32Array,
): CleanAnswer {
  const toOriginal = follow(clean_starts, original_starts);
  const toClean = follow(original_starts, clean_starts);
  const toOriginalSpan = (span: Span): Span => ({
    start: toOriginal(span.start),
    end: toOriginal(span.end - 1) + 1,
  });
  return { text, toOriginal, toClean, toOriginalSpan };
}

/** From an offset among parts that begin at `from` to the same one where they begin at `to`. */
const follow = (from: Uint32Array, to: Uint32Array) => (offset: number) => {
  let low = 0;
  let high = from.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((from[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return (to[low] ?? 0) + offset - (from[low] ?? 0);
};

function replacement(match: RegExpExecArray, source: string): string {
  const groups: Groups = match.groups ?? {};
  if (groups.entity !== undefined) return decodeEntity(groups.entity);
  if (groups.emphasis !== undefined) {
    // "**Best for trails**Acme" must not become one word, "Coca**-Cola**" must stay one name.
    const before = source[match.index - 1] ?? "";
    const after = source[match.index + match[0].length] ?? "";
    return WORD.test(before) && WORD.test(after) ? " " : "";
  }
  // A note is set high behind a name, and where one tag ends and the next begins another thing is said.
  const tag = groups.inline_tag;
  if (tag !== undefined && (/^<sup\b/.test(tag) || isBetween(tag, source, match.index))) return " ";
  const is_gone = groups.opening ?? groups.escape ?? tag;
  return is_gone === undefined ? " " : "";
}

function isBetween(tag: string, source: string, at: number): boolean {
  const end = at + tag.length;
  return tag.startsWith("</") && source[end] === "<" && /[a-z]/i.test(source[end + 1] ?? "");
}

function decodeEntity(entity: string): string {
  const body = entity.slice(1, -1);
  if (!body.startsWith("#")) return ENTITIES[body] ?? withAccent(body);
  const code = body[1] === "x" ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  const is_text = code >= 32 && code <= 0xffff && (code < 0xd800 || code > 0xdfff);
  return is_text ? String.fromCharCode(code) : " ";
}

function withAccent(body: string): string {
  const accent = ACCENTS[body.slice(1)];
  return accent === undefined ? " " : `${body[0]}${accent}`.normalize("NFC");
}

function blank(markdown: string, spans: readonly Span[]): string {
  if (spans.length === 0) return markdown;
  const parts: string[] = [];
  let from = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const start = Math.min(Math.max(span.start, from), markdown.length);
    const end = Math.min(Math.max(span.end, start), markdown.length);
    parts.push(markdown.slice(from, start), " ".repeat(end - start));
    from = end;
  }
  parts.push(markdown.slice(from));
  return parts.join("");
}

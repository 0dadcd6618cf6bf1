/**
 * Text made comparable. `cased` and `lower` have the same length; `sourceSpan` maps a range of
 * them to the range of the given text that it came from.
 */
export type FoldedText = {
  cased: string;
  lower: string;
  sourceSpan: (start: number, end: number) => { start: number; end: number };
};

const NON_ASCII = /\P{ASCII}/u;
// The half-width kana's voicing marks are letters to Unicode, marks to the reader.
const CLUSTER = /(?:[\u1100-\u11ff]{1,60}|.)(?:\p{M}|\uff9e|\uff9f){0,30}/suy;
const MARKS = /\p{M}{1,30}/uy;
const ALPHABETIC = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u;
// Soft hyphen, zero-width and direction marks, Arabic stretching and vowel marks, the nukta: never letters.
const INVISIBLE =
  /\u00ad|\u093c|\u061c|\u0640|[\u064b-\u0652]|\u0670|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2064]|[\u2066-\u2069]|[\ufe00-\ufe0f]|\ufeff/g;
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u02b9\u2032\u00b4\u05f3`]/g;
const QUOTES = /[\u201c-\u201f\u00ab\u00bb\u05f4\u300a-\u300f\u2033]/g;
// NFKC would glue these to the name before them: "Acme™" is not "AcmeTM", "Acme¹" not "Acme1".
const SIGNS = /[\u00a9\u00ae\u00b2\u00b3\u00b9\u2070-\u208e\u2120\u2122\u2460-\u24ff]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ẞ: "SS",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ı: "i",
  ς: "σ",
  // One letter to whoever writes Arabic or Persian in haste, or on the other one's keyboard.
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ک: "ك",
  ة: "ه",
  ۀ: "ه",
};

const CACHE_LIMIT = 20_000;
const cache = new Map<string, string>();

/**
 * Folds text for comparison: NFKC, accents off Latin, Greek and Cyrillic letters (elsewhere marks
 * change the letter), one apostrophe, one quotation mark, one dash, one form of the Arabic
 * letters that keyboards mix up, nothing invisible; offsets are kept.
 */
export function foldText(text: string): FoldedText {
  if (!NON_ASCII.test(text)) {
    const cased = text.replaceAll("`", "'");
    return { cased, lower: cased.toLowerCase(), sourceSpan: (start, end) => ({ start, end }) };
  }
  const { cased, map } = foldClusters(text);
  const sourceSpan = (start: number, end: number) => {
    let next = end;
    // A ligature became several letters: all of them end where the ligature ends.
    while (next < cased.length && map[next] === map[end - 1]) next += 1;
    return { start: map[start] ?? 0, end: map[next] ?? text.length };
  };
  return { cased, lower: lowerSameLength(cased), sourceSpan };
}

/** The folded text alone, lower-case: equal for two spellings that are the same name. */
export function foldKey(text: string): string {
  return foldText(text).lower;
}

function foldClusters(text: string): { cased: string; map: Uint32Array } {
  let map = new Uint32Array(text.length + 16);
  const parts: string[] = [];
  let length = 0;
  const add = (part: string, source: number, step: 0 | 1): void => {
    if (length + part.length + 1 > map.length) {
      const grown = new Uint32Array((length + part.length) * 2);
      grown.set(map);
      map = grown;
    }
    for (let k = 0; k < part.length; k += 1) map[length + k] = source + k * step;
    length += part.length;
    parts.push(part);
  };
  let at = 0;
  while (at < text.length) {
    const plain_end = endOfPlain(text, at);
    if (plain_end > at) {
      add(text.slice(at, plain_end).replaceAll("`", "'"), at, 1);
      at = plain_end;
    }
    if (at >= text.length) break;
    const after_ascii = at > 0 && text.charCodeAt(at - 1) < 128;
    const cluster = matchAt(after_ascii ? MARKS : CLUSTER, text, at) ?? matchAt(CLUSTER, text, at);
    const source = cluster ?? text.charAt(at);
    // A mark on an ASCII letter is an accent, dropped like the composed letter's.
    if (!(after_ascii && isMark(source))) add(foldCluster(source), at, 0);
    at += source.length;
  }
  map[length] = text.length;
  return { cased: parts.join(""), map: map.subarray(0, length + 1) };
}

/** End of the run from `at` that folds to itself: ASCII, and Han, kana and Hangul without marks. */
function endOfPlain(text: string, at: number): number {
  let end = at;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code >= 128 && !isPlainEastAsian(code)) break;
    end += 1;
  }
  const next = text.charCodeAt(end);
  const last = text.charCodeAt(end - 1);
  // A voicing mark belongs to the kana before it.
  return (next === 0x3099 || next === 0x309a) && last >= 128 && end > at ? end - 1 : end;
}

function isPlainEastAsian(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fc) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    code === 0x3001 ||
    code === 0x3002
  );
}

function isMark(text: string): boolean {
  MARKS.lastIndex = 0;
  return MARKS.test(text);
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function foldCluster(cluster: string): string {
  const known = cache.get(cluster);
  if (known !== undefined) return known;
  let folded = "";
  const plain = cluster
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(SIGNS, " ")
    .replace(INVISIBLE, "");
  for (const letter of plain.normalize("NFKC").replace(DASHES, "-")) {
    folded += LETTERS[letter] ?? stripAccent(letter);
  }
  folded = folded.replace(/^[\p{M}]+$/u, "");
  if (ALPHABETIC.test(folded)) folded = folded.replace(/\p{Mn}/gu, "");
  if (cache.size < CACHE_LIMIT && cluster.length <= 8) cache.set(cluster, folded);
  return folded;
}

function stripAccent(letter: string): string {
  if (!ALPHABETIC.test(letter)) return letter;
  const bare = letter.normalize("NFD").replace(/\p{Mn}/gu, "");
  return LETTERS[bare] ?? bare;
}

function lowerSameLength(cased: string): string {
  const lower = cased.toLowerCase().replaceAll("ς", "σ");
  if (lower.length === cased.length) return lower;
  let same = "";
  for (const letter of cased) {
    const small = letter.toLowerCase();
    same += small.length === letter.length ? small : letter;
  }
  return same;
}

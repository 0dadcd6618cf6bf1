// What the flag `u` lets an expression be made of.
const CLASS = String.raw`\[(?:\\.|[^\]\\])*\]`;
const ESCAPE = String.raw`\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|x..|c.|[1-9]\d*|.)`;
const GROUP = String.raw`\((?:\?(?:<?[=!]|<[^>]*>|[ims]*(?:-[ims]*)?:))?`;
const QUANTIFIER = String.raw`[*+?]\??|\{[\d,]+\}\??`;
const TOKEN = new RegExp([CLASS, ESCAPE, GROUP, QUANTIFIER, "."].join("|"), "gsu");
const MODIFIERS = /^\(\?([ims]*)(?:-([ims]*))?:$/;
const REFERENCE = /^\\(?:[1-9]|k<)/;
const AS_IT_IS = new RegExp(`^(?:[)|]|${GROUP}|${QUANTIFIER})$`, "u");

const WORD = String.raw`[\w\u{17f}\u{212a}]`;
const EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
const NO_EDGE = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;
const EDGES = [EDGE, NO_EDGE];
const LINE_END = String.raw`[^\n\r\u{2028}\u{2029}]`;
// Letters of words only in any case, with those that most expressions do not tell from them.
const TWINS = ["\u017fsS", "\u212akK"];
const LENGTH_MAX = 20_000;

/**
 * An expression of the flags `giu` that has groups with modifiers, "(?-i:ACME)", as one of the flags `gu` that has none and
 * matches the very same; undefined where that cannot be written, and for a very long one.
 */
export function withoutModifiers(source: string): string | undefined {
  const outer: string[] = [];
  const known = new Map<string, string>();
  let on = "i";
  // V8 reads a class with the flags of the group that began last, also behind that group's end.
  let last = on;
  let written = "";
  for (const [token] of source.matchAll(TOKEN)) {
    const [, added = "", removed = ""] = MODIFIERS.exec(token) ?? [];
    if (token.startsWith("(")) outer.push(on);
    if (token === ")") on = outer.pop() ?? on;
    on = [...on].filter((flag) => !removed.includes(flag)).join("") + added;
    if (token.startsWith("(")) last = on;
    if (REFERENCE.test(token) && on.includes("i")) return undefined;
    const key = `${on} ${last} ${token}`;
    const plain = known.get(key) ?? writePlain(token, on, last);
    known.set(key, plain);
    written += plain;
    if (written.length > LENGTH_MAX) return undefined;
  }
  if (!isBlindToTwins([...known])) return written;
  return written.replaceAll(NO_EDGE, String.raw`\B`).replaceAll(EDGE, String.raw`\b`);
}

/**
 * Whether nothing in an expression tells "\u017f" from "s" or "S", and so with "\u212a": on a text without the two it does the same in
 * as many steps, and there its edges are those of the letters of ASCII, of which `recheck` judges eight times as fast.
 */
function isBlindToTwins(known: readonly [string, string][]): boolean {
  const tokens = known.filter(([, plain]) => !AS_IT_IS.test(plain) && !EDGES.includes(plain));
  // What is written as an edge of ASCII, or refers back, tells them apart.
  if (tokens.some(([, plain]) => /^\\b$/i.test(plain) || REFERENCE.test(plain))) return false;
  const readings = tokens.map(([, plain]) => new RegExp(`^(?:${plain})$`, "u"));
  const isLike = (letter: string, other: string) =>
    readings.every((reads) => reads.test(letter) === reads.test(other));
  return TWINS.every(([letter = "", ...others]) => others.some((other) => isLike(letter, other)));
}

/** Whether an expression has a group with modifiers. */
export function hasModifiers(source: string): boolean {
  return [...source.matchAll(TOKEN)].some(([token]) => token !== "(?:" && MODIFIERS.test(token));
}

function writePlain(token: string, on: string, last: string): string {
  if (MODIFIERS.test(token)) return "(?:";
  if (token === "." && on.includes("s")) return "[^]";
  if (token === "^" && on.includes("m")) return `(?<!${LINE_END})`;
  if (token === "$" && on.includes("m")) return `(?!${LINE_END})`;
  if (AS_IT_IS.test(token)) return token;
  if (/^\\b$/i.test(token)) return writeEdge(token, on);
  if (on.includes("i")) return inAnyCase(token, last.includes("i") ? token : `(?-i:)${token}`);
  return last.includes("i") ? inAnyCase(token, `(?-i:(?i:)${token})`) : token;
}

function writeEdge(token: string, on: string): string {
  if (!on.includes("i")) return token;
  return token === String.raw`\b` ? EDGE : NO_EDGE;
}

/** A character or class as it is, with what `read` matches of letters that have two cases. */
function inAnyCase(token: string, read: string): string {
  const any = lettersOf(read, "giu");
  const exact = lettersOf(token, "gu");
  const more = listOf(any, exact);
  const less = listOf(exact, any);
  const kept = less === "" ? token : without(less, token);
  if (more === "") return kept;
  if (kept !== token || token.startsWith("[^")) return `(?:${kept}|[${more}])`;
  if (token.startsWith("[")) return `[${more}${afterLetters(token.slice(1))}`;
  return `[${more}${token}]`;
}

function without(letters: string, token: string): string {
  if (!token.startsWith("[^")) return `(?:(?![${letters}])${token})`;
  return `[^${letters}${afterLetters(token.slice(2))}`;
}

/** A dash that began a class does not make a range with what now stands before it. */
function afterLetters(members: string): string {
  return members.replace(/^-/, String.raw`\-`);
}

function lettersOf(token: string, flags: string): Set<string> {
  return new Set(casedLetters().match(new RegExp(token, flags)));
}

/** Those letters that are not among others, as they are written in a class. */
function listOf(letters: ReadonlySet<string>, others: ReadonlySet<string>): string {
  const codes = [...letters].filter((letter) => !others.has(letter));
  return codes.map((letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`).join("");
}

const PLANE_END = 0x1f000;
let cased: string | undefined;

/** All letters that have another case. */
function casedLetters(): string {
  cased ??= Array.from({ length: PLANE_END }, (_, code) => String.fromCodePoint(code))
    .filter((letter) => /^\p{Changes_When_Casemapped}$/u.test(letter))
    .join("");
  return cased;
}

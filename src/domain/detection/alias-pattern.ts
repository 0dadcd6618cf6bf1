import { COMMON_WORDS } from "./common-words.ts";
import { foldText } from "./fold-text.ts";

import type { Edge } from "./name-boundary.ts";
import { leftEdge, rightEdge } from "./name-boundary.ts";

/** How one spelling is searched: `trigger` is the literal that every match begins with. */
export type AliasPattern = {
  trigger: string;
  source: string;
  length: number;
  left: Edge;
  right: Edge;
  /** The spelling squeezed. */
  key: string;
};

const GAP = String.raw`(?:[ \t\-_]{0,2}|\n)`;
const CLOSED_IS_A_WORD = String.raw`(?:[ \t\-_]{1,2}|\n)`;
/** Abbreviated with a dot or without. */
const TITLE = /^(?:dr|st|ste|mr|mrs|ms|prof)$/i;
const DOTTED = /^(?:\p{L}\.){1,7}\p{L}\.?$/u;
const AND = String.raw`(?:${GAP}(?:&|\+)${GAP}|[ \t\n\-]and[ \t\n\-])`;

/**
 * The search pattern (flags `yu`, for folded text) of one folded spelling: words may be joined by
 * space, hyphen or nothing, "&" may be "and", apostrophes and the dots of initials may be missing.
 * Null when the spelling has no letter or digit.
 */
export function aliasPattern(folded: string): AliasPattern | null {
  const alias = withoutQuotes(folded.trim()).replace(/[\s\-_]+/g, " ");
  const first = alias.at(0) ?? "";
  if (!/[\p{L}\p{N}]/v.test(alias)) return null;
  const body = [...tokensOf(alias)].join("");
  const head = String.fromCodePoint(alias.codePointAt(0) ?? 0);
  const trigger = /^[^ '."!\x26]+/v.exec(alias)?.[0] ?? first;
  const literal = /^[\p{L}\p{N}\p{M}]\./v.test(alias) ? head : trigger;
  return {
    trigger: literal,
    source: body,
    length: alias.length,
    left: leftEdge(alias),
    right: rightEdge(alias),
    key: squeeze(alias),
  };
}

/**
 * The pattern of a name whose capitals stand with dots ("HP": "H.P."), or which is written so itself ("e.l.f."): the dots
 * must be there. `folded` has its capitals where they are. Null when no word is an abbreviation of two to five letters.
 */
export function dottedPattern(folded: string): AliasPattern | null {
  const words = withoutQuotes(folded.trim()).split(" ");
  if (!words.some(isAbbreviation)) return null;
  const sources = words.map((word) =>
    isAbbreviation(word)
      ? `${[...word.replaceAll(".", "")].join(String.raw`\. ?`)}\\.?`
      : escapeText(word),
  );
  const [first = ""] = words;
  const plain = words.join(" ").replaceAll(".", "");
  return {
    trigger: isAbbreviation(first) ? `${first.at(0)}.` : first,
    source: sources.join(" "),
    length: plain.length,
    left: leftEdge(plain),
    right: rightEdge(plain),
    key: squeeze(plain),
  };
}

/** Whether a whole name is letters with dots between: without them it would be another word. */
export function isDotted(name: string): boolean {
  return DOTTED.test(name.trim());
}

function isAbbreviation(word: string): boolean {
  return /^\p{Lu}{2,5}$/u.test(word) || DOTTED.test(word);
}

function withoutQuotes(text: string): string {
  return text.replace(/^(["'])(.+)\1$/s, "$2");
}

/** What all spellings that one pattern matches have in common; the key from a match to its brand. */
export function squeeze(folded: string): string {
  return folded.replace(/(?:[\s-]and[\s-]|[\s-]*[&+][\s-]*)/gi, "&").replace(/[\s\-_'."!]/g, "");
}

/** The spelling of a compound name with its words apart ("AcmeCloud": "Acme Cloud"), or null. */
export function splitCompound(name: string): string | null {
  const split = foldText(name).cased.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  return split.includes(" ") && !name.includes(" ") ? split : null;
}

/** An Arabic name that begins with the article as it stands behind "for" ("الأهلي": "للأهلي"), or null. */
export function behindFor(name: string): string | null {
  const rest = /^\s*[اٱ]ل(\p{L}{2}.*)$/su.exec(name)?.[1];
  if (!rest) return null;
  return rest.startsWith("ل") ? `ل${rest}` : `لل${rest}`;
}

function* tokensOf(alias: string): Generator<string> {
  const gap = COMMON_WORDS.has(alias.replaceAll(" ", "").toLowerCase()) ? CLOSED_IS_A_WORD : GAP;
  const parts = alias.match(/ ?(?:&|\+|\band\b)(?: |(?=\S))| |'|\.|"|!|[^ '."!\x26+]+|./gsv) ?? [];
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1] ?? "";
    const is_inner = index > 0 && index < parts.length - 1;
    if (is_inner && / and /v.test(` ${part.trim()} `) && part.startsWith(" ")) yield AND;
    else if (is_inner && part.startsWith(" ") && /[&+]/.test(part)) yield AND;
    else if (part === "&" && isWord(before) && isWord(parts[index + 1])) yield AND;
    else if (is_inner && /^[&+] ?$/.test(part)) yield `${GAP}${escapeText(part.trim())}${GAP}`;
    else if (part === " ") yield gap;
    else if (part === "'") yield "'?";
    else if (part === '"' || (part === "!" && is_inner)) yield `${part}?`;
    else if (before === " " && parts[index + 1] === " " && [...part].length === 1) {
      yield `"?${escapeText(part)}"?`;
    } else if (TITLE.test(part) && parts[index + 1] === " ") yield `${part}\\.?`;
    else if (part === "." && index === parts.length - 1 && [...before].length === 1) yield "\\.?";
    else if (part === "." && isInitial(before, parts[index + 1])) yield `\\.?${GAP}`;
    else yield escapeText(part);
  }
}

/** Single letters and sizes stand around an "and", too: "C&A" is not "vitamins C and A". */
function isWord(part = ""): boolean {
  return /^\p{L}{3}/u.test(part);
}

/** "J.Crew", "U.S. Bank", "Dr. Acme": the dot says "abbreviated", not "acme.com". */
function isInitial(before: string, after: string | undefined): boolean {
  return [...before].length === 1 || after === " ";
}

/** The text as a pattern that is valid under every flag. */
export function escapeText(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}]/gu, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 128 ? `\\x${code.toString(16).padStart(2, "0")}` : sign;
  });
}

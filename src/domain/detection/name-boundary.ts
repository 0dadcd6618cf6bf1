/** How the place beside a name is judged; depends on the script of the name's edge. */
export type Edge = "free" | "hangul" | "semitic" | "digit" | "unit" | "word";

const SPACELESS =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const HANGUL = /^\p{sc=Hang}/u;
const SEMITIC = /^[\p{sc=Arab}\p{sc=Hebr}]/u;
const LETTER = /^[\p{L}\p{N}\p{M}]/u;
const DIGIT = /^\p{N}/u;
// "and", "with", "to", "like", "when" and the article are written onto the name.
const PROCLITIC =
  /(?:^|[^\p{L}\p{N}\p{M}])(?:[وف]?(?:[بكل]?(?:ال)?|لل)|ו?(?:[לבמ]?כש|ש)?(?:[מבכל]?ה|[בלמכ])?)$/u;
const UNIT = /^(?:hp|ps|kw|mw|gb|tb|mb|oz|lb|cm|mm|ms|db|hz|mp|mah)$/i;

// "2.0 HP", "2+ HP", "1.5-peak HP", "½ HP", "horsepower (HP)": the unit, not the name.
const AMOUNT =
  /(?:\d ?\+?[ -]{0,2}(?:(?:peak|max|continuous|rated|running)[ -])?|(?:horsepower|pferdestarken|kilowatts?|megawatts?|gigabytes?|terabytes?|megabytes?|millimet(?:er|re)s?|centimet(?:er|re)s?|megapixels?) \()$/i;

/** The edge of a folded spelling before which something may stand. */
export function leftEdge(spelling: string): Edge {
  if (UNIT.test(spelling)) return "unit";
  const head = String.fromCodePoint(spelling.codePointAt(0) ?? 0);
  return DIGIT.test(head) ? "digit" : (scriptEdge(head) ?? "word");
}

/** The edge of a folded spelling after which something may stand. */
export function rightEdge(spelling: string): Edge {
  const tail = [...spelling].at(-1) ?? "";
  if (!LETTER.test(tail) || HANGUL.test(tail)) return "free";
  return DIGIT.test(tail) ? "digit" : (scriptEdge(tail) ?? "word");
}

function scriptEdge(letter: string): Edge | null {
  if (SPACELESS.test(letter)) return "free";
  if (HANGUL.test(letter)) return "hangul";
  return SEMITIC.test(letter) ? "semitic" : null;
}

/** Whether a name may begin at `start`: not inside a word, an address or an amount. */
export function canBegin(edge: Edge, text: string, start: number): boolean {
  if (edge === "free" || start === 0) return true;
  const before = letterBefore(text, start);
  if (edge === "hangul") return !HANGUL.test(before);
  if (edge === "semitic") return PROCLITIC.test(text.slice(Math.max(0, start - 6), start));
  if (before === "@") return false;
  if (edge === "unit" && AMOUNT.test(text.slice(Math.max(0, start - 24), start))) return false;
  // "$3M" and "1.3M" are amounts, not the name "3M".
  if (edge === "digit" && /(?:\p{Sc}|\d[.,])$/u.test(text.slice(Math.max(0, start - 2), start))) {
    return false;
  }
  if (!isJoining(before)) return true;
  // "$899.00Acme": product lists glue the price to the next name.
  return (
    edge === "word" && /\p{Sc}\d[\d.,]{0,12}$/u.test(text.slice(Math.max(0, start - 16), start))
  );
}

/** Whether a name may end at `end`. */
export function canEnd(edge: Edge, text: string, end: number): boolean {
  if (edge === "free" || end >= text.length) return true;
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0);
  if (edge === "semitic") return !(SEMITIC.test(after) && LETTER.test(after));
  if (isJoining(after)) return false;
  // "can't" does not contain "Can", "Model 3.5" not "Model 3".
  if (after === "'") return !(text[end + 1] === "t" && !isJoining(text[end + 2] ?? " "));
  return edge !== "digit" || !/^[.,]\d/.test(text.slice(end, end + 2));
}

function letterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1);
}

/** A letter or digit that would continue a Latin, Greek or Cyrillic word; another script does not. */
function isJoining(letter: string): boolean {
  const code = letter.charCodeAt(0);
  if (code < 128) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  }
  return (
    LETTER.test(letter) && !SPACELESS.test(letter) && !HANGUL.test(letter) && !SEMITIC.test(letter)
  );
}

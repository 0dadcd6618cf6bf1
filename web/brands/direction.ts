import type { Nodes } from "mdast";

export type Direction = "ltr" | "rtl";

const LETTERS = /\p{L}/gu;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
/** Fewer letters of a part, such as a brand's name, do not say how it is read. */
const LETTERS_MIN = 60;

/** The words of a part of an answer; code and addresses are written alike everywhere. */
function wordsOf(node: Nodes): string {
  if ("children" in node) return node.children.map(wordsOf).join(" ");
  return node.type === "text" ? node.value : "";
}

/**
 * How a part of an answer is read, `within` an answer that is read so. Not by its first letter: an answer in Arabic begins
 * its lines with names in Latin letters.
 */
export function directionOf(node: Nodes, within: Direction = "ltr"): Direction {
  const words = wordsOf(node);
  const all = words.match(LETTERS)?.length ?? 0;
  const others = words.match(RIGHT_TO_LEFT)?.length ?? 0;
  if (others * 3 > all) return "rtl";
  return others < all && all < LETTERS_MIN ? within : "ltr";
}

const [WARN, ERROR] = [40, 50];

/** A line of the log (JSON) as people read it: when, what, and its fields. */
export function readableLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const mark = Number(level) >= ERROR ? "ERROR " : Number(level) >= WARN ? "WARNING " : "";
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const text = [String(time).slice(11, 19), `${mark}${msg}`, ...shown].join("  ");
  return `${withoutControls(text)}\n`;
}

/**
 * A text for a terminal. What others named things is in it: a character that a terminal obeys, or that turns or hides
 * text, is written as its number; line breaks and tabs stay.
 */
export function withoutControls(text: string): string {
  return text.replaceAll(
    /(?![\n\t])[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What stands alone at the end of a start that has no account yet. */
export function setupNote(address: string): string {
  return `\nEarshot runs. Make the first account here:\n\n  ${address}\n\n`;
}

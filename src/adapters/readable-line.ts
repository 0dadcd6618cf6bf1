const [WARN, ERROR] = [40, 50];

/** A line of the log (JSON) as people read it: when, what, and its fields. */
export function readableLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const mark = Number(level) >= ERROR ? "ERROR " : Number(level) >= WARN ? "WARNING " : "";
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${[String(time).slice(11, 19), `${mark}${msg}`, ...shown].join("  ")}\n`;
}

/** What stands alone at the end of a start that has no account yet. */
export function setupNote(address: string): string {
  return `\nEarshot runs. Make the first account here:\n\n  ${address}\n\n`;
}

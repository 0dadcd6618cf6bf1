const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The day that a text is, as YYYY-MM-DD: "20 Nov 2026", "November 20, 2026" or "2026-11-20"; null: it is none. */
export function readDay(text: string): string | null {
  const words = text.trim().toLowerCase();
  const [, iso] = /^(20\d\d-\d\d-\d\d)$/.exec(words) ?? [];
  const [, day, month] = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? 20\d\d$/.exec(words) ?? [];
  const [, named, numbered] = /^([a-z]{3,9})\.? (\d{1,2}),? 20\d\d$/.exec(words) ?? [];
  const at = MONTHS.indexOf((month ?? named ?? "").slice(0, 3)) + 1;
  const two = (part: number | string) => String(part).padStart(2, "0");
  const found = iso ?? `${words.slice(-4)}-${two(at)}-${two(day ?? numbered ?? 0)}`;
  const time = Date.parse(found);
  // The 31st of a month of 30 days is read as the first of the next.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(found) ? found : null;
}

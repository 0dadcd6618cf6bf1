// Each is made once: to make one takes a browser as long as to use it a hundred times.

/** The order of names as people read them: "Assistant 2" before "Assistant 10". */
export const byName = new Intl.Collator("en", { numeric: true }).compare;

const disjunction = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Values of which any will do: "Hiking, Fishing or Running". */
export const anyOf = (values: readonly string[]) => disjunction.format(values);

const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Values that all hold: "Hiking, Fishing and Running". */
export const allOf = (values: readonly string[]) => conjunction.format(values);

/** How far a time is from now: "3 hours ago", "tomorrow". */
export const relativeTime = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const days = new Map<string, Intl.DateTimeFormat>();

/** The day that it is now in a time zone, as YYYY-MM-DD. */
export const todayIn = (timeZone: string): string => dayIn(timeZone, new Date());

/** The day of a time in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, time: Date): string {
  // en-CA writes a date as YYYY-MM-DD.
  const format = days.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone });
  days.set(timeZone, format);
  return format.format(time);
}

/** Days from one to another, both counted, in whatever time zone: in some a day has no midnight. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** Words that begin a sentence. */
export const capitalised = (words: string): string =>
  words.replace(/^./, (first) => first.toUpperCase());

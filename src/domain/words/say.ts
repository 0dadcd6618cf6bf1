const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A share in words, as the dashboard writes it: "42.3 %", number and sign on one line. */
export function sayShare(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}\u00A0%`;
}

/** A difference of two shares in words: "+1.2 points". */
export function sayPoints(change: number): string {
  return `${change > 0 ? "+" : ""}${(100 * change).toFixed(1)} points`;
}

/** A calendar day as people read it, as the dashboard writes it: "4 Mar 2026". */
export function sayDay(day: string): string {
  return `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** Some days by their first and last, each part of a date as often as it takes: "4 Mar – 9 Apr 2026". */
export function sayDays(from: string, to: string): string {
  if (from === to) return sayDay(to);
  const first = sayDay(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -5) : first} – ${sayDay(to)}`;
}

/** A time as people read it: "4 Mar 2026, 14:05 UTC", of another time zone "4 Mar 2026, 15:05 (Europe/Berlin)". */
export function sayTime(time: Date, timezone = "UTC"): string {
  const text = time.toLocaleString("sv-SE", { timeZone: timezone });
  const zone = timezone === "UTC" ? "UTC" : `(${timezone})`;
  return `${sayDay(text)}, ${text.slice(11, 16)} ${zone}`;
}

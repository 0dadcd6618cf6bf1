/** The ends of both 95 % intervals of a number; null: too little to tell. */
export type Ends = {
  low: number | null;
  high: number | null;
  questions_low: number | null;
  questions_high: number | null;
};

/**
 * Both intervals of a number, each on a line of its own with what it is of; `say`: how one end reads; `of`: the number,
 * beside others. Empty where there is too little to tell.
 */
export function sayEnds(
  { low, high, questions_low, questions_high }: Ends,
  say: (end: number) => string,
  of?: string,
): string {
  const what = `95\u00A0% interval${of ? ` of ${of}` : ""}`;
  const again =
    low !== null &&
    high !== null &&
    `${what} if the same prompts were asked again: ${spanOf(low, high, say)}.`;
  if (questions_low === null || questions_high === null) return again || "";
  const general = `or questions like these in general: ${spanOf(questions_low, questions_high, say)}`;
  if (!again) return `${what} f${general}.`;
  const isWider = questions_high - questions_low > high - low;
  return `${again}\nF${general}${isWider ? WIDER : ""}.`;
}

/** Why the second interval is not the first. */
const WIDER = ", wider as these prompts are only a sample of such questions";

/** A unit that both ends have is said once. */
const spanOf = (low: number, high: number, say: (end: number) => string) =>
  `${say(low).replace(/\s?%$/, "")} to ${say(high)}`;

/** The interval if the same prompts were asked again, in short: 12.1 to 15.3 % if asked again; empty where there is too little to tell. */
export function sayRange({ low, high }: Ends, say: (end: number) => string): string {
  if (low === null || high === null) return "";
  return `${spanOf(low, high, say)} if asked again`;
}

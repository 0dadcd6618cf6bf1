/**
 * What may be spent on one text: `tries` of spellings and places, `names` found. Counted, not timed, so that the same
 * text always gives the same result; a text that is read to its end has something left of both.
 */
export type Effort = { tries: number; names: number };

const TRIES_MAX = 3_000_000;
const NAMES_MAX = 20_000;

/** The effort that an answer is worth: about a second; ordinary ones need a thousandth of it. */
export function newEffort(): Effort {
  return { tries: TRIES_MAX, names: NAMES_MAX };
}

/** Whether a text was not read to its end. */
export function isSpent({ tries, names }: Effort): boolean {
  return tries < 0 || names < 0;
}

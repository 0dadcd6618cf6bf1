import { studentP, studentQuantile } from "./student.ts";

/** How a share of a period is known: `variance` if the same prompts were asked again, and how many of them vary. */
export type KnownShare = {
  variance: number;
  prompts: number;
  /** Prompts of which some answers name the brand and some do not: asking the others more often tells nothing new. */
  varying: number;
};

/** How often a change as large as planned for is to be found. */
const POWER = 0.8;

/** How many of its standard errors a change of some prompts must have to be found: Student's t of 95 % and of 80 %. */
function errorsNeeded(prompts: number): number {
  const freedom = prompts - 1;
  let [low, high] = [0, 2];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (studentP(middle, freedom) > 2 * (1 - POWER)) low = middle;
    else high = middle;
  }
  return studentQuantile(freedom) + high;
}

/**
 * What of a squared change is left to be found where only some prompts move: those that do not are a difference between
 * prompts, which is error, too. Null where that alone hides any change.
 */
function roomFor({ prompts, varying }: KnownShare): number | null {
  const between = (prompts / varying - 1) / prompts;
  const room = 1 / errorsNeeded(prompts) ** 2 - between;
  return varying > 0 && room > 0 ? room : null;
}

/** The least change of a share, 0 to 1, that two periods known alike show in 80 % of cases; null: they show none. */
export function leastChange(known: KnownShare): number | null {
  const room = roomFor(known);
  return room === null ? null : Math.sqrt((2 * known.variance) / room);
}

/**
 * How many times the answers of the prompts that vary are needed, in each of two periods, to show a change of a share
 * in 80 % of cases; at most 1: there are enough. Null: no number of answers does.
 */
export function timesToShow(change: number, known: KnownShare): number | null {
  const room = roomFor(known);
  return room === null ? null : (2 * known.variance) / (change ** 2 * room);
}

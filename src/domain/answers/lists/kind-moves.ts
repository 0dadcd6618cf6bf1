import { addDays } from "#core/period.ts";

/** How many answers of a day were of each kind. */
export type KindDay = { date: string; counts: ReadonlyMap<string, number> };
/** The day from which most answers were of another kind, that one, and the one before. */
export type KindMove = { date: string; value: string; previous_value: string };

/** So many days with answers, from one on, tell what answers were from then on. */
const DAYS = 7;
/** What is held against each other lies no further apart. */
export const KIND_LOOK_AHEAD_DAYS = 28;
/** What was held to be a model's kind is so no longer than this after the last days that were of it. */
const HELD_DAYS = 42;
/** Two moves in turn may decide whether a third is one. */
export const KIND_LOOK_BACK_DAYS = 2 * HELD_DAYS + DAYS;
/** Of the days before, a kind with less than this share of answers is new, whichever kinds were side by side. */
const NEW_BELOW = 1 / 10;

/** What part of the answers of these days, and of how many days at least, must be of a kind for it to be theirs. */
export type Holds = { share: number; days: number };
/** Providers serve versions side by side, by the answer or by the day: which of them leads on a day may be chance. */
export const SERVED: Holds = { share: 3 / 4, days: 2 };
/** How answers were asked for is known at once; but of several ways, as of two countries, any may lead on a day. */
export const ASKED_FOR: Holds = { share: 2 / 3, days: 1 };

/**
 * The days, of `days` in their order, from which answers were of another kind and stayed so, oldest first. One day is
 * judged by those of `KIND_LOOK_BACK_DAYS` before it.
 */
export function findKindMoves(days: readonly KindDay[], holds: Holds): KindMove[] {
  const moves: KindMove[] = [];
  let held: { kind: string; date: string } | null = null;
  let since = 0;
  for (const [at, day] of days.entries()) {
    const before = days.slice(Math.max(since, at - DAYS), at);
    if (held && addDays(held.date, HELD_DAYS) < day.date) held = null;
    const kind = heldBy(before, holds.share);
    if (kind !== null && (held === null || kind === held.kind)) held = { kind, date: day.date };
    const next = days.slice(at, at + DAYS);
    const value = next.length < holds.days ? null : heldBy(next, holds.share);
    if (value === null || value !== heldBy([day], 0)) continue;
    const previous_value = isNew(value, before) ? heldBy(before, 0) : (held?.kind ?? null);
    if (previous_value === null || previous_value === value) continue;
    moves.push({ date: day.date, value, previous_value });
    held = { kind: value, date: day.date };
    since = at;
  }
  return moves;
}

/** Whether next to no answers of some days were of a kind. */
function isNew(kind: string, days: readonly KindDay[]): boolean {
  let [ofKind, all] = [0, 0];
  for (const { counts } of days) {
    ofKind += counts.get(kind) ?? 0;
    for (const answers of counts.values()) all += answers;
  }
  return ofKind < NEW_BELOW * all;
}

/** The kind of most answers of some days, if it has such a share of them; of several with as many the first by name. */
function heldBy(days: readonly KindDay[], share: number): string | null {
  const sums = new Map<string, number>();
  let all = 0;
  for (const { counts } of days) {
    for (const [value, answers] of counts) {
      sums.set(value, (sums.get(value) ?? 0) + answers);
      all += answers;
    }
  }
  const [most] = [...sums].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return most && most[1] >= share * all ? most[0] : null;
}

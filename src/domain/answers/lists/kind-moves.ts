/** How many answers of a day were of each kind. */
export type KindDay = { date: string; counts: ReadonlyMap<string, number> };
/** The day from which most answers were of another kind, that one, and the one before. */
export type KindMove = { date: string; value: string; previous_value: string };

/** So many days with answers, from one on, tell what answers were from then on. */
const DAYS = 7;
/** What is held against each other lies no further apart. */
export const KIND_LOOK_AHEAD_DAYS = 28;

/** What part of the answers of these days, and of how many days at least, must be of a kind for it to be theirs. */
export type Holds = { share: number; days: number };
/** Providers serve versions side by side, by the answer or by the day: which of them leads on a day may be chance. */
export const SERVED: Holds = { share: 3 / 4, days: 2 };
/** How answers were asked for is known at once; but of several ways, as of two countries, any may lead on a day. */
export const ASKED_FOR: Holds = { share: 2 / 3, days: 1 };

/** The days, of `days` in their order, from which answers were of another kind and stayed so, oldest first. */
export function findKindMoves(days: readonly KindDay[], holds: Holds): KindMove[] {
  const moves: KindMove[] = [];
  let held: string | null = null;
  for (const [at, day] of days.entries()) {
    held ??= at === 0 ? null : heldBy(days.slice(Math.max(0, at - DAYS), at), holds.share);
    const next = days.slice(at, at + DAYS);
    const value = next.length < holds.days ? null : heldBy(next, holds.share);
    if (held === null || value === null || value === held || value !== heldBy([day], 0)) continue;
    moves.push({ date: day.date, value, previous_value: held });
    held = value;
  }
  return moves;
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

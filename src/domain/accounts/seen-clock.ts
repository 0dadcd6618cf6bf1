import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";

const DAY_MS = 86_400_000;
/** A clock this near to where it was is the same clock, running. */
export const NEAR_MS = 2 * DAY_MS;
/** One that was set further is believed once it has run for so long. */
const RUN_MS = 7 * DAY_MS;
/** For as long a machine may be off, such as over a long weekend; a step further than that may be a clock that was set. */
const PAUSE_MS = 4 * DAY_MS;

/**
 * The clock as it was when last looked at. believed_at: what it said when it was believed, and by how long it ran since;
 * doubted_since: since when it is doubted, later by the times for which it did not run.
 */
export type SeenClock = { believed_at: Date; looked_at: Date; doubted_since: Date | null };

/**
 * What to think of a clock that says `now`. A server that was off for days is doubted like a clock that was set: nothing
 * tells them apart but that somebody sets a wrong clock right.
 */
export function lookAtClock(seen: SeenClock | undefined, now: Date): SeenClock {
  const believed = { believed_at: now, looked_at: now, doubted_since: null };
  if (!seen) return believed;
  const isNear = (time: Date) => Math.abs(now.getTime() - time.getTime()) <= NEAR_MS;
  const passed_ms = now.getTime() - seen.looked_at.getTime();
  const ran_ms = isNear(seen.looked_at) ? passed_ms : 0;
  const believed_at = new Date(seen.believed_at.getTime() + ran_ms);
  if (isNear(believed_at)) return believed;
  // An installation that is off every weekend runs for seven days, too. Nothing but a clock that is set goes back.
  const off_ms = passed_ms - ran_ms;
  const since =
    seen.doubted_since !== null && off_ms >= 0 && off_ms <= PAUSE_MS
      ? seen.doubted_since.getTime() + off_ms
      : now.getTime();
  if (now.getTime() - since >= RUN_MS) return believed;
  return { believed_at, looked_at: now, doubted_since: new Date(since) };
}

/** By which time what is old may be deleted; `doubt`: the clock was set far from where it was, and is believed from `until` on. */
export type SweepTime = { time: Date; doubt: { believed_at: Date; until: Date } | null };

/** The time by which what has expired is deleted: now, and not later than the clock is believed. */
export async function sweepTime({
  db,
  now,
}: Pick<AccountContext, "db" | "now">): Promise<SweepTime> {
  const time = now();
  const { believed_at, doubted_since } = lookAtClock(await readClock(db), time);
  if (doubted_since === null) return { time, doubt: null };
  const until = new Date(doubted_since.getTime() + RUN_MS);
  const earlier = new Date(Math.min(time.getTime(), believed_at.getTime()));
  return { time: earlier, doubt: { believed_at, until } };
}

/** Looks at the clock and keeps what was seen; true when it is believed. */
export async function noteClock({ db, now }: Pick<AccountContext, "db" | "now">): Promise<boolean> {
  const { believed_at, looked_at, doubted_since } = lookAtClock(await readClock(db), now());
  await sql`
    insert into seen_clock (believed_at, looked_at, doubted_since)
    values (${believed_at}, ${looked_at}, ${doubted_since}::timestamptz)
    on conflict (clock_id) do update set believed_at = excluded.believed_at,
      looked_at = excluded.looked_at, doubted_since = excluded.doubted_since`.execute(db);
  return doubted_since === null;
}

async function readClock(db: Database): Promise<SeenClock | undefined> {
  const row = await db.selectFrom("seen_clock").selectAll().executeTakeFirst();
  return (
    row && {
      believed_at: new Date(row.believed_at),
      looked_at: new Date(row.looked_at),
      doubted_since: row.doubted_since === null ? null : new Date(row.doubted_since),
    }
  );
}

/** A doubted clock in a sentence, and what to do. */
export function sayDoubt(doubt: NonNullable<SweepTime["doubt"]>, now: Date): string {
  const at = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `this machine's clock says ${at(now)}, and by how long it ran it is ${at(doubt.believed_at)}. Until ${at(doubt.until)} only what is old by the earlier of both is deleted. If the clock is wrong, set it; if this installation was off, there is nothing to do.`;
}

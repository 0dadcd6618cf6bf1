import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import { upkeep } from "#core/job.ts";
import { TRUSTED_MS } from "#domain/accounts/device.ts";
import { NEAR_MS, noteClock } from "#domain/accounts/seen-clock.ts";
import { wakeWaiting } from "#domain/capture/asking/turn-queries.ts";
import { briefly } from "#domain/projects/each-project.ts";

/**
 * Every ten minutes: looks at the clock, and nothing waits until a time that only a clock which was ahead can have named.
 * While it is believed, nothing that lets somebody in is good for longer than a new one would be, so that a clock that was
 * ahead gives nobody more time.
 */
export const watchClock = upkeep({
  name: "watch_clock",
  cron: "*/10 * * * *",
  async handler(context) {
    const now = context.now();
    const isBelieved = await noteClock(context);
    await endWaits(context.db, now, isBelieved);
    if (isBelieved) await bringBack(context.db, now);
  },
});

/**
 * Ends, or makes as short as it ever is, what waits for longer than anything is made to wait. To a clock that is behind every
 * right time lies ahead: what would be asked or billed twice for that is touched by a clock that is believed alone, and
 * only where it lies further ahead than such a one may be off.
 */
async function endWaits(db: Database, now: Date, isBelieved: boolean): Promise<void> {
  const after = (wait: string) => from(now, wait);
  const statements = [
    sql`update capture_targets set next_free_at = ${now} where next_free_at > ${after("1 hour")}`,
    sql`update capture_targets set slowed_until = ${after("5 minutes")} where slowed_until > ${after("5 minutes")}`,
    // A provider may name any time; an assistant that is paused is asked once a day by its canary in any case.
    sql`update capture_targets set paused_until = ${after("1 day")}
      where paused_until > ${after("1 day")} and isfinite(paused_until)`,
    sql`update capture_tasks set run_after = ${now} where status = 'queued' and run_after > ${after("1 day")}
      and day <= (${after("1 day")})::date and (attempts > 0 or error_kind is not null)`,
    // Not at once: one that is being handed over would be looked for meanwhile.
    sql`update capture_submissions set look_at = ${after("5 minutes")} where look_at > ${after("1 day")}`,
    sql`update judges set waits_until = ${after("1 day")} where waits_until > ${after("1 day")}`,
    sql`update oauth_clients set checked_at = ${now} where checked_at > ${now}`,
    ...(isBelieved ? endLeases(now) : []),
  ];
  for (const statement of statements) await statement.execute(db);
  await briefly(db, wakeWaiting);
}

const from = (now: Date, wait: string) => sql`${now}::timestamptz + ${wait}::interval`;

function endLeases(now: Date): RawBuilder<unknown>[] {
  const ahead = from(now, `${NEAR_MS + 3_600_000} milliseconds`);
  return [
    sql`update capture_targets set failing_since = ${now} where failing_since > ${ahead}`,
    sql`update capture_tasks set lease_until = ${from(now, "5 minutes")} where status = 'running' and lease_until > ${ahead}`,
    sql`update capture_ledger set held_until = ${from(now, "10 minutes")} where held_until > ${ahead}`,
    sql`update judges set failing_since = ${now} where failing_since > ${ahead}`,
    sql`update judges set busy_until = ${from(now, "10 minutes")} where busy_until > ${ahead}`,
  ];
}

/** Lets what was begun at a time that has not come begin now, with the life it was given. */
async function bringBack(db: Database, now: Date): Promise<void> {
  const lasts = sql`created_at = ${now}, expires_at = ${now}::timestamptz + (expires_at - created_at)`;
  // None of these is given for as long as an hour.
  const isAhead = sql`expires_at > ${now}::timestamptz + interval '1 hour'`;
  const statements = [
    sql`update invitations set ${lasts} where created_at > ${now}`,
    sql`update oauth_tokens set ${lasts} where created_at > ${now}`,
    sql`update share_links set ${lasts} where created_at > ${now}`,
    sql`update api_keys set ${lasts} where created_at > ${now}`,
    sql`update known_devices set trusted_until = ${new Date(now.getTime() + TRUSTED_MS)}
      where trusted_until > ${new Date(now.getTime() + TRUSTED_MS)}`,
    sql`update known_devices set last_used_at = ${now} where last_used_at > ${now}`,
    sql`update known_devices set renamed_at = ${now} where renamed_at > ${now}`,
    sql`update identities set seen_at = ${now} where seen_at > ${now}`,
    sql`delete from sessions where created_at > ${now}::timestamptz + interval '1 day'`,
    sql`delete from password_resets where ${isAhead}`,
    sql`delete from oauth_codes where ${isAhead}`,
    sql`delete from oauth_requests where ${isAhead}`,
    sql`delete from started_sign_ins where ${isAhead}`,
    sql`delete from sign_on_requests where ${isAhead}`,
    sql`delete from passkey_challenges where ${isAhead}`,
  ];
  for (const statement of statements) await statement.execute(db);
}

import { sql } from "kysely";
import * as z from "zod";
import type { Database } from "#core/database.ts";
import { job } from "#core/job.ts";
import { TRUSTED_MS } from "#domain/accounts/device.ts";
import { noteClock } from "#domain/accounts/seen-clock.ts";

/**
 * Every ten minutes: looks at the clock. While it is believed, nothing that lets somebody in is good for longer than a
 * new one would be, so that a clock that was ahead gives nobody more time.
 */
export const watchClock = job({
  name: "watch_clock",
  input: z.strictObject({}),
  attempts: 1,
  work: "upkeep",
  cron: "*/10 * * * *",
  async handler(context) {
    if (await noteClock(context)) await bringBack(context.db, context.now());
  },
});

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

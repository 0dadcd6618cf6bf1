import { sql } from "kysely";
import type { SignOn } from "#core/context.ts";
import { type Database, didChange, type NewRow, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";
import { lockSignIn } from "./account-queries.ts";
import { type Holder, opens, seenBy } from "./sign-on/opens.ts";

/**
 * A signed-in user; `is_member` is false for one who was removed from every organisation, `is_confirmed` for one
 * who has not typed the password lately.
 */
export type Session = {
  session_id: number;
  user_id: number;
  email: string;
  name: string;
  is_member: boolean;
  is_confirmed: boolean;
  is_stale: boolean;
  sign_on: SignOn;
};

/** Stores a session. */
export async function insertSession(db: Database, session: NewRow<"sessions">): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
}

/**
 * The living session with this hash; last uses before `idle_since` and confirmations before `confirmed_since` do not count.
 * Nor does what lies ahead, beyond what clocks of servers differ by: a clock that was wrong made it, and it would last.
 */
export async function findLivingSession(
  db: Database,
  times: { hash: Buffer; now: Date; idle_since: Date; confirmed_since: Date },
): Promise<Session | undefined> {
  const { hash, now, idle_since, confirmed_since } = times;
  const rows = await rowsOf<Session>(db)`
    select s.session_id, s.user_id, u.email, u.name, s.sign_on,
      exists (select from memberships m where m.user_id = u.user_id and ${opens(sql`s.sign_on`)}) as is_member,
      s.confirmed_at > ${confirmed_since} and s.confirmed_at < ${now}::timestamptz + interval '5 minutes' as is_confirmed,
      s.last_used_at < ${now}::timestamptz - interval '1 minute' as is_stale
    from sessions s join users u on u.user_id = s.user_id
    where s.hash = ${hash} and s.expires_at > ${now} and s.last_used_at > ${idle_since}
      and s.created_at < ${now}::timestamptz + interval '1 day' and not u.is_disabled`;
  return rows[0];
}

/** Notes that a session was used; callers ask at most once a minute. */
export async function touchSession(db: Database, session_id: number, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_used_at: now })
    .where("session_id", "=", session_id)
    .execute();
}

/** Notes that the user of a session typed the password. */
export async function confirmSession(db: Database, session_id: number, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ confirmed_at: now })
    .where("session_id", "=", session_id)
    .execute();
}

/** Ends the session with this hash, if there is one. */
export async function deleteSessionByHash(db: Database, hash: Buffer): Promise<void> {
  await db.deleteFrom("sessions").where("hash", "=", hash).execute();
}

/** Ends one session of a user; false when they have no such session. */
export async function deleteSession(
  db: Database,
  { user_id, sign_on }: Holder,
  session_id: number,
): Promise<boolean> {
  const change = db
    .deleteFrom("sessions")
    .where((row) => row.and({ user_id, session_id }))
    .where(seenBy(sign_on));
  return didChange(change);
}

/** Ends the sessions by an organisation's provider: all, or those of one user. */
export async function deleteSignOnSessions(
  db: Database,
  organisation_id: number,
  user_id: number | null,
): Promise<void> {
  await sql`delete from sessions where sign_on = ${organisation_id}
    and (${user_id}::integer is null or user_id = ${user_id})`.execute(db);
}

/** UNAUTHORIZED where a session was ended; who ends all of its user's waits for the end of the transaction. */
export async function holdSession(
  db: Database,
  { session_id, user_id }: Pick<Session, "session_id" | "user_id">,
): Promise<void> {
  await lockSignIn(db, user_id);
  const rows = await rowsOf(db)`select from sessions where session_id = ${session_id}`;
  if (rows.length === 0)
    throw new Failure("UNAUTHORIZED", "Sign in first: this session was ended.");
}

/** Ends every session of a user but the one given. */
export async function deleteOtherSessions(
  db: Database,
  { user_id, sign_on }: Holder,
  kept: number | undefined,
): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", user_id)
    .where(seenBy(sign_on))
    .where("session_id", "!=", kept ?? 0)
    .execute();
}

type SessionRow = {
  id: number;
  user_agent: string;
  address: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

/** A user's living sessions, the last used first. */
export async function listLivingSessions(
  db: Database,
  { user_id, sign_on }: Holder,
  { now, idle_since, page }: { now: Date; idle_since: Date; page: PageInput },
): Promise<Paged<SessionRow>> {
  const listed = sql<SessionRow>`
    select session_id as id, user_agent, address, created_at, last_used_at, expires_at,
      count(*) over () as total_count
    from sessions
    where user_id = ${user_id} and expires_at > ${now} and last_used_at > ${idle_since}
      and ${seenBy(sign_on)}
    order by last_used_at desc, session_id desc`;
  return readPage(db, page, listed);
}

const WAITING = [
  "password_resets",
  "started_sign_ins",
  "sign_on_requests",
  "passkey_challenges",
] as const;

/** Deletes sessions that are over, by their age or unused for a week, and what waited too long for a user to come back. */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  await sql`delete from sessions where expires_at < ${now}
    or last_used_at < ${now}::timestamptz - interval '7 days'`.execute(db);
  for (const table of WAITING)
    await db.deleteFrom(table).where("expires_at", "<", now.toISOString()).execute();
}

/** Deletes what was counted for limits in windows that have ended, with the addresses that it was counted of. */
export async function sweepLimits(db: Database): Promise<void> {
  await sql`delete from rate_limits where window_ends < now()`.execute(db);
}

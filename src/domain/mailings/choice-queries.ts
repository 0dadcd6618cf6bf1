import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { isVouchedFor, opens } from "#domain/accounts/sign-on/opens.ts";
import type { Asker, Mailing } from "./receiver.ts";

type Choice = { week: boolean; events: string[] };

/** What somebody chose to be mailed of a project; nothing unless they did. */
export async function findChoice(db: Database, { project_id, user_id }: Asker): Promise<Choice> {
  const rows = await rowsOf<Choice>(db)`
    select week, events from mail_choices where project_id = ${project_id} and user_id = ${user_id}`;
  return rows[0] ?? { week: false, events: [] };
}

/** Stores what somebody chose; what is not given stays. */
export async function saveChoice(
  db: Database,
  { project_id, user_id }: Asker,
  { week = null, events = null }: { week?: boolean | null; events?: readonly string[] | null },
): Promise<void> {
  await sql`
    insert into mail_choices (project_id, user_id, week, events)
    values (${project_id}, ${user_id}, coalesce(${week}::boolean, false), coalesce(${events}::text[], '{}'))
    on conflict (project_id, user_id) do update set
      week = coalesce(${week}::boolean, mail_choices.week),
      events = coalesce(${events}::text[], mail_choices.events)`.execute(db);
}

/** Ends one kind of mail to somebody; false where there was none. */
export async function endMailing(
  db: Database,
  { project_id, user_id }: Asker,
  mailing: Mailing,
): Promise<boolean> {
  const { numAffectedRows } =
    mailing === "week"
      ? await sql`update mail_choices set week = false
          where project_id = ${project_id} and user_id = ${user_id} and week`.execute(db)
      : await sql`update mail_choices set events = '{}'
          where project_id = ${project_id} and user_id = ${user_id} and events <> '{}'`.execute(db);
  return Number(numAffectedRows) > 0;
}

export type Receiver = { email: string; project_name: string; timezone: string };

/**
 * Where a mail goes to somebody who asked for it, as things are now: a user who is not disabled, a member of the
 * organisation whose sign-in opens it, of a project that is active. Undefined: nowhere.
 */
export async function findReceiver(
  db: Database,
  { project_id, user_id }: Asker,
  { mailing, now }: { mailing: Mailing; now: Date },
): Promise<Receiver | undefined> {
  const isAsked = mailing === "week" ? sql`c.week` : sql`c.events <> '{}'`;
  const byProvider = isVouchedFor(sql`m.organisation_id`, sql`m.user_id`, now);
  const rows = await rowsOf<Receiver>(db)`
    select u.email, p.name as project_name, p.timezone
    from mail_choices c
    join projects p on p.project_id = c.project_id and p.status = 'active'
    join users u on u.user_id = c.user_id and not u.is_disabled
    join memberships m on m.organisation_id = p.organisation_id and m.user_id = c.user_id
    where c.project_id = ${project_id} and c.user_id = ${user_id} and ${isAsked}
      and (${opens(null)} or ${byProvider})`;
  return rows[0];
}

/** From which hour of Monday on the week is mailed, in the project's time zone, and until the end of Tuesday. */
const WEEK_HOUR = 7;
const CLAIMED_MAX = 200;

export type DueWeek = Asker & { monday: string };

/**
 * Takes some of those whose week is to be mailed now; nobody twice in a week, however many take at once. A Monday that
 * lies ahead was noted by a clock that was wrong.
 */
export async function claimWeeks(db: Database, now: Date): Promise<DueWeek[]> {
  return rowsOf<DueWeek>(db)`
    with due as (
      select c.project_id, c.user_id, local.day - (extract(isodow from local.day)::integer - 1) as monday
      from mail_choices c
      join projects p on p.project_id = c.project_id and p.status = 'active'
      cross join lateral (select (${now}::timestamptz at time zone p.timezone)::date as day,
        extract(hour from ${now}::timestamptz at time zone p.timezone) as hour) local
      where c.week and (extract(isodow from local.day) = 2
        or extract(isodow from local.day) = 1 and local.hour >= ${WEEK_HOUR})
    )
    update mail_choices c set week_mailed = due.monday, week_written = false from due
    where c.project_id = due.project_id and c.user_id = due.user_id
      and (c.project_id, c.user_id) in (
        select d.project_id, d.user_id from due d join mail_choices o using (project_id, user_id)
        where o.week_mailed is null or o.week_mailed < d.monday or o.week_mailed > d.monday + 7
        order by d.project_id, d.user_id limit ${CLAIMED_MAX} for update of o skip locked)
    returning c.project_id, c.user_id, due.monday`;
}

/**
 * Notes that the mail of the week that was claimed waits; false: it did before, as where a worker ended after that, or
 * another week was claimed since.
 */
export async function noteWritten(
  db: Database,
  { project_id, user_id, monday }: DueWeek,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update mail_choices set week_written = true
    where project_id = ${project_id} and user_id = ${user_id} and week_mailed = ${monday}
      and not week_written`.execute(db);
  return Number(numAffectedRows) > 0;
}

/** Takes what somebody chose about the projects of an organisation away. */
export async function forgetChoices(
  db: Database,
  { organisation_id, user_id }: { organisation_id: number; user_id: number },
): Promise<void> {
  await sql`delete from mail_choices where user_id = ${user_id} and project_id in (
    select project_id from projects where organisation_id = ${organisation_id})`.execute(db);
}

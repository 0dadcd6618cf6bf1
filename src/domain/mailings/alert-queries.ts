import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { ALERTS_A_DAY, type Asker, SEND_ALERT } from "./receiver.ts";

/** What happens at once is told in one mail. */
const GATHER_SECONDS = 60;
/** What nobody could be told in so many hours is no news. */
const NEWS_HOURS = 48;
const KEPT_DAYS = 30;

/** Whether an event is still news then. */
export const isNewsAt = (payload: string, at: Date) =>
  at.getTime() < Date.parse(JSON.parse(payload).timestamp) + NEWS_HOURS * 3_600_000;

type Teller = Pick<AccountContext, "db" | "queueOn" | "now">;

/** Has an event mailed to those who asked for it; in a transaction, only once it commits. */
export async function noteAlert(
  { db, queueOn, now }: Teller,
  { project_id }: Tenant,
  { event, payload }: { event: string; payload: string },
): Promise<void> {
  const rows = await rowsOf<Asker>(db)`
    insert into mail_alerts (project_id, user_id, payload, created_at)
    select project_id, user_id, ${payload}, ${now()}::timestamptz from mail_choices
    where project_id = ${project_id} and ${event} = any(events)
    returning project_id, user_id`;
  const run_at = new Date(now().getTime() + GATHER_SECONDS * 1_000);
  for (const asker of rows) await queueOn(db).add(SEND_ALERT, { ...asker, mail: null }, { run_at });
}

/**
 * Puts what somebody was not told yet into one mail, whose number it answers; null where there is nothing, or where
 * enough was mailed in the last 24 hours. In a transaction.
 */
export async function claimAlerts(
  db: Database,
  { project_id, user_id }: Asker,
  now: Date,
): Promise<number | null> {
  await sql`select from mail_choices where project_id = ${project_id} and user_id = ${user_id} for update`.execute(
    db,
  );
  const rows = await rowsOf<{ mail: number }>(db)`
    with held as (
      select alert_id from mail_alerts
      where project_id = ${project_id} and user_id = ${user_id} and mail is null
        and created_at > ${now}::timestamptz - ${NEWS_HOURS} * interval '1 hour'
        and (select count(distinct mail) from mail_alerts where project_id = ${project_id} and user_id = ${user_id}
          and mailed_at > ${now}::timestamptz - interval '1 day') < ${ALERTS_A_DAY}
    )
    update mail_alerts a set mail = (select max(alert_id) from held), mailed_at = ${now}::timestamptz
    where a.project_id = ${project_id} and a.alert_id in (select alert_id from held)
    returning a.mail`;
  return rows[0]?.mail ?? null;
}

/** What a mail tells of, oldest first, and whether somebody still wants it. */
export async function readAlerts(
  db: Database,
  { project_id, user_id }: Asker,
  mail: number,
): Promise<string[]> {
  const rows = await rowsOf<{ payload: string }>(db)`
    select a.payload from mail_alerts a join mail_choices c using (project_id, user_id)
    where a.project_id = ${project_id} and a.user_id = ${user_id} and a.mail = ${mail}
      and a.payload::jsonb->>'type' = any(c.events)
    order by a.alert_id`;
  return rows.map(({ payload }) => payload);
}

/** Those who may be told of what they were not, because enough was mailed before or a worker ended; the 1,000 who waited longest. */
export async function listWaiting(db: Database, now: Date): Promise<Asker[]> {
  return rowsOf<Asker>(db)`
    select project_id, user_id from mail_alerts
    where mail is null and created_at between ${now}::timestamptz - ${NEWS_HOURS} * interval '1 hour'
      and ${now}::timestamptz - interval '5 minutes'
    group by 1, 2 having (select count(distinct told.mail) from mail_alerts told
      where told.project_id = mail_alerts.project_id and told.user_id = mail_alerts.user_id
        and told.mailed_at > ${now}::timestamptz - interval '1 day') < ${ALERTS_A_DAY}
    order by min(created_at), 1, 2 limit 1000`;
}

/** Forgets what was told or is no news. */
export async function sweepAlerts(db: Database, now: Date): Promise<void> {
  await sql`delete from mail_alerts where created_at < ${now}::timestamptz - ${KEPT_DAYS} * interval '1 day'`.execute(
    db,
  );
}

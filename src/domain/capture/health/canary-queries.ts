import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { ANSWERS } from "../targets/refusals.ts";

/** The hour of the project's day from which canary questions are asked. */
const NIGHT_HOUR = 3;

/** Projects that have an assistant to ask a canary question now. */
export async function listCanaryProjects(db: Database, now: Date): Promise<Tenant[]> {
  return rowsOf<Tenant>(db)`
    select distinct g.project_id ${isDue(now)} order by g.project_id`;
}

/** The numbers of a project's assistants to ask a canary question now, with the day it is there; at most `limit`. */
export async function listCanaryModels(
  db: Database,
  { project_id }: Tenant,
  { now, limit }: { now: Date; limit: number },
): Promise<{ model_id: number; day: string }[]> {
  return rowsOf<{ model_id: number; day: string }>(db)`
    select g.model_id, l.day ${isDue(now)} and g.project_id = ${project_id}
    order by g.model_id limit ${limit}`;
}

// A question of the plan that ended within a day tells the same. One that is paused is asked all the same: that is how it
// is found out that it answers again.
const isDue = (now: Date) => sql`
  from capture_targets g
  join models m on m.project_id = g.project_id and m.model_id = g.model_id and m.is_active
  join projects p on p.project_id = g.project_id and p.status = 'active'
  cross join lateral (
    select (${now}::timestamptz at time zone p.timezone)::date as day,
      extract(hour from ${now}::timestamptz at time zone p.timezone) as hour
  ) l
  where g.has_canary and l.hour >= ${NIGHT_HOUR}::integer
    and not exists (select from canaries c
      where c.project_id = g.project_id and c.model_id = g.model_id and c.day = l.day)
    and (g.paused_until > ${now}::timestamptz or not exists (select from capture_tasks t
      where t.project_id = g.project_id and t.model_id = g.model_id and t.day >= l.day - 1
        and t.status in ('done', 'failed', 'copied') and t.finished_at > ${now}::timestamptz - interval '1 day'))`;

type CanaryKey = Tenant & { model_id: number; day: string };

/** Takes the day's canary question of an assistant; false when it was taken before. */
export async function takeCanary(
  db: Database,
  { project_id, model_id, day }: CanaryKey,
  now: Date,
): Promise<boolean> {
  const rows = await rowsOf(db)`
    insert into canaries (project_id, model_id, day, asked_at)
    values (${project_id}, ${model_id}, ${day}, ${now}) on conflict do nothing returning 1`;
  return rows.length > 0;
}

export type CanaryOutcome = {
  status: "answered" | "no_answer" | "refused" | "failed" | "skipped_budget";
  error_kind?: string;
  error?: string;
  served_model?: string | null;
  search_ran?: boolean | null;
  source_count?: number;
  answer_bytes?: number;
  latency_ms?: number;
};

/** Keeps what came of a canary question. An assistant that answered is no longer paused, unless it failed meanwhile. */
export async function settleCanary(
  db: Database,
  { project_id, model_id, day }: CanaryKey,
  outcome: CanaryOutcome,
): Promise<void> {
  await db
    .updateTable("canaries")
    .set(outcome)
    .where("project_id", "=", project_id)
    .where("model_id", "=", model_id)
    .where("day", "=", day)
    .execute();
  if (outcome.status === "failed" || outcome.status === "skipped_budget") return;
  await sql`
    update capture_targets g set ${ANSWERS}, last_success_at = c.asked_at
    from canaries c
    where g.project_id = ${project_id} and g.model_id = ${model_id}
      and c.project_id = g.project_id and c.model_id = g.model_id and c.day = ${day}::date
      and (g.failing_since is null or g.failing_since <= c.asked_at)
      and (g.paused_until is null or g.failing_since is not null)`.execute(db);
}

/** Forgets canary questions from before a day, of all projects. */
export async function forgetCanaries(db: Database, before: string): Promise<void> {
  await db.deleteFrom("canaries").where("day", "<", before).execute();
}

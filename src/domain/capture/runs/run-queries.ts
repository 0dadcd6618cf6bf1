import { sql } from "kysely";
import type * as z from "zod";
import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { type Paged, type PageInput, readPageBy } from "#core/page.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Priced } from "../budget/answer-price.ts";
import { OPEN_STATUSES, type Run, toUsd } from "../capture-task.ts";
import { ASKED_AGAIN, COUNTS_OF_RUN, REPEATS } from "../task-queries.ts";

/** States of tasks that have not ended, for `status in`. */
export const OPEN = sql.raw(`('${OPEN_STATUSES.join("', '")}')`);
export type RunView = z.input<typeof Run>;
type RunRow = Omit<RunView, "cost_usd" | "unanswered"> & {
  cost_micros: number;
  total_count: number;
};

/** Runs of a project, newest day first, counted straight from their tasks. */
export async function listRunRows(
  db: Database,
  tenant: Tenant,
  page: PageInput,
): Promise<Paged<RunView>> {
  const found = await readPageBy(page, (part) => selectRuns(db, tenant, part));
  return { ...found, data: await toViews(db, tenant, found.data) };
}

/** The runs of some days, newest first; `limit` at most. */
export async function listRunsOf(
  db: Database,
  tenant: Tenant,
  days: { date_from: string; date_to: string; limit: number },
): Promise<RunView[]> {
  return toViews(db, tenant, await selectRuns(db, tenant, { ...days, offset: 0 }));
}

/** One run, or undefined. */
export async function findRun(
  db: Database,
  tenant: Tenant,
  run_id: number,
): Promise<RunView | undefined> {
  const rows = await selectRuns(db, tenant, { limit: 1, offset: 0, run_id });
  return (await toViews(db, tenant, rows))[0];
}

/** The number of a run by its public id; NOT_FOUND where the project does not have it. */
export async function requireRun(
  db: Database,
  { project_id }: Tenant,
  id: string,
): Promise<number> {
  const run_id = decodeId("run", id);
  const rows = await rowsOf(db)`
    select from capture_runs where project_id = ${project_id} and run_id = ${run_id}`;
  if (rows.length === 0) throw noRun(id);
  return run_id;
}

export const noRun = (id: string) => new Failure("NOT_FOUND", `There is no run ${id}.`);

/** Runs as they are told. What they brought is asked for by itself: on a cluster it lies on another server. */
async function toViews(
  db: Database,
  { project_id }: Tenant,
  rows: readonly RunRow[],
): Promise<RunView[]> {
  if (rows.length === 0) return [];
  const empty = await rowsOf<{ answer_id: number }>(db)`
    select answer_id from answers where project_id = ${project_id}
      and day = any(${rows.map(({ day }) => day)}::date[]) and status <> 'answered'`;
  const counts = await rowsOf<{ run_id: number; unanswered: number }>(db)`
    select run_id, count(*) as unanswered from capture_tasks
    where project_id = ${project_id} and run_id = any(${rows.map(({ id }) => id)}::integer[])
      and status = 'done' and answer_id = any(${empty.map(({ answer_id }) => answer_id)}::bigint[])
    group by run_id`;
  const unanswered = new Map(counts.map((run) => [run.run_id, run.unanswered]));
  return rows.map(({ cost_micros, total_count: _, ...row }) => ({
    ...{ ...row, cost_usd: toUsd(cost_micros) },
    unanswered: unanswered.get(Number(row.id)) ?? 0,
  }));
}

/** What the tasks of a run r are and what went wrong with them: each is read once, and so is how it was asked again. */
const TASKS_OF_RUN = sql`(
  with tasks as materialized (
    select status, is_repeat, cost_micros, model_id, error_kind, error, ${ASKED_AGAIN} as state
    from capture_tasks t where t.project_id = r.project_id and t.run_id = r.run_id)
  select counts.*, coalesce((
    select jsonb_agg(jsonb_build_object('model_id', g.slug, 'kind', g.error_kind,
      'message', g.message, 'count', g.count, 'asked_again', g.asked_again,
      'failed', g.failed, 'came_back', g.came_back) order by g.count desc)
    from (
      select m.slug, t.error_kind, min(t.error) as message, count(*) as count, count(state) as asked_again,
        count(*) filter (where t.status = 'failed' and state is null) as failed,
        count(*) filter (where state = 'answered' and not ${REPEATS}) as came_back
      from tasks t join models m on m.project_id = r.project_id and m.model_id = t.model_id
      where t.error_kind is not null
      group by m.slug, t.error_kind
    ) g), '[]') as errors
  from (select ${COUNTS_OF_RUN}, count(state) as asked_again from tasks t) counts)`;

type Chosen = {
  run_id?: number | null;
  date_from?: string | null;
  date_to?: string | null;
};

async function selectRuns(
  db: Database,
  { project_id }: Tenant,
  { limit, offset, run_id = null, date_from = null, date_to = null }: PageInput & Chosen,
): Promise<RunRow[]> {
  return rowsOf<RunRow>(db)`
    select r.run_id as id, r.day, r.created_at, r.completed_at, c.*,
      case when c.running + c.submitted = 0 then n.due_at end as next_due_at,
      case when c.queued + c.running + c.submitted = 0 and (r.completed_at is not null or c.planned = 0) then
        case when c.failed - c.asked_again + c.skipped_budget > 0 then 'partial' else 'completed' end
        when c.done + c.running + c.submitted + c.failed + c.copied > 0 then 'running' else 'waiting' end as status,
      r.total_count
    from (
      select *, count(*) over () as total_count from capture_runs
      where project_id = ${project_id} and (${run_id}::integer is null or run_id = ${run_id}::integer)
        and (${date_from}::date is null or day between ${date_from}::date and ${date_to}::date)
      order by day desc limit ${limit} offset ${offset}
    ) r
    cross join lateral ${TASKS_OF_RUN} c
    left join lateral (
      select min(greatest(t.run_after, g.paused_until)) as due_at
      from capture_tasks t left join capture_targets g using (project_id, model_id)
      where t.project_id = r.project_id and t.run_id = r.run_id and t.status = 'queued'
        and coalesce(isfinite(g.paused_until), true)
    ) n on true
    order by r.day desc`;
}

/** True when every task of a run has ended and the run is not completed yet. */
export async function isRunOver(
  db: Database,
  { project_id }: Tenant,
  run_id: number,
): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from capture_runs r where r.project_id = ${project_id} and r.run_id = ${run_id}
      and r.completed_at is null and not exists (select from capture_tasks t
        where t.project_id = r.project_id and t.run_id = r.run_id
          and t.status in ${OPEN})`;
  return rows.length > 0;
}

/** Whether a task of a run was asked by hand, and no other such task of it is being asked or waits for that. */
export async function isLastByHand(
  db: Database,
  { project_id }: Tenant,
  { run_id, task_id }: { run_id: number; task_id: number },
): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from capture_tasks a
    where a.project_id = ${project_id} and a.task_id = ${task_id} and a.asked_at is not null
      and a.status not in ${OPEN} and not exists (select from capture_tasks t
        where t.project_id = a.project_id and t.run_id = ${run_id} and t.asked_at is not null
          and t.status in ('queued', 'running'))`;
  return rows.length > 0;
}

/** Completes a run whose tasks have all ended and whose day is summed; false where it was, is not, or was opened again. */
export async function setCompleted(
  db: Database,
  { project_id, run_id }: { project_id: number; run_id: number },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Held before its tasks are looked at: who opens it again holds it, too, until they are there.
    const open = await rowsOf<{ day: string }>(trx)`
      update capture_runs set completed_at = completed_at
      where project_id = ${project_id} and run_id = ${run_id} and completed_at is null
      returning day`;
    const [run] = open;
    if (!run || !(await isRunOver(trx, { project_id }, run_id))) return false;
    // By a later statement than its tasks: what an ended task stored is in its day's sums, or waits to be.
    const waiting = await rowsOf(trx)`select from rollup_dirty
      where project_id = ${project_id} and day = ${run.day} limit 1`;
    if (waiting.length > 0) return false;
    await sql`update capture_runs set completed_at = ${now}
      where project_id = ${project_id} and run_id = ${run_id}`.execute(trx);
    return true;
  });
}

/** Runs of any project that asked something and are over, but not completed; at most 1,000. */
export async function listOverRuns(
  db: Database,
): Promise<{ project_id: number; run_id: number }[]> {
  return rowsOf<{ project_id: number; run_id: number }>(db)`
    select project_id, run_id from capture_runs r where completed_at is null
      and exists (select from capture_tasks t where t.project_id = r.project_id
        and t.run_id = r.run_id)
      and not exists (select from capture_tasks t where t.project_id = r.project_id
        and t.run_id = r.run_id and t.status in ${OPEN})
    limit 1000`;
}

/** What asking costs: planned answers and estimated USD by model, for one sample round of the active prompts. */
export async function countPlannable(
  db: Database,
  { project_id }: Tenant,
  chosen: { prompt_ids: number[] | null; model_ids: number[] | null },
) {
  return rowsOf<
    Priced & {
      model_id: number;
      slug: string;
      samples_per_day: number;
      costliest_micros: number;
      prompts: number;
    }
  >(db)`
    select m.model_id, m.slug, m.provider, m.requested_model, t.price, t.measured, t.listed,
      t.samples_per_day, t.costliest_micros, (select count(*) from prompts p where p.project_id = m.project_id
        and p.status = 'active'
        and (${chosen.prompt_ids}::integer[] is null or p.prompt_id = any(${chosen.prompt_ids}::integer[]))) as prompts
    from models m join capture_targets t using (project_id, model_id)
    where m.project_id = ${project_id} and m.is_active
      and (${chosen.model_ids}::integer[] is null or m.model_id = any(${chosen.model_ids}::integer[]))
    order by m.slug`;
}

/** How many answers of a day were asked for by hand since then. */
export async function countAskedSince(
  db: Database,
  { project_id }: Tenant,
  { day, since }: { day: string; since: Date },
): Promise<number> {
  // Just after midnight the day before was asked lately, too.
  const rows = await rowsOf<{ count: number }>(db)`
    select count(*) as count from capture_tasks
    where project_id = ${project_id} and day >= ${day}::date - 1 and asked_at > ${since}`;
  return rows[0]?.count ?? 0;
}

/** Answers a project captured in the calendar month (UTC) of `now`, with those that were deleted with their prompts. */
export async function countCaptures(
  db: Database,
  { project_id }: Tenant,
  now: Date,
): Promise<number> {
  const rows = await rowsOf<{ count: number }>(db)`
    select (select count(*) from answers where project_id = ${project_id} and origin = 'capture'
        and captured_at >= date_trunc('month', ${now}::timestamptz, 'UTC'))
      + (select coalesce(sum(deleted), 0)::bigint from capture_ledger where project_id = ${project_id}
        and day >= date_trunc('month', ${now}::timestamptz at time zone 'UTC')::date) as count`;
  return rows[0]?.count ?? 0;
}

/** Those of some prompts that are active prompts of the project. */
export async function findActivePrompts(
  db: Database,
  { project_id }: Tenant,
  prompt_ids: number[],
): Promise<number[]> {
  const rows = await rowsOf<{ prompt_id: number }>(db)`
    select prompt_id from prompts where project_id = ${project_id} and status = 'active'
      and prompt_id = any(${prompt_ids}::integer[])`;
  return rows.map((row) => row.prompt_id);
}

/** Those of some models that the project asks. */
export async function findAskedModels(
  db: Database,
  { project_id }: Tenant,
  slugs: string[],
): Promise<{ model_id: number; slug: string }[]> {
  return rowsOf<{ model_id: number; slug: string }>(db)`
    select model_id, slug from models join capture_targets using (project_id, model_id)
    where project_id = ${project_id} and is_active and slug = any(${slugs}::text[])`;
}

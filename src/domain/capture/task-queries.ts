import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { AGAIN_DAYS, EARLIER_DAYS, OPEN_STATUSES, TASK_STATUSES } from "./capture-task.ts";

/** How many of some tasks there are, in all and by status. */
export const STATUS_COUNTS = sql.raw(
  TASK_STATUSES.reduce(
    (counts, status) => `${counts}, count(*) filter (where status = '${status}') as ${status}`,
    "count(*) as planned",
  ),
);

/** A task whose answer may come: it is asked, or was handed over, also where nobody knows whether that was accepted. */
export const mayBeAnswered = (now: Date) =>
  sql`(status = 'submitted' or (status = 'running' and (lease_until > ${now} or submission_id is not null)))`;

/** A task t that asks again what had failed on its day before: it is the same question. What was never asked repeats nothing. */
export const REPEATS = sql.raw("(t.is_repeat and t.status not in ('cancelled', 'skipped_budget'))");

/**
 * How far it is that a failed task t was asked again by hand, on its day, a later one, or an earlier one that another time
 * zone brought back: answered, waiting, or null where it was not, or that failed. The first that failed of a prompt, model and day is the one asked again first. Each day is one
 * look into an index: of these days all tasks may be many.
 */
const AGAIN = sql.raw(`(
  select (array_agg(case when k.finished_at is null then 'waiting' else 'answered' end order by k.task_id) filter (
      where k.status in ('${OPEN_STATUSES.join("', '")}', 'done', 'copied')
        and (case when k.day = t.day then k.is_repeat else k.asked_at > t.finished_at end)))[
    count(*) filter (where k.day = t.day and k.status = 'failed' and not k.is_repeat
      and (k.finished_at, k.task_id) <= (t.finished_at, t.task_id))]
  from generate_series(-${EARLIER_DAYS}, ${AGAIN_DAYS}) d(ahead)
  join capture_tasks k on k.project_id = t.project_id and k.day = t.day + d.ahead
    and k.model_id = t.model_id and k.prompt_id = t.prompt_id
)`);
/** The same, and failed where t itself asks again what had failed on its day. */
export const ASKED_AGAIN = sql`case when t.status = 'failed' then coalesce(${AGAIN}, case when ${REPEATS} then 'failed' end) end`;

/** How many of some tasks t of a run there are, by status and as questions, and what they cost. */
export const COUNTS_OF_RUN = sql`${STATUS_COUNTS}, count(*) filter (where not ${REPEATS}) as questions,
  coalesce(sum(cost_micros), 0)::bigint as cost_micros`;

/**
 * What some tasks t of a run are: how many in all, by status and as questions, how many of the failed were asked again, and
 * what they cost; `byModel`: of each model, by its number.
 */
export const countTasksOf = (those: RawBuilder<unknown>, { byModel = false } = {}) => sql`(
  select ${byModel ? sql`t.model_id as number,` : sql``} ${COUNTS_OF_RUN}, count(${ASKED_AGAIN}) as asked_again
  from capture_tasks t where ${those} ${byModel ? sql`group by t.model_id` : sql``})`;

/** How many questions of all projects are due now, of those and assistants that are active, and how many are being asked. */
export async function countTasks(db: Database): Promise<{ due: number; running: number }> {
  const rows = await rowsOf<{ due: number; running: number }>(db)`
    select (
      select count(*) from capture_tasks t
      join models m on m.project_id = t.project_id and m.model_id = t.model_id and m.is_active
      join projects p on p.project_id = t.project_id and p.status = 'active'
      where t.status = 'queued' and t.run_after <= now()
    ) as due, (select count(*) from capture_tasks where status = 'running') as running`;
  return rows[0] ?? { due: 0, running: 0 };
}

/**
 * Deletes what is to be asked of some prompts. Delete before their answers, which waits for workers that store one, and
 * the prompts, which waits for plans that hold them. Questions that are being asked count as captured, and what was set
 * aside for them as spent, because they may be answered.
 */
export async function deleteTasksOf(
  db: Database,
  { project_id }: Tenant,
  { prompt_ids, captured }: { prompt_ids: readonly number[]; captured: readonly Captured[] },
): Promise<void> {
  const rows = await rowsOf<Reserved & Captured>(db)`
    delete from capture_tasks where project_id = ${project_id}
      and prompt_id = any(${prompt_ids}::integer[])
    returning day, model_id, reserved_micros,
      (status in ('running', 'submitted'))::integer as count`;
  const counted = JSON.stringify([...rows, ...captured]);
  // A claim that the deletion waited for may have made the day's row of the ledger.
  await sql`
    select from capture_ledger l
    join json_to_recordset(${counted}::json) as t (day date, model_id integer)
      using (day, model_id)
    where l.project_id = ${project_id} order by l.day, l.model_id for update of l`.execute(db);
  await spendReserved(db, { project_id }, rows);
  await sql`
    insert into capture_ledger as l (project_id, day, model_id, deleted)
    select ${project_id}::integer, day, model_id, sum(count)
    from json_to_recordset(${counted}::json) as t (day date, model_id integer, count integer)
    group by day, model_id having sum(count) > 0
    on conflict (project_id, day, model_id) do update set deleted = l.deleted + excluded.deleted`.execute(
    db,
  );
}

/** How many answers were captured of a model on a day (UTC). */
type Captured = { day: string; model_id: number; count: number };

/** What was captured this month (UTC) of some prompts: it counts for the plan, also once they are deleted. */
export async function countCapturedOf(
  db: Database,
  { project_id }: Tenant,
  { prompt_ids, now }: { prompt_ids: readonly number[]; now: Date },
): Promise<Captured[]> {
  return rowsOf<Captured>(db)`
    select (captured_at at time zone 'UTC')::date as day, model_id, count(*)::integer as count from answers
    where project_id = ${project_id} and prompt_id = any(${prompt_ids}::integer[]) and origin = 'capture'
      and captured_at >= date_trunc('month', ${now}::timestamptz, 'UTC')
    group by 1, 2`;
}

export type Reserved = { day: string; model_id: number; reserved_micros: number };

/**
 * Counts what was set aside for some questions as spent, after the statement that took them: their answers may be billed.
 * Days and models are held in one order by all who count several.
 */
export async function spendReserved(
  db: Database,
  { project_id }: Tenant,
  tasks: readonly Reserved[],
): Promise<void> {
  const reserved = tasks.filter(({ reserved_micros }) => reserved_micros > 0);
  if (reserved.length === 0) return;
  const lost = sql`(select day, model_id, sum(reserved_micros)::bigint as micros
    from json_to_recordset(${JSON.stringify(reserved)}::json) as t (day date, model_id integer, reserved_micros bigint)
    group by 1, 2)`;
  await sql`
    with held as materialized (
      select l.day, l.model_id, o.micros from capture_ledger l join ${lost} o using (day, model_id)
      where l.project_id = ${project_id} order by l.day, l.model_id for update of l
    )
    update capture_ledger l set reserved_micros = l.reserved_micros - held.micros,
      spent_micros = l.spent_micros + held.micros
    from held where l.project_id = ${project_id} and l.day = held.day and l.model_id = held.model_id`.execute(
    db,
  );
}

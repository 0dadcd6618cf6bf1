import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { briefly } from "#domain/projects/each-project.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { wakeProject } from "../asking/turn-queries.ts";
import { SPREAD_SECONDS } from "../capture-task.ts";
import { REPEATS, type Reserved, spendReserved } from "../task-queries.ts";

// The last questions of a day are asked so long before it ends.
const END_SECONDS = 600;

/**
 * Active projects that have something to ask, with the day it is there now and whether they ask on it; and with a later
 * day of which something waits already, because it had begun in the time zone that the project had before.
 */
export async function listDueProjects(
  db: Database,
  now: Date,
): Promise<{ project_id: number; day: string; is_due: boolean }[]> {
  return rowsOf<{ project_id: number; day: string; is_due: boolean }>(db)`
    select p.project_id, d.day, extract(isodow from d.day)::smallint = any(schedule_weekdays) as is_due
    from projects p
    cross join lateral (select (${now}::timestamptz at time zone timezone)::date as today) n
    cross join lateral (
      select n.today as day union
      select t.day from capture_tasks t where t.project_id = p.project_id and t.day > n.today and t.status = 'queued'
    ) d
    where status = 'active'
      and exists (select from capture_targets t where t.project_id = p.project_id)`;
}

/** The run of a day; who plans the day, or takes back or resumes what it asks, holds it before any question of it. */
const heldRun = (project_id: number, day: string) => sql`
  select run_id from capture_runs where project_id = ${project_id} and day = ${day}::date for update`;

/** Has whoever else plans a project's day wait for the end of the transaction; call it before caps are held. */
export async function holdRun(db: Database, { project_id }: Tenant, day: string): Promise<void> {
  await heldRun(project_id, day).execute(db);
}

/** The run of a project's day, made if there is none; returns its number. It is held as `holdRun` does. */
export async function ensureRun(
  db: Database,
  { project_id }: Tenant,
  { day, now }: { day: string; now: Date },
): Promise<number> {
  const rows = await rowsOf<{ run_id: number }>(db)`
    insert into capture_runs (project_id, day, created_at) values (${project_id}, ${day}, ${now})
    on conflict (project_id, day) do update set day = excluded.day returning run_id`;
  return rows[0]?.run_id ?? 0;
}

/**
 * Plans what a project asks on a day: every active prompt, model and sample once, however often it is called.
 * Each task has the same time of day on every day, spread from the scheduled hour to the end of the day at most, however
 * long that is where clocks change. Tasks
 * that were not asked yet move with a changed hour; those that were cancelled and are wanted again come back.
 * Returns how many tasks are new or changed. A prompt that is being deleted is waited for.
 */
export async function insertScheduledTasks(
  db: Database,
  { project_id }: Tenant,
  { run_id, day }: { run_id: number; day: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into capture_tasks as t
      (project_id, run_id, day, model_id, prompt_id, sample, run_after)
    select w.project_id, ${run_id}::integer, ${day}::date, w.model_id, w.prompt_id, w.sample, ${RUN_AFTER}
    from (${wanted(project_id, day, heldPrompts(project_id))}) w
    on conflict (project_id, day, model_id, prompt_id, sample) do update
      set status = 'queued', ${AS_PLANNED}
      where ${isOtherwise(sql`excluded.run_after`)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Whether `insertScheduledTasks` has nothing to do: a look that locks nothing. */
export async function isPlanned(
  db: Database,
  { project_id }: Tenant,
  day: string,
): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from (${wanted(project_id, day)}) w
    left join capture_tasks t on t.project_id = ${project_id} and t.day = ${day}::date
      and t.model_id = w.model_id and t.prompt_id = w.prompt_id and t.sample = w.sample
    where t.task_id is null or ${isOtherwise(RUN_AFTER)} limit 1`;
  return rows.length === 0;
}

/** Active prompts, all or some, that nobody deletes until the transaction ends; held by their numbers, as all who hold several do. */
const heldPrompts = (project_id: number, prompt_ids: readonly number[] | null = null) => sql`(
  select project_id, prompt_id, status from prompts where project_id = ${project_id} and status = 'active'
    and (${prompt_ids}::integer[] is null or prompt_id = any(${prompt_ids}::integer[]))
  order by prompt_id for key share)`;

/** What a project asks on a day: every active prompt p, model and sample. */
const wanted = (project_id: number, day: string, prompts = sql`prompts`) => sql`
  select p.project_id, m.model_id, p.prompt_id, s.sample,
    d.begins, extract(epoch from d.ends - d.begins) as left
  from projects r
  cross join lateral (
    select (${day}::date + make_interval(hours => r.schedule_hour)) at time zone r.timezone as begins,
      (${day}::date + 1)::timestamp at time zone r.timezone as ends
  ) d
  join ${prompts} p on p.project_id = r.project_id and p.status = 'active'
  join models m on m.project_id = r.project_id and m.is_active
  join capture_targets t on t.project_id = m.project_id and t.model_id = m.model_id
  cross join lateral generate_series(1, t.samples_per_day) s(sample)
  where r.project_id = ${project_id} and r.status = 'active'`;
/** A task as it is planned now: nothing of how it was planned, or ended, before. */
const AS_PLANNED = sql`asked_at = excluded.asked_at, is_repeat = excluded.is_repeat, run_after = excluded.run_after,
  finished_at = null, attempts = 0, error_kind = null, error = null`;
/** When on the day w is asked. */
const RUN_AFTER = sql`w.begins + make_interval(secs => least(${SPREAD_SECONDS}::integer, w.left - ${END_SECONDS}::integer) *
  (('x' || substr(md5(w.prompt_id || ':' || w.model_id || ':' || w.sample), 1, 7))::bit(28)::integer
    / 268435456.0))`;
/** A task t that waits for another time than the schedule has now, or that was ended and is wanted again. */
const isOtherwise = (run_after: RawBuilder<unknown>) =>
  sql`(${UNTRIED} and (t.status <> 'queued' or t.run_after <> ${run_after}))`;

/** A task t whose day was over by a clock that was ahead, or in truth. */
const EXPIRED = sql`(t.status = 'failed' and t.error_kind is not distinct from 'expired')`;
/** A question t that was asked of a model that then stopped keeps all its tries, and the reason. */
const NEVER_TRIED = sql`(t.attempts = 0 and t.error_kind is null)`;
/** A task t that the schedule has not begun to ask, that was cancelled, or whose day is not over after all. */
const UNTRIED = sql`(t.status = 'cancelled' or ${EXPIRED}
  or (t.asked_at is null and t.status = 'queued' and ${NEVER_TRIED}))`;

/** What a task t adds to how many of its prompt, model and day failed and were not repeated. */
const LOST = sql`((t.status = 'failed')::integer - ${REPEATS}::integer)`;

/**
 * Plans samples now. Of a prompt and model of which nothing was asked on the day they are the day's own, planned or not,
 * so the schedule does not ask them once more; after that they are extra. As many repeat what failed of them as failed and
 * was not repeated before. Returns how many tasks are new or changed.
 */
export async function insertManualTasks(
  db: Database,
  { project_id }: Tenant,
  manual: {
    run_id: number;
    day: string;
    now: Date;
    samples: number;
    prompt_ids: number[] | null;
    model_ids: number[] | null;
  },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into capture_tasks as t
      (project_id, run_id, day, model_id, prompt_id, sample, asked_at, is_repeat, run_after)
    select p.project_id, ${manual.run_id}::integer, ${manual.day}::date, m.model_id, p.prompt_id,
      s.sample + c.samples, ${manual.now}, s.sample <= c.lost, ${manual.now}
    from ${heldPrompts(project_id, manual.prompt_ids)} p
    join models m on m.project_id = p.project_id and m.is_active
    join capture_targets g on g.project_id = m.project_id and g.model_id = m.model_id
    cross join generate_series(1, ${manual.samples}::integer) s(sample)
    cross join lateral (
      select case when bool_and(${UNTRIED}) is not false then 0
          else greatest(max(t.sample), g.samples_per_day) end as samples,
        coalesce(sum(${LOST}), 0) as lost
      from capture_tasks t where t.project_id = p.project_id and t.day = ${manual.day}::date
        and t.model_id = m.model_id and t.prompt_id = p.prompt_id
    ) c
    where ${manual.model_ids}::integer[] is null or m.model_id = any(${manual.model_ids}::integer[])
    on conflict (project_id, day, model_id, prompt_id, sample) do update
      set status = 'queued', ${AS_PLANNED}
      where ${UNTRIED}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Lets what a cap left out on a day be asked after all. What was to repeat a question that was
 * asked again meanwhile is one of its own. Hold the run before (`holdRun`).
 */
export async function resumeSkipped(
  db: Database,
  { project_id }: Tenant,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const isSkipped = sql`t.status = 'skipped_budget' and t.error_kind = 'budget'`;
  const rows = await rowsOf<{ run_id: number }>(db)`
    update capture_tasks t set status = 'queued', is_repeat = c.is_repeat, run_after = ${now}, finished_at = null,
      error_kind = null, error = null
    from (
      select task_id, is_repeat and row_number() over (partition by model_id, prompt_id, is_repeat, ${isSkipped}
        order by task_id) <= sum(${LOST}) over (partition by model_id, prompt_id) as is_repeat
      from capture_tasks t where project_id = ${project_id} and day = ${day}::date
    ) c
    where t.project_id = ${project_id} and t.task_id = c.task_id and ${isSkipped}
    returning t.run_id`;
  const [task] = rows;
  if (!task) return;
  await reopenRun(db, { project_id }, task.run_id);
  await wakeProject(db, { project_id }, now);
}

/** Opens a run again that was complete before more was planned for it. */
export async function reopenRun(
  db: Database,
  { project_id }: Tenant,
  run_id: number,
): Promise<void> {
  await db
    .updateTable("capture_runs")
    .set({ completed_at: null })
    .where("project_id", "=", project_id)
    .where("run_id", "=", run_id)
    .execute();
}

/** Ends what a project was to ask on a day and, by its schedule and models as they are now, no longer is. */
export async function cancelUnwanted(
  db: Database,
  { project_id }: Tenant,
  { day, is_due, now }: { day: string; is_due: boolean; now: Date },
): Promise<void> {
  await sql`
    update capture_tasks t set status = 'cancelled', finished_at = ${now}, error_kind = 'unscheduled',
      error = 'The schedule was changed before it was asked.'
    from capture_targets g, (${heldRun(project_id, day)}) r
    where t.project_id = ${project_id} and t.run_id = r.run_id and t.day = ${day}::date and t.status = 'queued'
      and t.asked_at is null and ${NEVER_TRIED}
      and g.project_id = t.project_id and g.model_id = t.model_id
      and (t.sample > g.samples_per_day or not ${is_due}::boolean)`.execute(db);
}

/** Projects for which `cancelStaleTasks` has something to do, whatever their status, with the day it is there now. */
export async function listStaleProjects(
  db: Database,
  now: Date,
): Promise<{ project_id: number; day: string }[]> {
  return rowsOf<{ project_id: number; day: string }>(db)`
    select distinct t.project_id, d.day
    from capture_tasks t
    join projects r on r.project_id = t.project_id
    cross join lateral (select (${now}::timestamptz at time zone r.timezone)::date as day) d
    left join prompts p on p.project_id = t.project_id and p.prompt_id = t.prompt_id and p.status = 'active'
    left join (models m join capture_targets g using (project_id, model_id))
      on m.project_id = t.project_id and m.model_id = t.model_id and m.is_active
    where ${isWaiting(now)} and (p.prompt_id is null or m.model_id is null or t.day < d.day - 1)`;
}

/** To be asked, or to be asked again because the worker that asked has died. */
const isWaiting = (now: Date) =>
  sql`(t.status = 'queued' or (t.status = 'running' and t.lease_until <= ${now}
    and t.submission_id is null))`;

/** Ends what can no longer be asked: archived prompts, inactive models, and days that are over by a day. */
export async function cancelStaleTasks(
  db: Database,
  tenant: Tenant,
  { today, now }: { today: string; now: Date },
): Promise<void> {
  const { project_id } = tenant;
  const isArchived = sql`not exists (select from prompts p where p.project_id = ${project_id}
        and p.prompt_id = t.prompt_id and p.status = 'active')`;
  const isOff = sql`not exists (select from models m join capture_targets g using (project_id, model_id)
        where m.project_id = ${project_id} and m.model_id = t.model_id and m.is_active)`;
  const cancelled = (kind: string, why: string) => sql`status = 'cancelled', error_kind = ${kind},
    error = ${why}::text || coalesce(' Before that: ' || t.error, '')`;
  const off = cancelled("switched_off", "Its assistant was switched off before it answered.");
  await endWaiting(db, tenant, { which: isOff, as: off, now });
  const archived = cancelled("archived", "Its prompt was archived before it was answered.");
  await endWaiting(db, tenant, { which: isArchived, as: archived, now });
  const isOver = sql`t.day < ${today}::date - 1`;
  const as = sql`status = 'failed', error_kind = 'expired',
    error = coalesce(error, 'Its day ended before it could be asked' || coalesce(
      ': its model was paused. ' || (select g.paused_reason from capture_targets g
        where g.project_id = t.project_id and g.model_id = t.model_id), '.'))`;
  await endWaiting(db, tenant, { which: isOver, as, now });
}

/** Ends waiting tasks; what a dead worker had set aside counts as spent, because its question may have been answered. */
async function endWaiting(
  db: Database,
  { project_id }: Tenant,
  { which, as, now }: { which: RawBuilder<unknown>; as: RawBuilder<unknown>; now: Date },
): Promise<void> {
  await briefly(db, async (trx) => {
    const rows = await rowsOf<Reserved>(trx)`
      with stale as (
        select task_id, day, model_id, reserved_micros from capture_tasks t
        where t.project_id = ${project_id} and ${isWaiting(now)} and (${which})
        for update of t skip locked
      )
      update capture_tasks t set ${as}, finished_at = ${now}, worker = null, lease_until = null,
        cost_micros = t.cost_micros + t.reserved_micros, reserved_micros = 0
      from stale where t.project_id = ${project_id} and t.task_id = stale.task_id
      returning stale.day, stale.model_id, stale.reserved_micros`;
    await spendReserved(trx, { project_id }, rows);
  });
}

import { type Generated, type JSONColumnType, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { SPREAD_SECONDS, type TaskStatus } from "./capture-task.ts";

declare module "#core/database.ts" {
  interface Tables {
    capture_targets: {
      project_id: number;
      model_id: number;
      base_url: string | null;
      parameters: JSONColumnType<Record<string, unknown>>;
      api_key: Buffer | null;
      api_key_hint: string | null;
      samples_per_day: Generated<number>;
      concurrency: Generated<number>;
      requests_per_minute: number | null;
      next_free_at: Generated<Date | string>;
      failure_streak: Generated<number>;
      paused_until: Date | string | null;
      paused_reason: string | null;
      last_success_at: Date | string | null;
      last_error: string | null;
      costliest_micros: Generated<number>;
    };
    capture_runs: {
      project_id: number;
      run_id: Generated<number>;
      day: string;
      created_at: Generated<string>;
      completed_at: Date | string | null;
    };
    capture_tasks: {
      project_id: number;
      task_id: Generated<number>;
      run_id: number;
      day: string;
      model_id: number;
      prompt_id: number;
      sample: number;
      trigger: "schedule" | "manual";
      status: Generated<TaskStatus>;
      attempts: Generated<number>;
      run_after: Date | string;
      worker: string | null;
      lease_until: Date | string | null;
      reserved_micros: Generated<number>;
      cost_micros: Generated<number>;
      error_kind: string | null;
      error: string | null;
      answer_id: number | null;
      finished_at: Date | string | null;
    };
    capture_budgets: {
      project_id: number;
      daily_cap_micros: number | null;
      monthly_cap_micros: number | null;
    };
    capture_ledger: {
      project_id: number;
      day: string;
      model_id: number;
      asked: Generated<number>;
      reserved_micros: Generated<number>;
      spent_micros: Generated<number>;
    };
  }
}

/** Active projects that have something to ask, with the day it is there now and whether they ask on it. */
export async function listDueProjects(
  db: Database,
  now: Date,
): Promise<{ project_id: number; day: string; is_due: boolean }[]> {
  const { rows } = await sql<{ project_id: number; day: string; is_due: boolean }>`
    select project_id, (${now}::timestamptz at time zone timezone)::date as day,
      extract(isodow from ${now}::timestamptz at time zone timezone)::smallint
        = any(schedule_weekdays) as is_due
    from projects p
    where status = 'active'
      and exists (select from capture_targets t where t.project_id = p.project_id)`.execute(db);
  return rows;
}

/** The run of a project's day, made if there is none; returns its number. */
export async function ensureRun(
  db: Database,
  { project_id }: Tenant,
  { day, now }: { day: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ run_id: number }>`
    insert into capture_runs (project_id, day, created_at) values (${project_id}, ${day}, ${now})
    on conflict (project_id, day) do update set day = excluded.day returning run_id`.execute(db);
  return rows[0]?.run_id ?? 0;
}

/**
 * Plans what a project asks on a day: every active prompt, model and sample once, however often it is called.
 * Each task has the same time of day on every day, spread from the scheduled hour to the end of the day at most.
 * Returns how many tasks are new.
 */
export async function insertScheduledTasks(
  db: Database,
  { project_id }: Tenant,
  { run_id, day }: { run_id: number; day: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into capture_tasks
      (project_id, run_id, day, model_id, prompt_id, sample, trigger, run_after)
    select w.project_id, ${run_id}::integer, ${day}::date, w.model_id, w.prompt_id, w.sample, 'schedule',
      w.begins + make_interval(secs => w.spread *
        (('x' || substr(md5(w.prompt_id || ':' || w.model_id || ':' || w.sample), 1, 7))::bit(28)::integer
          / 268435456.0))
    from (
      select p.project_id, m.model_id, p.prompt_id, s.sample,
        (${day}::date + make_interval(hours => r.schedule_hour)) at time zone r.timezone as begins,
        least(${SPREAD_SECONDS}::integer, (24 - r.schedule_hour) * 3600 - 600) as spread
      from projects r
      join prompts p on p.project_id = r.project_id and p.status = 'active'
      join models m on m.project_id = r.project_id and m.is_active
      join capture_targets t on t.project_id = m.project_id and t.model_id = m.model_id
      cross join lateral generate_series(1, t.samples_per_day) s(sample)
      where r.project_id = ${project_id} and r.status = 'active'
    ) w
    on conflict (project_id, day, model_id, prompt_id, sample) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Plans extra samples now, beside what is scheduled; returns how many tasks are new. */
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
    insert into capture_tasks
      (project_id, run_id, day, model_id, prompt_id, sample, trigger, run_after)
    select p.project_id, ${manual.run_id}::integer, ${manual.day}::date, m.model_id, p.prompt_id,
      s.sample + coalesce((select max(k.sample) from capture_tasks k where k.project_id = p.project_id
        and k.day = ${manual.day}::date and k.model_id = m.model_id and k.prompt_id = p.prompt_id),
        t.samples_per_day),
      'manual', ${manual.now}
    from prompts p
    join models m on m.project_id = p.project_id and m.is_active
    join capture_targets t on t.project_id = m.project_id and t.model_id = m.model_id
    cross join generate_series(1, ${manual.samples}::integer) s(sample)
    where p.project_id = ${project_id} and p.status = 'active'
      and (${manual.prompt_ids}::integer[] is null or p.prompt_id = any(${manual.prompt_ids}::integer[]))
      and (${manual.model_ids}::integer[] is null or m.model_id = any(${manual.model_ids}::integer[]))
    on conflict (project_id, day, model_id, prompt_id, sample) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
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

/** Ends what can no longer be asked: archived prompts, inactive models, and days that are over by a day. */
export async function cancelStaleTasks(
  db: Database,
  { project_id }: Tenant,
  { today, now }: { today: string; now: Date },
): Promise<void> {
  await sql`
    update capture_tasks t set status = 'cancelled', finished_at = ${now}
    where t.project_id = ${project_id} and t.status = 'queued' and (
      not exists (select from prompts p where p.project_id = t.project_id
        and p.prompt_id = t.prompt_id and p.status = 'active')
      or not exists (select from models m join capture_targets g using (project_id, model_id)
        where m.project_id = t.project_id and m.model_id = t.model_id and m.is_active))`.execute(
    db,
  );
  await sql`
    update capture_tasks set status = 'failed', finished_at = ${now}, error_kind = 'expired',
      error = coalesce(error, 'Its day ended before it could be asked.')
    where project_id = ${project_id} and status = 'queued' and day < ${today}::date - 1`.execute(
    db,
  );
}

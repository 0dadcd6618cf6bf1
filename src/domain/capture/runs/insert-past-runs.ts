import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { noteAllAsked } from "#domain/prompts/prompt-queries.ts";

/** What a question failed with before it was asked again by hand. */
export type Failed = { error_kind: string; error: string };

/**
 * Runs of past days that asked for the answers of a project that are there and whose external id begins with `ids`, of
 * each prompt and model one a day, from the day `since` to that before `until`; none of a day that has a run. Whose answer
 * came `again_seconds` or more after the first of its day, failed first, as `failed` says.
 */
export async function insertPastRuns(
  db: Database,
  { project_id }: Tenant,
  asked: { ids: string; since: string; until: string; again_seconds: number; failed: Failed },
): Promise<void> {
  // Two statements: answers may be spread over a cluster, runs are not.
  const answers = await rowsOf<{ prompt_id: number; model_id: number; captured_at: string }>(db)`
    select answer_id, day, model_id, prompt_id, captured_at,
      captured_at >= min(captured_at) over (partition by day) + make_interval(secs => ${asked.again_seconds}) as is_again
    from answers where project_id = ${project_id} and day >= ${asked.since}::date and day < ${asked.until}::date
      and starts_with(external_id, ${asked.ids})
    order by captured_at`;
  const { error_kind, error } = asked.failed;
  await sql`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(answers)}::json) as a (answer_id bigint, day date,
        model_id integer, prompt_id integer, captured_at timestamptz, is_again boolean)
    ), runs as (
      insert into capture_runs (project_id, day, created_at, completed_at)
      select ${project_id}::integer, day, min(captured_at), max(captured_at) from asked group by day
      on conflict (project_id, day) do nothing returning run_id, day, created_at
    )
    insert into capture_tasks (project_id, run_id, day, model_id, prompt_id, sample, asked_at, is_repeat, status, attempts,
      run_after, finished_at, answer_id, error_kind, error)
    select ${project_id}::integer, r.run_id, r.day, a.model_id, a.prompt_id, s.sample,
      case when s.sample = 2 then a.captured_at end, s.sample = 2, case when s.is_lost then 'failed' else 'done' end, 1,
      case when s.sample = 1 then r.created_at else a.captured_at end,
      case when s.is_lost then r.created_at else a.captured_at end, case when not s.is_lost then a.answer_id end,
      case when s.is_lost then ${error_kind}::text end, case when s.is_lost then ${error}::text end
    from runs r join asked a using (day) cross join lateral (
      select sample, a.is_again and sample = 1 as is_lost
      from generate_series(1, case when a.is_again then 2 else 1 end) sample
    ) s
    order by r.day, s.sample`.execute(db);
  const lasts = new Map(answers.map(({ model_id, captured_at }) => [model_id, captured_at]));
  const models = [...lasts].map(([model_id, at]) => ({ model_id, at }));
  await sql`
    update capture_targets t set last_success_at = a.at
    from json_to_recordset(${JSON.stringify(models)}::json) as a (model_id integer, at timestamptz)
    where t.project_id = ${project_id} and t.model_id = a.model_id`.execute(db);
  const last = new Map(answers.map(({ prompt_id, captured_at }) => [prompt_id, captured_at]));
  await noteAllAsked(
    db,
    { project_id },
    [...last].map(([prompt_id, at]) => ({ prompt_id, at })),
  );
}

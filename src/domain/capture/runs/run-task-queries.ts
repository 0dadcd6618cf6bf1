import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { type Paged, type PageInput, readPageBy } from "#core/page.ts";
import type { Status as AnswerStatus } from "#domain/answers/ingest/answer-line.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type AGAIN_STATES, type TaskStatus, toUsd } from "../capture-task.ts";
import { ASKED_AGAIN, countTasksOf } from "../task-queries.ts";

export type RunTask = {
  prompt_id: number;
  prompt_text: string;
  country_code: string;
  model_id: string;
  model_name: string;
  sample: number;
  status: TaskStatus;
  asked_again: (typeof AGAIN_STATES)[number] | null;
  attempts: number;
  says: string | null;
  due_at: string | null;
  finished_at: string | null;
  chat_id: number | null;
  chat_sample: number | null;
  chat_status: AnswerStatus | null;
};

/** The questions of a run, or of one model or state of it; those that failed or wait come first. */
export async function listRunTaskRows(
  db: Database,
  { project_id }: Tenant,
  asked: PageInput & {
    run_id: number;
    slug: string | null;
    prompt_id: number | null;
    status: TaskStatus | null;
    now: Date;
  },
): Promise<Paged<RunTask>> {
  const { run_id, slug, prompt_id, status, now } = asked;
  const rests = sql`t.status = 'queued' and g.paused_until > ${now}::timestamptz`;
  return readPageBy(asked, async ({ limit, offset }) => {
    return rowsOf<RunTask & { total_count: number }>(db)`
      with tasks as materialized (
        select t.prompt_id, p.text as prompt_text, p.country_code, m.slug as model_id, m.name as model_name,
          t.sample, t.status, again.asked_again, t.attempts, coalesce(t.error, case when ${rests} then g.paused_reason end) as says,
          case when not coalesce(${rests}, false) then t.run_after
            when isfinite(g.paused_until) then greatest(t.run_after, g.paused_until) end as due_at, t.finished_at,
          t.answer_id, count(*) over () as total_count, row_number() over (order by
            array_position(array['failed', 'skipped_budget', 'queued', 'running', 'submitted', 'copied', 'done'],
              case when again.asked_again is null then t.status else 'copied' end),
            m.name, p.text, t.task_id) as place
        from capture_tasks t
        join prompts p on p.project_id = t.project_id and p.prompt_id = t.prompt_id
        join models m on m.project_id = t.project_id and m.model_id = t.model_id
        left join capture_targets g on g.project_id = t.project_id and g.model_id = t.model_id
        cross join lateral (select ${ASKED_AGAIN} as asked_again) again
        where t.project_id = ${project_id} and t.run_id = ${run_id}
          and (${slug}::text is null or m.slug = ${slug}::text)
          and (${prompt_id}::integer is null or t.prompt_id = ${prompt_id}::integer)
          and (${status}::text is null or t.status = ${status}::text)
        order by place limit ${limit} offset ${offset}
      )
      select t.prompt_id, t.prompt_text, t.country_code, t.model_id, t.model_name, t.sample, t.status, t.asked_again, t.attempts,
        t.says, t.due_at, t.finished_at, a.answer_id as chat_id, a.sample as chat_sample, a.status as chat_status, t.total_count
      from tasks t left join answers a on a.project_id = ${project_id} and a.answer_id = t.answer_id
      order by t.place`;
  });
}

export type RunModel = Record<"planned" | "questions" | "asked_again" | TaskStatus, number> & {
  model_id: string;
  name: string;
  cost_usd: number;
};

/** How the questions of a run went and what they cost by model; those with most that fail still or wait come first. */
export async function countRunModels(
  db: Database,
  { project_id }: Tenant,
  run_id: number,
): Promise<RunModel[]> {
  const rows = await rowsOf<Omit<RunModel, "cost_usd"> & { cost_micros: number; number: number }>(
    db,
  )`
    select m.slug as model_id, m.name, c.* from ${countTasksOf(
      sql`t.project_id = ${project_id} and t.run_id = ${run_id}`,
      { byModel: true },
    )} c
    join models m on m.project_id = ${project_id} and m.model_id = c.number
    order by c.failed - c.asked_again + c.skipped_budget + c.queued desc, m.name`;
  return rows.map(({ cost_micros, number: _, ...row }) => ({
    ...row,
    cost_usd: toUsd(cost_micros),
  }));
}

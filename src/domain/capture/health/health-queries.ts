import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { OPEN } from "../runs/run-queries.ts";
import type { HealthDay, HealthFacts, Verdict } from "./judge-health.ts";
import type { ProblemKind } from "./problem.ts";

/** As many days are looked at: four weeks of a change and the four before it. */
const LOOK_BACK_DAYS = 57;

export type Assistant = { model_id: number; slug: string; name: string };
type Facts = Assistant & HealthFacts & { asked_so_since: string | null };
export type OpenProblem = Verdict & Assistant & { noticed_at: string };

/** What is known of every assistant that a project asks, in the project's days, as `judgeHealth` takes it. */
export async function readHealthFacts(
  db: Database,
  tenant: Tenant,
  today: string,
): Promise<Facts[]> {
  const targets = await listWatched(db, tenant, today);
  const answers = await listAnswerDays(db, tenant, today);
  const canaries = await listCanaryDays(db, tenant, today);
  return targets.map((target) => {
    const mine = <Row extends { model_id: number }>(rows: readonly Row[]) =>
      rows.filter(({ model_id }) => model_id === target.model_id);
    const asked = mine(canaries);
    const failed = asked.filter(({ status, at }) => {
      return status === "failed" && at > (target.last_success_at ?? "");
    });
    const days = [...mine(answers), ...asked.filter(({ status }) => status !== "failed")];
    return {
      ...target,
      failed_canaries: failed.map(({ at, error_kind, error }) => ({
        ...{ at, kind: error_kind ?? "retry", said: error ?? "" },
      })),
      days: days.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    };
  });
}

type Watched = Omit<Facts, "days" | "failed_canaries">;

async function listWatched(
  db: Database,
  { project_id }: Tenant,
  today: string,
): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select m.model_id, m.slug, m.name, g.failing_since, g.last_error, g.last_error_kind, g.last_success_at,
      nullif(g.asked_so_since, '-infinity') as asked_so_since, s.skipped
    from models m join capture_targets g using (project_id, model_id)
    left join lateral (
      select json_build_object('since', to_char(min(t.finished_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'message', max(t.error)) as skipped
      from capture_runs r join capture_tasks t using (project_id, run_id)
      where r.project_id = m.project_id and r.day = ${today}::date and t.model_id = m.model_id
        and t.status = 'skipped_budget'
      having count(*) > 0
    ) s on true
    where m.project_id = ${project_id} and m.is_active
    order by m.name, m.model_id`.execute(db);
  return rows;
}

/**
 * What assistants answered to the plan by day, since they are asked as they are now. Lengths are in bytes, which are read
 * without the text, against the same prompt's median on days before the newest three, or before answers shrank.
 */
async function listAnswerDays(db: Database, { project_id }: Tenant, today: string) {
  const { rows } = await sql<HealthDay & { model_id: number }>`
    with mine as materialized (
      select a.model_id, a.day, a.prompt_id, a.status = 'answered' as is_usable, a.served_model, a.captured_at,
        a.search_ran and a.search_asked is distinct from 'off' as searched,
        a.search_ran is not null and a.search_asked is distinct from 'off' as search_known,
        octet_length(a.answer) as length, h.since as shrank_at
      from answers a
      join models m on m.project_id = a.project_id and m.model_id = a.model_id and m.is_active
      join capture_targets g on g.project_id = a.project_id and g.model_id = a.model_id
      left join health_problems h on h.project_id = a.project_id and h.model_id = a.model_id
        and h.problem = 'answers_shrank'
      where a.project_id = ${project_id} and a.origin = 'capture'
        and a.day between ${addDays(today, -LOOK_BACK_DAYS)}::date and ${today}::date
        and a.captured_at >= g.asked_so_since
    ), days as (
      select model_id, day, row_number() over (partition by model_id order by day desc) > 3 as is_before
      from mine group by model_id, day
    ), usual as (
      select m.model_id, m.prompt_id, percentile_cont(0.5) within group (order by m.length) as length
      from mine m join days d on d.model_id = m.model_id and d.day = m.day
      where m.is_usable and case when m.shrank_at is null then d.is_before else m.captured_at < m.shrank_at end
      group by m.model_id, m.prompt_id
    )
    select m.model_id, 'answers' as origin, min(m.captured_at) as at, count(*) as asked,
      count(*) filter (where m.is_usable) as usable,
      count(*) filter (where m.is_usable and m.search_known) as search_known,
      count(*) filter (where m.is_usable and m.searched) as searched,
      mode() within group (order by m.served_model) as served_model,
      percentile_cont(0.5) within group (order by m.length / u.length) filter (where m.is_usable and u.length > 0) as length
    from mine m left join usual u on u.model_id = m.model_id and u.prompt_id = m.prompt_id
    group by m.model_id, m.day`.execute(db);
  return rows;
}

type CanaryDay = HealthDay & {
  model_id: number;
  status: string;
  error_kind: string | null;
  error: string | null;
};

async function listCanaryDays(
  db: Database,
  { project_id }: Tenant,
  today: string,
): Promise<CanaryDay[]> {
  const { rows } = await sql<CanaryDay>`
    select c.model_id, 'canary' as origin, c.asked_at as at, c.status, c.error_kind, c.error, c.served_model,
      1 as asked, (c.status = 'answered')::integer as usable,
      (c.status = 'answered' and c.search_ran is not null)::integer as search_known,
      (c.status = 'answered' and coalesce(c.search_ran, false))::integer as searched,
      case when c.status = 'answered' then c.answer_bytes end as length
    from canaries c join capture_targets g using (project_id, model_id)
    where c.project_id = ${project_id} and c.day >= ${addDays(today, -LOOK_BACK_DAYS)}::date
      and c.status in ('answered', 'no_answer', 'refused', 'failed') and c.asked_at >= g.asked_so_since
    order by c.asked_at`.execute(db);
  return rows;
}

/** What is known to be wrong in a project, by assistant. */
export async function listProblems(db: Database, { project_id }: Tenant): Promise<OpenProblem[]> {
  const { rows } = await sql<OpenProblem>`
    select m.model_id, m.slug, m.name, h.problem, h.since, h.noticed_at, h.message, h.said
    from health_problems h join models m using (project_id, model_id)
    where h.project_id = ${project_id} order by h.since, m.name, h.problem`.execute(db);
  return rows;
}

const DOCTOR_MAX = 100;

/** What is known to be wrong with assistants of all active projects, the longest first; 100 at most. */
export async function listAllProblems(
  db: Database,
): Promise<(OpenProblem & { project: string })[]> {
  const { rows } = await sql<OpenProblem & { project: string }>`
    select p.name as project, m.model_id, m.slug, m.name, h.problem, h.since, h.noticed_at, h.message, h.said
    from health_problems h join models m using (project_id, model_id)
    join projects p using (project_id)
    where p.status = 'active' order by h.since, p.project_id, m.name limit ${DOCTOR_MAX}`.execute(
    db,
  );
  return rows;
}

/** Notes what is wrong; true when that is news: it was not, or is another change of the same kind. */
export async function noteProblem(
  db: Database,
  { project_id }: Tenant,
  { model_id, problem, since, message, said, now }: Verdict & { model_id: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_news: boolean }>`
    with old as (
      select since from health_problems
      where project_id = ${project_id} and model_id = ${model_id} and problem = ${problem}
    )
    insert into health_problems (project_id, model_id, problem, since, noticed_at, message, said)
    values (${project_id}, ${model_id}, ${problem}, ${since}, ${now}, ${message}, ${said})
    on conflict (project_id, model_id, problem) do update
      set since = excluded.since, message = excluded.message, said = excluded.said
    returning noticed_at = ${now}::timestamptz or (${problem} = 'model_changed' and since > (select since from old)) as is_news`.execute(
    db,
  );
  return rows[0]?.is_news ?? false;
}

/** Forgets what is over; false when somebody else did before. */
export async function endProblem(
  db: Database,
  { project_id }: Tenant,
  { model_id, problem }: { model_id: number; problem: ProblemKind },
): Promise<boolean> {
  const { rows } = await sql`
    delete from health_problems
    where project_id = ${project_id} and model_id = ${model_id} and problem = ${problem}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** How many questions wait for each assistant, or were left out of today's plan for want of money; by number. */
export async function countWaiting(
  db: Database,
  { project_id }: Tenant,
  today: string,
): Promise<Map<number, { waiting: number; paused_until: string | null }>> {
  const { rows } = await sql<{ model_id: number; waiting: number; paused_until: string | null }>`
    select g.model_id, coalesce(w.waiting, 0) as waiting,
      case when isfinite(g.paused_until) then to_char(g.paused_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as paused_until
    from capture_targets g left join (
      select t.model_id, count(*) as waiting
      from capture_runs r join capture_tasks t using (project_id, run_id)
      where r.project_id = ${project_id} and (r.completed_at is null or r.day = ${today}::date)
        and (t.status in ${OPEN} or (t.status = 'skipped_budget' and r.day = ${today}::date))
      group by t.model_id
    ) w using (model_id)
    where g.project_id = ${project_id}`.execute(db);
  return new Map(rows.map(({ model_id, ...row }) => [model_id, row]));
}

/**
 * Projects whose assistants' state and what is known of it may differ: one began to fail, or something was wrong. What
 * comes of answers is looked at after each run and each night.
 */
export async function listUnsure(db: Database): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select project_id from capture_targets g join projects p using (project_id)
    where g.failing_since is not null and p.status = 'active'
    union select project_id from health_problems`.execute(db);
  return rows;
}

import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { OPEN } from "../runs/run-queries.ts";
import type { HealthDay } from "./compare-days.ts";
import type { HealthFacts, Verdict } from "./judge-health.ts";
import { DOWN, type ProblemKind, UNTRIED } from "./problem.ts";

/** As many days are looked at: four weeks of a change and the four before it. */
const LOOK_BACK_DAYS = 57;
/** As many with answers where nothing is known to be wrong: the newest and the four weeks before. */
const USUAL_DAYS = 35;

export type Assistant = { model_id: number; slug: string; name: string };
type Facts = Assistant & HealthFacts & { asked_so_since: string | null };
export type OpenProblem = Verdict &
  Assistant & { is_active: boolean; is_over: boolean; noticed_at: string };

/** What is known of every assistant that a project asks, in the project's days, as `judgeHealth` takes it. */
export async function readHealthFacts(
  db: Database,
  tenant: Tenant,
  today: string,
): Promise<Facts[]> {
  const targets = await listWatched(db, tenant, today);
  const answers = await listAnswerDays(db, tenant, { today, targets });
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

type Watched = Omit<Facts, "days" | "failed_canaries"> & { is_open: boolean };

async function listWatched(
  db: Database,
  { project_id }: Tenant,
  today: string,
): Promise<Watched[]> {
  return rowsOf<Watched>(db)`
    select m.model_id, m.slug, m.name, m.provider, g.failing_since, g.last_error, g.last_error_kind, g.last_success_at,
      nullif(g.asked_so_since, '-infinity') as asked_so_since, s.skipped,
      exists (select from health_problems h where h.project_id = m.project_id and h.model_id = m.model_id) as is_open
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
    order by m.name, m.model_id`;
}

/** So many prompts of an assistant tell how it is, and of each so many of a day's answers: reading all takes long. */
const PROMPTS_MAX = 40;
const SAMPLES_MAX = 2;

/**
 * What assistants answered to the plan by day and prompt, since they are asked as they are now: of the prompts that they
 * answered on their newest three days, at most 40 each, the same ones as long as they are asked. Lengths are in bytes,
 * which are read without the text.
 */
async function listAnswerDays(
  db: Database,
  { project_id }: Tenant,
  { today, targets }: { today: string; targets: readonly Watched[] },
) {
  const ids = targets.map(({ model_id }) => model_id);
  const sinces = targets.map(({ asked_so_since }) => asked_so_since ?? "-infinity");
  const days = targets.map(({ is_open }) => (is_open ? LOOK_BACK_DAYS : USUAL_DAYS));
  // Joined by "lateral" and "offset 0", so that each day and prompt is one look into an index.
  return rowsOf<HealthDay & { model_id: number }>(db)`
    with days as materialized (
      select w.*, d.day::date, row_number() over (partition by w.model_id order by d.day desc) as place
      from unnest(${ids}::integer[], ${sinces}::timestamptz[], ${days}::integer[]) w (model_id, since, days_max)
      cross join generate_series(${addDays(today, -LOOK_BACK_DAYS)}::date, ${today}::date, interval '1 day') d (day)
      cross join lateral (select from answers a
        where a.project_id = ${project_id} and a.day = d.day::date and a.model_id = w.model_id limit 1) a
    ), prompts as materialized (
      select distinct d.model_id, a.prompt_id from days d cross join lateral (
        select prompt_id from answers
        where project_id = ${project_id} and day = d.day and model_id = d.model_id offset 0
      ) a where d.place <= 3
    ), chosen as materialized (
      select model_id, prompt_id, row_number() over (partition by model_id order by hashint4(prompt_id)) as place from prompts
    ), cells as (
      select d.model_id, d.day, c.prompt_id, min(a.captured_at) as at, count(*) as asked,
        mode() within group (order by a.served_model) as served_model,
        count(*) filter (where a.is_usable) as usable,
        count(*) filter (where a.is_usable and a.search_known) as search_known,
        count(*) filter (where a.is_usable and a.search_known and a.search_ran) as searched,
        coalesce(sum(ln(greatest(a.length, 1))) filter (where a.is_usable), 0) as log_length
      from days d join chosen c on c.model_id = d.model_id and c.place <= ${PROMPTS_MAX}::integer
      cross join lateral (
        select captured_at, served_model, search_ran, status = 'answered' as is_usable, octet_length(answer) as length,
          search_ran is not null and search_asked is distinct from 'off' as search_known
        from answers
        where project_id = ${project_id} and day = d.day and model_id = d.model_id and prompt_id = c.prompt_id
          and sample <= ${SAMPLES_MAX}::integer and origin = 'capture' and captured_at >= d.since offset 0
      ) a
      where d.place <= d.days_max group by d.model_id, d.day, c.prompt_id
    )
    select model_id, 'answers' as origin, min(at) as at, mode() within group (order by served_model) as served_model,
      json_agg(json_build_object('prompt_id', prompt_id, 'asked', asked, 'usable', usable,
        'search_known', search_known, 'searched', searched, 'log_length', round(log_length::numeric, 4))) as prompts
    from cells group by model_id, day`;
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
  return rowsOf<CanaryDay>(db)`
    select c.model_id, 'canary' as origin, c.asked_at as at, c.status, c.error_kind, c.error, c.served_model,
      json_build_array(json_build_object('prompt_id', 0, 'asked', 1, 'usable', (c.status = 'answered')::integer,
        'search_known', (c.status = 'answered' and c.search_ran is not null)::integer,
        'searched', (c.status = 'answered' and coalesce(c.search_ran, false))::integer,
        'log_length', case when c.status = 'answered' then ln(greatest(c.answer_bytes, 1)) else 0 end)) as prompts
    from canaries c join capture_targets g using (project_id, model_id)
    where c.project_id = ${project_id} and c.day >= ${addDays(today, -LOOK_BACK_DAYS)}::date
      and c.status in ('answered', 'no_answer', 'refused', 'failed') and c.asked_at >= g.asked_so_since
    order by c.asked_at`;
}

const IS_DOWN = sql.raw(`h.problem in ('${DOWN.join("', '")}')`);
const IS_UNTRIED = sql.raw(`h.message in ('${Object.values(UNTRIED).join("', '")}')`);
/** Questions of an assistant g failed, and one was answered since: what was wrong, h, is over before that is noted. */
const IS_OVER = sql`(${IS_DOWN} and (h.said is not null or ${IS_UNTRIED})
  and g.failing_since is null and coalesce(g.last_success_at > h.since, false))`;

const WRONG = sql`m.model_id, m.slug, m.name, m.is_active, h.problem, h.since, h.noticed_at, h.message, h.said,
    ${IS_OVER} as is_over
  from health_problems h join models m using (project_id, model_id)
  join capture_targets g using (project_id, model_id)`;

/** What is known to be wrong in a project, by assistant. */
export async function listProblems(db: Database, { project_id }: Tenant): Promise<OpenProblem[]> {
  return rowsOf<OpenProblem>(db)`
    select ${WRONG} where h.project_id = ${project_id} order by h.since, m.name, h.problem`;
}

const DOCTOR_MAX = 100;

/** What is known to be wrong with assistants of all active projects, the longest first; 100 at most. */
export async function listAllProblems(
  db: Database,
): Promise<(OpenProblem & { project: string })[]> {
  return rowsOf<OpenProblem & { project: string }>(db)`
    select p.name as project, ${WRONG} join projects p using (project_id)
    where p.status = 'active' and m.is_active and not ${IS_OVER}
    order by h.since, p.project_id, m.name limit ${DOCTOR_MAX}`;
}

/** Notes what is wrong; true when that is news: it was not, or is another change of the same kind. */
export async function noteProblem(
  db: Database,
  { project_id }: Tenant,
  { model_id, problem, since, message, said, now }: Verdict & { model_id: number; now: Date },
): Promise<boolean> {
  const rows = await rowsOf<{ is_news: boolean }>(db)`
    with old as (
      select since from health_problems
      where project_id = ${project_id} and model_id = ${model_id} and problem = ${problem}
    )
    insert into health_problems (project_id, model_id, problem, since, noticed_at, message, said)
    values (${project_id}, ${model_id}, ${problem}, ${since}, ${now}, ${message}, ${said})
    on conflict (project_id, model_id, problem) do update
      set since = excluded.since, message = excluded.message, said = excluded.said
    returning noticed_at = ${now}::timestamptz or (${problem} = 'model_changed' and since > (select since from old)) as is_news`;
  return rows[0]?.is_news ?? false;
}

/** Forgets what is over; false when somebody else did before. */
export async function endProblem(
  db: Database,
  { project_id }: Tenant,
  { model_id, problem }: { model_id: number; problem: ProblemKind },
): Promise<boolean> {
  const rows = await rowsOf(db)`
    delete from health_problems
    where project_id = ${project_id} and model_id = ${model_id} and problem = ${problem}
    returning 1`;
  return rows.length > 0;
}

type OfModel = Tenant & { model_id: number };

/** Notes that an assistant that failed was set up in another way: whether that mends it is not known yet. */
export async function noteUntried(
  db: Database,
  { project_id, model_id }: OfModel,
  { message, now }: { message: string; now: Date },
): Promise<void> {
  await sql`
    update health_problems h set message = ${message}, said = null, noticed_at = ${now}
    where project_id = ${project_id} and model_id = ${model_id}
      and ${IS_DOWN} and (said is not null or ${IS_UNTRIED})`.execute(db);
}

/** Notes how an assistant fails still after it was set up in another way. */
export async function noteUnmended(
  db: Database,
  { project_id, model_id }: OfModel,
  { problem, message, said }: Omit<Verdict, "since">,
): Promise<void> {
  await sql`
    update health_problems h set problem = ${problem}, message = ${message}, said = ${said}
    where project_id = ${project_id} and model_id = ${model_id} and ${IS_UNTRIED}`.execute(db);
}

/** Whether it is noted that an assistant does not answer. */
export async function isNotedDown(
  db: Database,
  { project_id, model_id }: OfModel,
): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from health_problems h
    where project_id = ${project_id} and model_id = ${model_id} and ${IS_DOWN} limit 1`;
  return rows.length > 0;
}

/** How many questions wait for each assistant, or were left out of today's plan for want of money; by number. */
export async function countWaiting(
  db: Database,
  { project_id }: Tenant,
  today: string,
): Promise<Map<number, { waiting: number; paused_until: string | null }>> {
  const rows = await rowsOf<{ model_id: number; waiting: number; paused_until: string | null }>(db)`
    select g.model_id, coalesce(w.waiting, 0) as waiting,
      case when isfinite(g.paused_until) then to_char(g.paused_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as paused_until
    from capture_targets g left join (
      select t.model_id, count(*) as waiting
      from capture_runs r join capture_tasks t using (project_id, run_id)
      where r.project_id = ${project_id} and (r.completed_at is null or r.day = ${today}::date)
        and (t.status in ${OPEN} or (t.status = 'skipped_budget' and r.day = ${today}::date))
      group by t.model_id
    ) w using (model_id)
    where g.project_id = ${project_id}`;
  return new Map(rows.map(({ model_id, ...row }) => [model_id, row]));
}

/**
 * Projects whose assistants' state and what is known of it may differ: one began to fail, or something was wrong. What
 * comes of answers is looked at after each run and each night.
 */
export async function listUnsure(db: Database): Promise<Tenant[]> {
  return rowsOf<Tenant>(db)`
    select project_id from capture_targets g join projects p using (project_id)
    where g.failing_since is not null and p.status = 'active'
    union select project_id from health_problems`;
}

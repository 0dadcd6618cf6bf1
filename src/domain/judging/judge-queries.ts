import { sql } from "kysely";
import type * as z from "zod";
import { type Database, rowsOf } from "#core/database.ts";
import { countOpenDoubts } from "#domain/answers/facts/doubt-queries.ts";
import { NOT_FAILING } from "#domain/capture/health/judge-trouble.ts";
import { isSetUpAs } from "#domain/capture/targets/refusals.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { wilson } from "#domain/reports/intervals.ts";
import type { Judge, JudgeFailure, JudgeView, Measured, Measuring } from "./judge.ts";
import type { Candidate, JudgedName } from "./name-question.ts";

const LEASE_SECONDS = 600;

/** Projects whose judge may be asked now. */
export async function listJudgedProjects(db: Database, now: Date): Promise<Tenant[]> {
  return rowsOf<Tenant>(db)`
    select j.project_id from judges j
    join projects p on p.project_id = j.project_id and p.status = 'active'
    where (j.waits_until is null or j.waits_until <= ${now})
      and (j.busy_until is null or j.busy_until <= ${now})`;
}

/** The judge of a project for the caller alone, for ten minutes; undefined: none, resting, or at work elsewhere. */
export async function leaseJudge(
  db: Database,
  { project_id }: Tenant,
  now: Date,
): Promise<Judge | undefined> {
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const rows = await rowsOf<Judge>(db)`
    update judges j set busy_until = ${until}
    from models m, capture_targets t, projects p
    where j.project_id = ${project_id} and (j.busy_until is null or j.busy_until <= ${now})
      and (j.waits_until is null or j.waits_until <= ${now})
      and p.project_id = j.project_id and p.status = 'active'
      and m.project_id = j.project_id and m.model_id = j.model_id
      and t.project_id = j.project_id and t.model_id = j.model_id
    returning ${JUDGE_COLUMNS}`;
  return rows[0];
}

/** Until when a project's judge is at work elsewhere, and until when it rests; undefined where there is none to be asked. */
export async function findJudgeWaits(
  db: Database,
  { project_id }: Tenant,
  now: Date,
): Promise<{ busy_until: string | null; waits_until: string | null } | undefined> {
  const rows = await rowsOf<{ busy_until: string | null; waits_until: string | null }>(db)`
    select case when j.busy_until > ${now} then j.busy_until end as busy_until,
      case when j.waits_until > ${now} then j.waits_until end as waits_until
    from judges j join projects p on p.project_id = j.project_id and p.status = 'active'
    where j.project_id = ${project_id}`;
  return rows[0];
}

const JUDGE_COLUMNS =
  sql.raw(`j.project_id, p.organisation_id, p.timezone, p.language_code, j.model_id, m.slug,
  m.provider, coalesce(m.requested_model, '') as requested_model, t.base_url, t.parameters, t.refusals, t.api_key,
  t.costliest_micros, t.price, t.listed, j.since, j.last_answer_id, j.failure_streak`);

/** Of the judges of an organisation's projects the one that answered last and rests not; undefined without any. */
export async function findJudgeIn(
  db: Database,
  organisation_id: number,
  now: Date,
): Promise<Judge | undefined> {
  const rows = await rowsOf<Judge>(db)`
    select ${JUDGE_COLUMNS} from judges j
    join projects p on p.project_id = j.project_id and p.status = 'active'
    join models m on m.project_id = j.project_id and m.model_id = j.model_id
    join capture_targets t on t.project_id = j.project_id and t.model_id = j.model_id
    where p.organisation_id = ${organisation_id}
      and (j.waits_until is null or j.waits_until <= ${now})
    order by j.last_success_at desc nulls last, j.project_id limit 1`;
  return rows[0];
}

/** Lets others have the judge. */
export async function releaseJudge(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`update judges set busy_until = null where project_id = ${project_id}`.execute(db);
}

/** The judge as it was when it was asked: one that was set meanwhile begins by itself. */
type Asked = Pick<Judge, "project_id" | "model_id" | "since">;
/** How far it had come when it read what it was asked about. */
type Read = Asked & Pick<Judge, "last_answer_id">;

/**
 * Notes that the judge answered, and that answers up to a number need not be looked at again; false, and nothing is
 * noted, where it was set for another model or other days meanwhile, or has answers to judge anew.
 */
export async function noteJudged(
  db: Database,
  { project_id, model_id, since, last_answer_id: read }: Read,
  { last_answer_id, now }: { last_answer_id: number; now: Date },
): Promise<boolean> {
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const { numAffectedRows } = await sql`
    update judges set last_answer_id = ${last_answer_id}, busy_until = ${until}
    where project_id = ${project_id} and model_id = ${model_id} and since = ${since}::date
      and last_answer_id = ${read}`.execute(db);
  return numAffectedRows === 1n;
}

/** Notes that the judge answered. */
export async function noteSuccess(
  db: Database,
  { project_id, model_id }: Asked,
  now: Date,
): Promise<void> {
  await sql`
    update judges set last_success_at = ${now}, ${NOT_FAILING}
    where project_id = ${project_id} and model_id = ${model_id}`.execute(db);
}

/**
 * Notes why the judge did not answer, and leaves it alone for a while; not where its model was set up differently
 * meanwhile.
 */
export async function noteFailure(
  db: Database,
  judge: Judge,
  { kind, message, waits_until, now }: JudgeFailure & { waits_until: Date; now: Date },
): Promise<void> {
  await sql`
    update judges j set failure_streak = j.failure_streak + 1, last_error = ${message}, last_error_kind = ${kind},
      failing_since = coalesce(j.failing_since, ${now}), waits_until = ${waits_until}
    from capture_targets t, models m
    where j.project_id = ${judge.project_id} and j.model_id = ${judge.model_id}
      and t.project_id = j.project_id and t.model_id = j.model_id and ${isSetUpAs(judge)}`.execute(
    db,
  );
}

/** Makes a model the judge of a project from a day on; answers judged before keep what was said. */
export async function saveJudge(
  db: Database,
  { project_id }: Tenant,
  { model_id, since, now }: { model_id: number; since: string; now: Date },
): Promise<void> {
  await sql`
    insert into judges (project_id, model_id, since, created_at)
    values (${project_id}, ${model_id}, ${since}, ${now})
    on conflict (project_id) do update set model_id = excluded.model_id, since = excluded.since,
      last_answer_id = 0, ${NOT_FAILING},
      last_success_at = case when judges.model_id = excluded.model_id then judges.last_success_at end,
      measured = case when judges.model_id = excluded.model_id then judges.measured end`.execute(
    db,
  );
}

/** Takes a project's judge away; what it said stays. */
export async function deleteJudge(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`delete from judges where project_id = ${project_id}`.execute(db);
}

/** Has a judge measured, from where it was left. */
export async function beginMeasuring(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`update judges set measuring = coalesce(measuring, '{}')
    where project_id = ${project_id}`.execute(db);
}

/** How far a project's judge was measured; `{}`: it begins; null: it is not to be. */
export async function findMeasuring(
  db: Database,
  { project_id }: Tenant,
): Promise<Partial<Measuring> | null> {
  const rows = await rowsOf<{ measuring: Partial<Measuring> | null }>(db)`
    select measuring from judges where project_id = ${project_id}`;
  return rows[0]?.measuring ?? null;
}

/** Keeps how far a judge was measured `from` where it was, and the judge for ten minutes more; false where another worker went on. */
export async function saveMeasuring(
  db: Database,
  { project_id, model_id }: Asked,
  { from, to, now }: { from: Partial<Measuring>; to: Measuring; now: Date },
): Promise<boolean> {
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const { numAffectedRows } = await sql`
    update judges set measuring = ${JSON.stringify(to)}::jsonb, busy_until = ${until}
    where project_id = ${project_id} and model_id = ${model_id}
      and measuring = ${JSON.stringify(from)}::jsonb`.execute(db);
  return numAffectedRows === 1n;
}

/** Keeps how often a judge agreed with people; it is measured to the end. */
export async function saveMeasured(
  db: Database,
  { project_id, model_id }: Asked,
  { measured, now }: { measured: Measured; now: Date },
): Promise<void> {
  const kept = JSON.stringify({ ...measured, measured_at: now.toISOString() });
  await sql`update judges set measured = ${kept}::jsonb, measuring = null
    where project_id = ${project_id} and model_id = ${model_id}`.execute(db);
}

type JudgeRow = Omit<z.input<typeof JudgeView>, `${string}_usd`>;
type Counted = Pick<
  JudgeRow,
  "waiting_count" | "doubtful_count" | "judged_count" | "discarded_count"
>;
type StoredJudge = Omit<JudgeRow, "measured" | keyof Counted> & {
  measured: (Measured & { measured_at: string }) | null;
  last_answer_id: number | null;
};

/** A project's judge and how far it is; with `chosen`, how far another one would be. */
export async function readJudge(
  db: Database,
  { project_id }: Tenant,
  chosen?: { slug: string; since: string },
): Promise<JudgeRow> {
  const rows = await rowsOf<StoredJudge>(db)`
    select m.slug as model_id, j.since, j.waits_until, j.last_error, j.last_success_at, j.measured, j.last_answer_id,
      (select count(*) from judged_names n where n.project_id = p.project_id) as judged_name_count
    from projects p
    left join judges j on j.project_id = p.project_id
    left join models m on m.project_id = j.project_id and m.model_id = j.model_id
    where p.project_id = ${project_id}`;
  const [row] = rows;
  if (!row) throw new Error("a project that is open has a row");
  const { last_answer_id, ...kept } = row;
  const unknown = { measured: null, waits_until: null, last_error: null, last_success_at: null };
  const judge = {
    ...kept,
    ...(chosen && { model_id: chosen.slug, since: chosen.since }),
    ...(chosen && chosen.slug !== kept.model_id && unknown),
  };
  // Null: without a judge, nothing waits.
  const counts = await rowsOf<Omit<Counted, "doubtful_count">>(db)`
    select count(*) filter (where score is not null) as judged_count,
      count(*) filter (where score is null) as discarded_count,
      (select count(*) from answers where project_id = ${project_id} and answer_id > ${chosen ? 0 : last_answer_id}::bigint
        and day >= ${judge.since}::date and status = 'answered' and brand_ids <> '{}') as waiting_count
    from judgements j where project_id = ${project_id}`;
  const [counted] = counts;
  if (!counted) throw new Error("a count has a row");
  const { measured } = judge;
  return {
    ...judge,
    ...counted,
    doubtful_count: await countOpenDoubts(db, { project_id }),
    measured: measured && { ...measured, ...shareOf(measured) },
  };
}

function shareOf({ asked, right }: Measured) {
  const interval = wilson(right, asked);
  return {
    right_share: asked === 0 ? null : right / asked,
    right_low: interval?.low ?? null,
    right_high: interval?.high ?? null,
  };
}

/** Open brand suggestions that a judge has not looked at, the strongest first. */
export async function listUnjudgedNames(
  db: Database,
  { project_id }: Tenant,
  { judge, limit }: { judge: string; limit: number },
): Promise<Candidate[]> {
  return rowsOf<Candidate>(db)`
    select s.name_key as key, s.name, s.examples from suggestions s
    where s.project_id = ${project_id} and s.kind = 'brand' and s.status = 'open' and s.lost_at is null and not exists (
      select from judged_names n where n.project_id = s.project_id and n.name_key = s.name_key
        and n.judge = ${judge})
    order by s.score desc, s.suggestion_id limit ${limit}`;
}

/** Keeps what a judge said of names, in place of what one said before. */
export async function saveJudgedNames(
  db: Database,
  { project_id }: Tenant,
  { judge, names, now }: { judge: string; names: readonly JudgedName[]; now: Date },
): Promise<void> {
  await sql`
    insert into judged_names (project_id, name_key, judge, is_brand, canonical_name, judged_at)
    select ${project_id}::integer, name_key, ${judge}, is_brand, canonical_name, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(names)}::json) as n (name_key text, is_brand boolean,
      canonical_name text)
    on conflict (project_id, name_key) do update set judge = excluded.judge,
      is_brand = excluded.is_brand, canonical_name = excluded.canonical_name,
      judged_at = excluded.judged_at`.execute(db);
}

/**
 * Has a project's judge look through its answers again, for brands that were found in them since. From a number that it
 * never had, so that one that is at work finds that its own is another now.
 */
export async function judgeAgain(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`update judges set last_answer_id = least(last_answer_id, 0) - 1 where project_id = ${project_id}`.execute(
    db,
  );
}

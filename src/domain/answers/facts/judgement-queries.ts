import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";

/** What a judge said of a brand in an answer; `score` -1 to 1, null where it said nothing that could be used. */
export type Judgement = {
  answer_id: number;
  brand_id: number;
  score: number | null;
  quote_start: number | null;
  quote_end: number | null;
};

/** Keeps judgements of answers that are still there with the same words; a brand in an answer that has one keeps it. */
export async function insertJudgements(
  db: Database,
  { project_id }: Tenant,
  given: {
    judge: string;
    now: Date;
    judgements: readonly (Judgement & { content_hash: Buffer })[];
  },
): Promise<void> {
  const rows = given.judgements.map((row) => ({
    ...row,
    score: row.score === null ? null : Math.round(row.score * 1000),
    content_hash: row.content_hash.toString("hex"),
  }));
  if (rows.length === 0) return;
  await sql`
    insert into judgements (project_id, answer_id, brand_id, judge, content_hash, score, quote_start,
      quote_end, judged_at)
    select a.project_id, a.answer_id, j.brand_id, ${given.judge}, decode(j.content_hash, 'hex'), j.score,
      j.quote_start, j.quote_end, ${given.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as j (answer_id bigint, brand_id integer,
      content_hash text, score smallint, quote_start integer, quote_end integer)
    join answers a on a.project_id = ${project_id} and a.answer_id = j.answer_id
      and sha256(convert_to(a.answer, 'UTF8')) = decode(j.content_hash, 'hex')
    on conflict (project_id, answer_id, brand_id) do nothing`.execute(db);
}

/**
 * Puts decided or judged scores in the place of estimates, which are kept beside, in some answers; the caller marks their
 * days.
 */
export async function applyJudgements(
  db: Database,
  { project_id }: Tenant,
  answer_ids: readonly number[],
): Promise<void> {
  const ofAnswers = sql`a.project_id = ${project_id} and a.answer_id = any(${answer_ids}::bigint[])`;
  await sql`
    update judgements j set estimate = m.sentiment
    from answers a join mentions m on ${SAME_ANSWER}
    where ${ofAnswers} and j.project_id = a.project_id and j.answer_id = a.answer_id
      and j.brand_id = m.brand_id and not m.is_judged`.execute(db);
  await sql`
    update mentions m set sentiment = coalesce(j.decided, j.score), is_judged = true
    from answers a
    join judgements j on j.project_id = a.project_id and j.answer_id = a.answer_id
    where ${ofAnswers} and coalesce(j.decided, j.score) is not null and ${SAME_ANSWER}
      and m.brand_id = j.brand_id`.execute(db);
}

/** That a mention `m` is in an answer `a`. */
export const SAME_ANSWER = sql`m.project_id = a.project_id and ${sameAnswer("m", "a")}`;

/** From so far off neutral on, in thousandths, a tone is one that another can contradict. */
const STRONG = 250;

/** That a judgement `j` says the opposite of the rules: one of them hears praise, the other criticism. */
const IS_OPPOSED = sql`(j.score > 0) <> (j.estimate > 0)
  and least(abs(j.score), abs(j.estimate)) >= ${sql.lit(STRONG)}`;

/** That the tone of a judgement `j` is in doubt, or a person decided it, whatever the rules hear since. */
export const IS_TONE_DOUBT = sql`(${IS_OPPOSED} or j.decided is not null)`;

/** A mention whose tone is in doubt, or was decided; scores in thousandths. */
export type ToneDoubtRow = {
  chat_id: number;
  brand_id: number;
  brand_name: string;
  date: string;
  judge: string;
  score: number;
  estimate: number | null;
  decided: number | null;
  decided_by: string | null;
  decided_at: string | null;
  answer: string;
  evidence: number[];
  quote_start: number | null;
  quote_end: number | null;
};

/** Of some answers and brands those whose tone is in doubt, or was decided. */
export async function findToneDoubts(
  db: Database,
  { project_id }: Tenant,
  wanted: readonly { chat_id: number; brand_id: number }[],
): Promise<ToneDoubtRow[]> {
  if (wanted.length === 0) return [];
  return rowsOf<ToneDoubtRow>(db)`
    select j.answer_id as chat_id, j.brand_id, b.name as brand_name, a.day as date, j.judge, j.score, j.estimate, j.decided,
      j.decided_by, j.decided_at, a.answer, m.evidence, j.quote_start, j.quote_end
    from unnest(${wanted.map(({ chat_id }) => chat_id)}::bigint[],
      ${wanted.map(({ brand_id }) => brand_id)}::integer[]) w (answer_id, brand_id)
    join judgements j on j.project_id = ${project_id} and j.answer_id = w.answer_id and j.brand_id = w.brand_id
    join answers a on a.project_id = j.project_id and a.answer_id = j.answer_id
    join mentions m on ${SAME_ANSWER} and m.brand_id = j.brand_id
    join brands b on b.project_id = j.project_id and b.brand_id = j.brand_id
    where ${IS_TONE_DOUBT}`;
}

/** Notes the tone that a person decided, in thousandths, null: none any more; returns the day, null without such a doubt. */
export async function decideTone(
  db: Database,
  { project_id }: Tenant,
  given: { answer_id: number; brand_id: number; decided: number | null; by: string; now: Date },
): Promise<string | null> {
  const { decided, by, now } = given;
  const rows = await rowsOf<{ day: string }>(db)`
    update judgements j set decided = ${decided}::smallint,
      decided_by = ${decided === null ? null : by}::text,
      decided_at = ${decided === null ? null : now}::timestamptz
    from answers a
    where j.project_id = ${project_id} and j.answer_id = ${given.answer_id} and j.brand_id = ${given.brand_id}
      and ${IS_TONE_DOUBT} and a.project_id = j.project_id and a.answer_id = j.answer_id
    returning a.day`;
  return rows[0]?.day ?? null;
}

/** How the tones of a project's mentions came about in some days: estimated, judged, or some so and some so. */
export async function findToneMethod(
  db: Database,
  { project_id }: Tenant,
  { date_from, date_to }: { date_from: string; date_to: string },
): Promise<"estimate" | "judge" | "both"> {
  const has = (is_judged: boolean) => sql`exists (
    select from mentions m where m.project_id = ${project_id} and m.sentiment is not null
      and m.day between ${date_from}::date and ${date_to}::date and m.is_judged = ${is_judged})`;
  const rows = await rowsOf<{ has_judged: boolean; has_estimates: boolean }>(db)`
    select ${has(true)} as has_judged, ${has(false)} as has_estimates
    where exists (select from judgements where project_id = ${project_id})`;
  const [found] = rows;
  if (!found?.has_judged) return "estimate";
  return found.has_estimates ? "both" : "judge";
}

/** Forgets what was said of some answers. */
export async function deleteJudgements(
  db: Database,
  { project_id }: Tenant,
  answer_ids: readonly number[],
): Promise<void> {
  for (const table of ["judgements", "verdicts"] as const) {
    await sql`delete from ${sql.table(table)} where project_id = ${project_id}
      and answer_id = any(${answer_ids}::bigint[])`.execute(db);
  }
}

/** Forgets what a judge said of answers that have other words now; what people decided stays, without the old quote. */
export async function forgetUndecided(
  db: Database,
  { project_id }: Tenant,
  answer_ids: readonly number[],
): Promise<void> {
  const ofAnswers = sql`project_id = ${project_id} and answer_id = any(${answer_ids}::bigint[])`;
  for (const table of ["judgements", "verdicts"] as const) {
    await sql`delete from ${sql.table(table)} where ${ofAnswers} and decided is null`.execute(db);
  }
  await sql`update judgements set quote_start = null, quote_end = null where ${ofAnswers}`.execute(
    db,
  );
}

/** What a judge said before of brands in the same text. */
export async function findKnownJudgements(
  db: Database,
  { project_id }: Tenant,
  { judge, content_hash }: { judge: string; content_hash: Buffer },
): Promise<Omit<Judgement, "answer_id">[]> {
  return rowsOf<Omit<Judgement, "answer_id">>(db)`
    select distinct on (brand_id) brand_id, score / 1000.0 as score, quote_start, quote_end
    from judgements
    where project_id = ${project_id} and content_hash = ${content_hash} and judge = ${judge}
    order by brand_id, answer_id`;
}

/** A brand in an answer; `evidence` are the places that name it, start and end in turn. */
export type JudgedBrand = {
  brand_id: number;
  name: string;
  domains: string[];
  evidence: number[];
  /** Its tone is decided: only whether it is meant may be asked. */
  has_tone: boolean;
};

/** An answer in which brands wait for a judgement. */
export type UnjudgedAnswer = {
  answer_id: number;
  day: string;
  answer: string;
  /** None: all of its brands are judged. */
  brands: JudgedBrand[];
};

/**
 * The next usable answers after a number that name brands, oldest first, with the brands not judged yet, and
 * those whose tone a person decided without a verdict on whether they are meant.
 */
export async function listUnjudged(
  db: Database,
  { project_id }: Tenant,
  { after, since, limit }: { after: number; since: string; limit: number },
): Promise<UnjudgedAnswer[]> {
  return rowsOf<UnjudgedAnswer>(db)`
    select a.answer_id, a.day, a.answer, coalesce((
      select json_agg(json_build_object('brand_id', b.brand_id, 'name', b.name, 'domains', b.domains,
        'evidence', m.evidence, 'has_tone', j.answer_id is not null) order by b.brand_id)
      from brands b
      join mentions m on m.project_id = ${project_id} and ${sameAnswer("m", "a")} and m.brand_id = b.brand_id
      left join judgements j on j.project_id = ${project_id} and j.answer_id = a.answer_id
        and j.brand_id = b.brand_id
      where b.project_id = ${project_id} and b.brand_id = any(a.brand_ids)
        and (j.answer_id is null or (j.decided is not null and not exists (
          select from verdicts v where v.project_id = ${project_id} and v.answer_id = a.answer_id
            and v.brand_id = b.brand_id)))), '[]') as brands
    from answers a
    where a.project_id = ${project_id} and a.answer_id > ${after} and a.day >= ${since}::date
      and a.status = 'answered' and a.brand_ids <> '{}'
    order by a.answer_id limit ${limit}`;
}

import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { IS_TONE_DOUBT, SAME_ANSWER } from "./judgement-queries.ts";

/** A doubtful mention as the work list shows it. */
export type DoubtRow = {
  chat_id: number;
  brand_id: number;
  brand_name: string;
  date: string;
  doubt: "name" | "absence";
  passage: string;
  judged: boolean | null;
  quote: string | null;
  judge: string;
  decided: boolean | null;
  decided_by: string | null;
  decided_at: string | null;
  counts: boolean;
};

export type DoubtState = "open" | "decided" | "all";
/** Which doubt an entry of the work list is. */
type Place = { chat_id: number; brand_id: number; is_tone: boolean };

/**
 * That the mention of a verdict `v` in an answer `a` is found, be it that it was taken out: what other rules found is no
 * doubt any more.
 */
const IS_FOUND = sql`(v.kept is not null
  or exists (select from mentions m where ${SAME_ANSWER} and m.brand_id = v.brand_id))`;

/** The answer and the mention of a judgement `j`. */
const TONED = sql`join answers a on a.project_id = j.project_id and a.answer_id = j.answer_id
  join mentions m on ${SAME_ANSWER} and m.brand_id = j.brand_id`;

/** Doubtful mentions, of tracked brands, that wait for a person. */
export async function countOpenDoubts(db: Database, { project_id }: Tenant): Promise<number> {
  const rows = await rowsOf<{ count: number }>(db)`
    select (
      select count(*) from verdicts v
      join answers a on a.project_id = v.project_id and a.answer_id = v.answer_id
      join brands b on b.project_id = v.project_id and b.brand_id = v.brand_id
      where v.project_id = ${project_id} and v.decided is null and v.judged is distinct from true and ${IS_FOUND}
    ) + (
      select count(*) from judgements j ${TONED}
      join brands b on b.project_id = j.project_id and b.brand_id = j.brand_id
      where j.project_id = ${project_id} and j.decided is null and ${IS_TONE_DOUBT}) as count`;
  return rows[0]?.count ?? 0;
}

/** What is doubtful, newest answers first: what waits for a person, what is decided, or all. */
export function listDoubts(
  db: Database,
  { project_id }: Tenant,
  { state, page }: { state: DoubtState; page: PageInput },
): Promise<Paged<Place>> {
  const wanted = {
    open: sql`decided is null and is_open`,
    decided: sql`decided is not null`,
    all: sql`true`,
  }[state];
  const listed = sql<Place>`
    with doubts as (
      select v.answer_id, v.brand_id, false as is_tone, v.judged is distinct from true as is_open,
        v.decided::text as decided
      from verdicts v
      join answers a on a.project_id = v.project_id and a.answer_id = v.answer_id
      where v.project_id = ${project_id} and ${IS_FOUND}
      union all
      select j.answer_id, j.brand_id, true, true, j.decided::text
      from judgements j ${TONED}
      where j.project_id = ${project_id} and ${IS_TONE_DOUBT})
    select d.answer_id as chat_id, d.brand_id, d.is_tone, count(*) over () as total_count
    from doubts d
    join answers a on a.project_id = ${project_id} and a.answer_id = d.answer_id
    join brands b on b.project_id = ${project_id} and b.brand_id = d.brand_id
    where ${wanted}
    order by d.answer_id desc, d.brand_id, d.is_tone`;
  return readPage(db, page, listed);
}

/** Some doubtful mentions whole. */
export async function findDoubts(
  db: Database,
  { project_id }: Tenant,
  wanted: readonly { chat_id: number; brand_id: number }[],
): Promise<DoubtRow[]> {
  if (wanted.length === 0) return [];
  return rowsOf<DoubtRow>(db)`
    select v.answer_id as chat_id, v.brand_id, b.name as brand_name, a.day as date, v.doubt, v.passage, v.judged, v.quote,
      v.judge, v.decided, v.decided_by, v.decided_at, coalesce(v.decided, v.judged, true) as counts
    from unnest(${wanted.map(({ chat_id }) => chat_id)}::bigint[],
      ${wanted.map(({ brand_id }) => brand_id)}::integer[]) w (answer_id, brand_id)
    join verdicts v on v.project_id = ${project_id} and v.answer_id = w.answer_id and v.brand_id = w.brand_id
    join answers a on a.project_id = v.project_id and a.answer_id = v.answer_id
    join brands b on b.project_id = v.project_id and b.brand_id = v.brand_id`;
}

/** Notes what a person decided of a doubtful mention, null: nothing any more; false when there is none such. */
export async function decideVerdict(
  db: Database,
  { project_id }: Tenant,
  given: { answer_id: number; brand_id: number; decided: boolean | null; by: string; now: Date },
): Promise<boolean> {
  const { decided, by, now } = given;
  const rows = await rowsOf(db)`
    update verdicts v set decided = ${decided}::boolean,
      decided_by = ${decided === null ? null : by}::text,
      decided_at = ${decided === null ? null : now}::timestamptz
    from answers a
    where v.project_id = ${project_id} and v.answer_id = ${given.answer_id} and v.brand_id = ${given.brand_id}
      and a.project_id = v.project_id and a.answer_id = v.answer_id and ${IS_FOUND}
    returning v.answer_id`;
  return rows.length > 0;
}

/** Of some answers those that a judge said something of which nobody decided on. */
export async function listJudged(
  db: Database,
  { project_id }: Tenant,
  answer_ids: readonly number[],
): Promise<Set<number>> {
  const rows = await rowsOf<{ answer_id: number }>(db)`
    select distinct answer_id from verdicts where project_id = ${project_id} and decided is null
      and answer_id = any(${answer_ids}::bigint[])`;
  return new Set(rows.map(({ answer_id }) => answer_id));
}

type Doubted = { answer_id: number; brand_id: number; text_hash: string };

/**
 * Forgets what a judge said of mentions in some answers, but of those that are still in doubt for the same passage;
 * where another passage is in doubt now, the tone, too, so that both are asked about again. What people decided stays.
 */
export async function forgetOutdated(
  db: Database,
  { project_id }: Tenant,
  { answer_ids, doubts }: { answer_ids: readonly number[]; doubts: readonly Doubted[] },
): Promise<void> {
  const now = sql`json_to_recordset(${JSON.stringify(doubts)}::json) as d (answer_id bigint, brand_id integer,
    text_hash text)`;
  await sql`
    with gone as (
      delete from verdicts v where v.project_id = ${project_id} and v.answer_id = any(${answer_ids}::bigint[])
        and v.decided is null and not exists (select from ${now} where d.answer_id = v.answer_id
          and d.brand_id = v.brand_id and decode(d.text_hash, 'hex') = v.text_hash)
      returning v.answer_id, v.brand_id)
    delete from judgements j using gone g, ${now}
    where j.project_id = ${project_id} and j.answer_id = g.answer_id and j.brand_id = g.brand_id
      and j.decided is null and d.answer_id = g.answer_id and d.brand_id = g.brand_id`.execute(db);
}

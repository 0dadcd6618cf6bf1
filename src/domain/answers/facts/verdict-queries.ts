import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";
import { SAME_ANSWER } from "./judgement-queries.ts";

/** What a judge said of a doubtful mention; `judged` null: nothing usable. Hashes are SHA-256 in hex. */
export type NewVerdict = {
  answer_id: number;
  brand_id: number;
  /** The places that name the brand, as they were read. */
  evidence: readonly number[];
  doubt: string;
  passage: string;
  text_hash: string;
  content_hash: string;
  judged: boolean | null;
  quote: string | null;
};

/**
 * Keeps verdicts of answers that are still there with the same words, and mention the brand in the same places, in place
 * of earlier ones; decisions stay.
 */
export async function insertVerdicts(
  db: Database,
  { project_id }: Tenant,
  { judge, now, verdicts }: { judge: string; now: Date; verdicts: readonly NewVerdict[] },
): Promise<void> {
  await sql`
    insert into verdicts (project_id, answer_id, brand_id, doubt, passage, judge, text_hash, judged, quote, judged_at)
    select a.project_id, a.answer_id, v.brand_id, v.doubt, v.passage, ${judge}, decode(v.text_hash, 'hex'),
      v.judged, v.quote, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(verdicts)}::json) as v (answer_id bigint, brand_id integer, evidence jsonb,
      doubt text, passage text, text_hash text, content_hash text, judged boolean, quote text)
    join answers a on a.project_id = ${project_id} and a.answer_id = v.answer_id
      and sha256(convert_to(a.answer, 'UTF8')) = decode(v.content_hash, 'hex')
    where v.evidence in (
      select to_jsonb(m.evidence) from mentions m where ${SAME_ANSWER} and m.brand_id = v.brand_id
      union all select o.kept -> 'evidence' from verdicts o where o.project_id = a.project_id
        and o.answer_id = a.answer_id and o.brand_id = v.brand_id)
    on conflict (project_id, answer_id, brand_id) do update set doubt = excluded.doubt,
      passage = excluded.passage, judge = excluded.judge, text_hash = excluded.text_hash,
      judged = excluded.judged, quote = excluded.quote, judged_at = excluded.judged_at`.execute(db);
}

/** What a judge said of passages before, by their hashes. */
export async function findKnownVerdicts(
  db: Database,
  { project_id }: Tenant,
  { judge, hashes }: { judge: string; hashes: readonly string[] },
): Promise<Map<string, { is_mention: boolean; quote: string } | null>> {
  const rows = await rowsOf<{ hash: string; judged: boolean | null; quote: string | null }>(db)`
    select distinct on (text_hash) encode(text_hash, 'hex') as hash, judged, quote from verdicts
    where project_id = ${project_id} and judge = ${judge}
      and text_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
    order by text_hash, answer_id`;
  return new Map(
    rows.map(({ hash, judged, quote }) => [
      hash,
      judged === null ? null : { is_mention: judged, quote: quote ?? "" },
    ]),
  );
}

const KEY = sql.raw("project_id, day, model_id, prompt_id, sample");

/**
 * Takes what is no mention out of some answers and puts back what is one after all: a person's decision, else the
 * judge's word, else the rule's. Ranks close up. Returns the days that changed; the caller marks them.
 */
export async function applyVerdicts(
  db: Database,
  { project_id }: Tenant,
  answer_ids: readonly number[],
): Promise<string[]> {
  const out = await rowsOf<{ answer_id: number }>(db)`
    with gone as (
      delete from mentions m using verdicts v, answers a
      where v.project_id = ${project_id} and v.answer_id = any(${answer_ids}::bigint[])
        and coalesce(v.decided, v.judged) = false
        and a.project_id = v.project_id and a.answer_id = v.answer_id
        and m.project_id = a.project_id and ${sameAnswer("m", "a")} and m.brand_id = v.brand_id
      returning v.answer_id, m.brand_id, jsonb_build_object('position', m.position, 'mention_count',
        m.mention_count, 'sentiment', m.sentiment, 'evidence', m.evidence, 'is_judged', m.is_judged) as kept)
    update verdicts v set kept = g.kept from gone g
    where v.project_id = ${project_id} and v.answer_id = g.answer_id and v.brand_id = g.brand_id
    returning v.answer_id`;
  const back = await rowsOf<{ answer_id: number }>(db)`
    with again as (
      update verdicts v set kept = null from (select * from verdicts) o
      where v.project_id = ${project_id} and v.answer_id = any(${answer_ids}::bigint[])
        and v.kept is not null and coalesce(v.decided, v.judged, true)
        and o.project_id = v.project_id and o.answer_id = v.answer_id and o.brand_id = v.brand_id
      returning v.answer_id, v.brand_id, o.kept),
    put as (
      insert into mentions (${KEY}, brand_id, position, mention_count, sentiment, evidence, is_judged)
      select a.project_id, a.day, a.model_id, a.prompt_id, a.sample, g.brand_id, k.position, k.mention_count,
        k.sentiment, k.evidence, k.is_judged
      from again g join answers a on a.project_id = ${project_id} and a.answer_id = g.answer_id,
        jsonb_to_record(g.kept) as k (position integer, mention_count integer, sentiment smallint,
          evidence integer[], is_judged boolean)
      on conflict do nothing)
    select answer_id from again`;
  const changed = [...new Set([...out, ...back].map(({ answer_id }) => answer_id))];
  return changed.length === 0 ? [] : closeRanks(db, { project_id }, changed);
}

async function closeRanks(db: Database, { project_id }: Tenant, answer_ids: readonly number[]) {
  await sql`
    update mentions m set position = r.rank
    from (
      select m.day, m.model_id, m.prompt_id, m.sample, m.brand_id,
        row_number() over (partition by a.answer_id order by m.evidence[1], m.position, m.brand_id) as rank
      from answers a join mentions m on m.project_id = a.project_id and ${sameAnswer("m", "a")}
      where a.project_id = ${project_id} and a.answer_id = any(${answer_ids}::bigint[])) r
    where m.project_id = ${project_id} and ${sameAnswer("m", "r")} and m.brand_id = r.brand_id
      and m.position <> r.rank`.execute(db);
  const rows = await rowsOf<{ day: string }>(db)`
    update answers a set brand_ids = array(
      select m.brand_id from mentions m where m.project_id = a.project_id and ${sameAnswer("m", "a")}
      order by m.position)
    where a.project_id = ${project_id} and a.answer_id = any(${answer_ids}::bigint[])
    returning a.day`;
  return [...new Set(rows.map(({ day }) => day))];
}

/** Forgets which mentions were taken out of some answers: they are found again. */
export async function forgetKept(
  db: Database,
  { project_id }: Tenant,
  answer_ids: readonly number[],
): Promise<void> {
  await sql`update verdicts set kept = null where project_id = ${project_id}
    and answer_id = any(${answer_ids}::bigint[]) and kept is not null`.execute(db);
}

/** Whether a person decided on some of a project's mentions. */
export async function hasDecided(
  db: Database,
  { project_id }: Tenant,
  email: string,
): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from judgements where project_id = ${project_id} and decided_by = ${email}
    union all select from verdicts where project_id = ${project_id} and decided_by = ${email}
    limit 1`;
  return rows.length > 0;
}

/** What a person decided on a project's mentions: when, and of what kind. */
export async function listDecided(db: Database, { project_id }: Tenant, email: string) {
  return rowsOf<{ kind: string; at: string; data: Record<string, unknown> }>(db)`
    select 'decision' as kind, coalesce(decided_at, judged_at) as at, jsonb_build_object('tone', decided) as data
    from judgements where project_id = ${project_id} and decided_by = ${email}
    union all
    select 'decision', coalesce(decided_at, judged_at), jsonb_build_object('is_meant', decided)
    from verdicts where project_id = ${project_id} and decided_by = ${email}`;
}

/** Takes a person's e-mail address out of what was decided on a project's mentions. */
export async function forgetDecider(
  db: Database,
  { project_id }: Tenant,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await sql`update judgements set decided_by = ${name}
    where project_id = ${project_id} and decided_by = ${email}`.execute(db);
  await sql`update verdicts set decided_by = ${name}
    where project_id = ${project_id} and decided_by = ${email}`.execute(db);
}

import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { pairsOf } from "#domain/answers/lists/detail-queries.ts";
import type { Span } from "#domain/detection/clean-answer.ts";
import type { CountedAnswer } from "#domain/detection/count-candidates.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { AskedText, NewSuggestion } from "./suggest-prompts.ts";
import type { LoosePrompt } from "./suggest-topics.ts";
import type { SuggestionKind } from "./suggestion.ts";

const PAGE = 250;
const PAGE_BYTES = 4_000_000;
const PROMPTS_MAX = 20_000;

/** An answer as the suggestions read it. */
export type AnswerToCount = CountedAnswer & { answer: string; removed_spans: Span[] };

type Stored = CountedAnswer & { answer: string; removed_spans: number[]; captured_at: string };

/** The newest usable answers of a project, page by page, at most `answers_max`. */
export async function* readNewestAnswers(
  db: Database,
  { project_id }: Tenant,
  answers_max: number,
): AsyncGenerator<AnswerToCount[]> {
  let before = { captured_at: "infinity", chat_id: 0 };
  for (let read = 0; read < answers_max; ) {
    const rows = await rowsOf<Stored>(db)`
      select chat_id, model_id, day, answer, removed_spans, captured_at
      from (
        select answer_id as chat_id, model_id, day, answer, removed_spans, captured_at, row_number() over newest as place,
          sum(octet_length(answer)) over newest as bytes
        from (select answer_id, model_id, day::text, answer, removed_spans, captured_at from answers
          where project_id = ${project_id} and status = 'answered'
            and (captured_at, answer_id) < (${before.captured_at}::timestamptz, ${before.chat_id})
          order by captured_at desc, answer_id desc limit ${Math.min(PAGE, answers_max - read)}) next
        window newest as (order by captured_at desc, answer_id desc)
      ) page
      where place = 1 or bytes <= ${PAGE_BYTES}
      order by captured_at desc, chat_id desc`;
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => ({ ...row, removed_spans: pairsOf(row.removed_spans, row.answer) }));
    read += rows.length;
    before = last;
  }
}

/** What assistants searched for in at least two answers of the last 90 days, the most frequent first. */
export async function readSearches(db: Database, { project_id }: Tenant): Promise<AskedText[]> {
  const rows = await rowsOf<Omit<AskedText, "source">>(db)`
    select min(q.query) as text, count(distinct a.answer_id) as chat_count,
      count(distinct q.model_id) as model_count,
      json_build_array(json_build_object('chat_id', max(a.answer_id), 'text', min(q.query))) as examples
    from search_queries q
    join answers a using (project_id, day, model_id, prompt_id, sample)
    where q.project_id = ${project_id} and q.day > current_date - 90
      and length(q.query) between 8 and 200 and q.query !~* '(site|inurl|filetype):'
    group by lower(q.query)
    having count(distinct a.answer_id) >= 2
    order by chat_count desc, text limit 500`;
  return rows.map((row) => ({ ...row, source: "search" }));
}

/**
 * What must not be suggested (again), and what suggestions are made from, in addition to answers.
 */
export type Known = {
  tracked_names: string[];
  topic_names: string[];
  prompt_texts: string[];
  loose_prompts: LoosePrompt[];
  cited_domains: string[];
  decided: { kind: SuggestionKind; key: string; name: string }[];
  /** What a judge said of names, where a project has one. */
  judged_names: { key: string; is_brand: boolean; canonical_name: string | null }[];
};

/** Reads what a project has already. */
export async function readKnown(db: Database, { project_id }: Tenant): Promise<Known> {
  const rows = await rowsOf<Known>(db)`
    select
      coalesce((select json_agg(n) from (
        select name as n from brands where project_id = ${project_id}
        union select alias ->> 'text' from brands, jsonb_array_elements(aliases) alias
        where project_id = ${project_id}) names), '[]') as tracked_names,
      coalesce((select json_agg(name) from topics where project_id = ${project_id}), '[]') as topic_names,
      coalesce((select json_agg(text) from (select text from prompts where project_id = ${project_id}
        limit ${PROMPTS_MAX}) p), '[]') as prompt_texts,
      coalesce((select json_agg(p order by prompt_id) from (select prompt_id, text from prompts
        where project_id = ${project_id} and topic_id is null and status = 'active'
        limit ${PROMPTS_MAX}) p), '[]') as loose_prompts,
      coalesce((select json_agg(domain) from (select domain from domains
        where project_id = ${project_id} limit ${PROMPTS_MAX}) d), '[]') as cited_domains,
      coalesce((select json_agg(json_build_object('kind', kind, 'key', name_key, 'name', name)) from suggestions
        where project_id = ${project_id} and status <> 'open'), '[]') as decided,
      coalesce((select json_agg(json_build_object('key', name_key, 'is_brand', is_brand,
        'canonical_name', canonical_name)) from judged_names
        where project_id = ${project_id}), '[]') as judged_names`;
  const [row] = rows;
  if (!row) throw new Error("a select without from gives one row");
  return row;
}

/** An open suggestion that was not there before. */
export type MadeSuggestion = {
  id: number;
  key: string;
  name: string;
  reason: string;
  chat_count: number;
};

/**
 * Makes the listed open suggestions of a kind exactly these, and returns those that were not there, the strongest
 * first; decided ones stay as they are, and known ones keep their id.
 */
export async function replaceOpen(
  db: Database,
  { project_id }: Tenant,
  { kind, suggestions }: { kind: SuggestionKind; suggestions: readonly NewSuggestion[] },
): Promise<MadeSuggestion[]> {
  const rows = JSON.stringify(suggestions);
  // xmax is zero in a row that this statement inserted.
  const made = await sql<MadeSuggestion & { is_new: boolean; score: number }>`
    insert into suggestions as s (project_id, kind, name, name_key, domains, chat_count, model_count, examples,
      detail, reason, score)
    select ${project_id}, ${kind}, n.text, n.key, n.domains, n.chat_count, n.model_count, n.examples, n.detail,
      n.reason, n.score
    from jsonb_to_recordset(${rows}::jsonb) as n(text text, key text, domains text[], chat_count integer,
      model_count integer, examples jsonb, detail jsonb, reason text, score real)
    on conflict (project_id, kind, name_key) do update set name = excluded.name, domains = excluded.domains,
      chat_count = excluded.chat_count, model_count = excluded.model_count, examples = excluded.examples,
      detail = excluded.detail, reason = excluded.reason, score = excluded.score, lost_at = null
    where s.status = 'open'
    returning suggestion_id as id, name_key as key, name, reason, chat_count, score,
      xmax = 0 as is_new`.execute(db);
  await sql`
    delete from suggestions
    where project_id = ${project_id} and kind = ${kind} and lost_at < now() - interval '1 day'`.execute(
    db,
  );
  // One that somebody is just looking at, or editing, can still be decided.
  await sql`
    update suggestions set lost_at = now()
    where project_id = ${project_id} and kind = ${kind} and status = 'open' and lost_at is null
      and name_key <> all (${suggestions.map(({ key }) => key)}::text[])`.execute(db);
  return made.rows.filter((row) => row.is_new).toSorted((a, b) => b.score - a.score);
}

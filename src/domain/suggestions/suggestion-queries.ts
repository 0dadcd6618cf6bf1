import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { type PageInput, readPage } from "#core/page.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { SuggestionKind } from "./suggestion.ts";

export type SuggestionState = "open" | "accepted" | "rejected";

/** A suggestion as stored, ready for every kind's schema. */
export type SuggestionRow<Kind extends SuggestionKind = SuggestionKind> = {
  id: number;
  kind: Kind;
  status: SuggestionState;
  name: string;
  text: string;
  domains: string[];
  chat_count: number;
  model_count: number;
  examples: { chat_id: number; text: string }[];
  detail: { prompt_ids?: number[]; country_code?: string; language_code?: string };
  first_day: string | null;
  counted_at: string | null;
  reason: string;
  created_at: string;
  decided_at: string | null;
  /** What accepting made, as long as it is there. */
  result_id: number | null;
};

/** Whether what accepting made is still there. */
const isThere = sql<boolean>`case s.kind
  when 'brand' then exists (select from brands r where (r.project_id, r.brand_id) = (s.project_id, s.result_id))
  when 'prompt' then exists (select from prompts r where (r.project_id, r.prompt_id) = (s.project_id, s.result_id))
  else exists (select from topics r where (r.project_id, r.topic_id) = (s.project_id, s.result_id)) end`;

const COLUMNS = sql`suggestion_id as id, kind, status, name, name as text, domains, chat_count, model_count,
  examples, detail, detail ->> 'first_day' as first_day,
  detail ->> 'counted_at' as counted_at, reason, created_at, decided_at, case when ${isThere} then result_id end as result_id`;

/** Suggestions of a kind and status, the strongest first. */
export async function listSuggestionRows<Kind extends SuggestionKind>(
  db: Database,
  { project_id }: Tenant,
  { kind, status, ...page }: PageInput & { kind: Kind; status: SuggestionState },
) {
  const listed = sql<SuggestionRow<Kind>>`
    select ${COLUMNS}, count(*) over () as total_count from suggestions s
    where project_id = ${project_id} and kind = ${kind} and status = ${status} and lost_at is null
    order by score desc, suggestion_id`;
  return readPage(db, page, listed);
}

/** Names of brands that answers name and nobody tracks, but those that were rejected. */
export async function listSuggestedBrands(db: Database, { project_id }: Tenant): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(db)`
    select name from suggestions
    where project_id = ${project_id} and kind = 'brand' and status <> 'rejected'
      and lost_at is null`;
  return rows.map(({ name }) => name);
}

/** The suggestions with these numbers, locked in order until the transaction ends, so that each is decided once. */
export async function lockSuggestions(
  db: Database,
  { project_id }: Tenant,
  { kind, suggestion_ids }: { kind: SuggestionKind | null; suggestion_ids: number[] },
): Promise<SuggestionRow[]> {
  const chosen = sql`from suggestions s
    where project_id = ${project_id} and suggestion_id = any(${suggestion_ids})
      and (${kind}::text is null or kind = ${kind}::text)
    order by suggestion_id`;
  await sql`select ${chosen} for update`.execute(db);
  // A statement of its own: a decision that was waited for has made what it says by now.
  return rowsOf<SuggestionRow>(db)`select ${COLUMNS} ${chosen}`;
}

export type Decision = {
  suggestion_id: number;
  status: SuggestionState;
  decided_by: string;
  result_id: number | null;
};

/** Writes a decision and returns when it was taken; one that is open again keeps nothing of it. */
export async function decideSuggestionRow(
  db: Database,
  { project_id }: Tenant,
  { suggestion_id, status, decided_by, result_id }: Decision,
): Promise<string> {
  const rows = await rowsOf<{ decided_at: string }>(db)`
    update suggestions set status = ${status}, decided_by = ${status === "open" ? null : decided_by},
      decided_at = case when ${status} = 'open' then null else now() end, result_id = ${result_id},
      lost_at = null
    where project_id = ${project_id} and suggestion_id = ${suggestion_id}
    returning decided_at`;
  return rows[0]?.decided_at ?? "";
}

/** Takes what suggestions quote of answers that are gone out of them: a decided one keeps its name alone. */
export async function forgetExamples(db: Database, { project_id }: Tenant): Promise<void> {
  const quoted = await rowsOf<{ answer_id: number }>(db)`
    select distinct (e ->> 'chat_id')::bigint as answer_id
    from suggestions, jsonb_array_elements(examples) e where project_id = ${project_id}`;
  const answer_ids = quoted.map((row) => row.answer_id);
  const there = await rowsOf<{ answer_id: number }>(db)`
    select answer_id from answers where project_id = ${project_id}
      and answer_id = any(${answer_ids}::bigint[])`;
  const living = new Set(there.map((row) => row.answer_id));
  const gone = answer_ids.filter((answer_id) => !living.has(answer_id));
  if (gone.length === 0) return;
  const isGone = sql`(e ->> 'chat_id')::bigint = any(${gone}::bigint[])`;
  await sql`
    update suggestions set examples = (select coalesce(jsonb_agg(e order by place), '[]')
      from jsonb_array_elements(examples) with ordinality x (e, place) where not ${isGone})
    where project_id = ${project_id}
      and exists (select from jsonb_array_elements(examples) e where ${isGone})`.execute(db);
}

/** Takes a person's e-mail address out of what is said of suggestions. */
export async function forgetSuggestionJudge(
  db: Database,
  email: string,
  name: string,
): Promise<void> {
  await sql`update suggestions set decided_by = ${name} where decided_by = ${email}`.execute(db);
}

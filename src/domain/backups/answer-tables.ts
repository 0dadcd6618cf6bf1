import { sql } from "kysely";
import { type BackupTable, FACT, renumbered, renumberedAll } from "./backup-table.ts";

const EXAMPLES = sql`(select coalesce(jsonb_agg(jsonb_set(e.example, '{chat_id}', to_jsonb(r.new_id))
    order by e.place), '[]')
  from jsonb_array_elements(n.examples) with ordinality e (example, place)
  join restored_ids r on r.kind = 'answers' and r.old_id = (e.example ->> 'chat_id')::bigint)`;

const DETAIL = sql`case when jsonb_typeof(n.detail -> 'prompt_ids') = 'array'
  then jsonb_set(n.detail, '{prompt_ids}', to_jsonb(${renumberedAll(
    "prompts",
    sql`array(select jsonb_array_elements_text(n.detail -> 'prompt_ids')::bigint)`,
  )})) else n.detail end`;

const RESULT = sql`case n.kind when 'brand' then ${renumbered("brands", sql`n.result_id`)}
  when 'topic' then ${renumbered("topics", sql`n.result_id`)}
  when 'prompt' then ${renumbered("prompts", sql`n.result_id`)} end`;

const OF_BRAND = sql`exists (select from brands b
  where b.project_id = f.project_id and b.brand_id = f.brand_id)`;

/** Answers, what was found in them, and what was made of that. */
export const ANSWER_TABLES: Readonly<Record<string, BackupTable>> = {
  domains: {
    id: "domain_id",
    order: "domain_id",
    columns: {
      ...{ domain_id: "integer", domain: "text", classification: "text" },
      is_classified_by_user: "boolean",
    },
  },
  urls: {
    id: "url_id",
    order: "url_id",
    refs: { domain_id: "domains" },
    columns: {
      ...{ url_id: "integer", url: "text", url_hash: "uuid", domain_id: "integer" },
      ...{ title: "text", page_type: "text" },
    },
  },
  answers: {
    id: "answer_id",
    order: "answer_id",
    refs: FACT.refs,
    columns: {
      ...{ answer_id: "bigint", ...FACT.columns, captured_at: "timestamptz", status: "text" },
      ...{ brand_ids: "integer[]", source_count: "integer", answer: "text" },
      ...{ served_model: "text", search_ran: "boolean", origin: "text", external_id: "text" },
      ...{ search_asked: "text", asked_without: "text[]" },
      ...{ content_hash: "bytea", detector_version: "smallint", removed_spans: "integer[]" },
      is_partial: "boolean",
    },
    restore: { brand_ids: renumberedAll("brands", sql`n.brand_ids`) },
  },
  mentions: {
    ...FACT,
    order: `${FACT.order}, brand_id`,
    refs: { ...FACT.refs, brand_id: "brands" },
    columns: {
      ...{ ...FACT.columns, brand_id: "integer", position: "integer", mention_count: "integer" },
      ...{ sentiment: "smallint", is_judged: "boolean", evidence: "integer[]" },
    },
    // Those of a brand that was just deleted are about to go.
    only: OF_BRAND,
  },
  judgements: {
    order: "answer_id, brand_id",
    refs: { answer_id: "answers", brand_id: "brands" },
    columns: {
      ...{ answer_id: "bigint", brand_id: "integer", judge: "text", content_hash: "bytea" },
      ...{ score: "smallint", quote_start: "integer", quote_end: "integer" },
      judged_at: "timestamptz",
    },
    only: OF_BRAND,
  },
  citations: {
    ...FACT,
    order: `${FACT.order}, url_id`,
    refs: { ...FACT.refs, url_id: "urls", domain_id: "domains" },
    columns: {
      ...{ ...FACT.columns, url_id: "integer", domain_id: "integer", retrieved: "smallint" },
      ...{ cited: "smallint", position: "integer", raw_url: "text" },
    },
  },
  search_queries: {
    ...FACT,
    order: `${FACT.order}, position`,
    columns: { ...FACT.columns, position: "integer", query: "text" },
  },
  raw_answers: {
    order: "answer_id",
    refs: { answer_id: "answers" },
    columns: { answer_id: "bigint", adapter_version: "text", body: "jsonb" },
  },
  suggestions: {
    order: "suggestion_id",
    columns: {
      ...{ kind: "text", status: "text", name: "text", name_key: "text", domains: "text[]" },
      ...{ chat_count: "integer", model_count: "integer", examples: "jsonb", detail: "jsonb" },
      ...{ reason: "text", score: "real", created_at: "timestamptz", decided_at: "timestamptz" },
      result_id: "integer",
    },
    restore: { examples: EXAMPLES, detail: DETAIL, result_id: RESULT },
    left_out: { suggestion_id: "nothing points to it", decided_by: "a user" },
  },
  judged_names: {
    order: "name_key",
    columns: {
      ...{ name_key: "text", judge: "text", is_brand: "boolean", canonical_name: "text" },
      judged_at: "timestamptz",
    },
  },
};

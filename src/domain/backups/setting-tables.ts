import type { BackupTable } from "./backup-table.ts";

const NAMED = { name: "text", name_key: "text", created_at: "timestamptz" } as const;

/** What a project tracks and asks. */
export const SETTING_TABLES: Readonly<Record<string, BackupTable>> = {
  brands: {
    id: "brand_id",
    order: "brand_id",
    columns: {
      ...{ brand_id: "integer", ...NAMED, aliases: "jsonb", domains: "text[]", regex: "text" },
      ...{ exclude_phrases: "text[]", is_own: "boolean", color: "text", source: "text" },
      status: "text",
    },
  },
  topics: { id: "topic_id", order: "topic_id", columns: { topic_id: "integer", ...NAMED } },
  tags: { id: "tag_id", order: "tag_id", columns: { tag_id: "integer", ...NAMED, color: "text" } },
  prompts: {
    id: "prompt_id",
    order: "prompt_id",
    refs: { topic_id: "topics" },
    columns: {
      ...{ prompt_id: "integer", text: "text", country_code: "text", language_code: "text" },
      ...{ topic_id: "integer", status: "text", is_branded: "boolean" },
      ...{ created_at: "timestamptz", last_run_at: "timestamptz" },
    },
  },
  prompt_tags: {
    order: "tag_id, prompt_id",
    refs: { tag_id: "tags", prompt_id: "prompts" },
    columns: { tag_id: "integer", prompt_id: "integer" },
  },
  models: {
    id: "model_id",
    order: "model_id",
    columns: {
      ...{ model_id: "integer", slug: "text", name: "text", provider: "text", surface: "text" },
      ...{ requested_model: "text", is_active: "boolean", supports_search_queries: "boolean" },
      ...{ supports_retrieved: "boolean", supports_cited: "boolean" },
      ...{ supports_location: "boolean", created_at: "timestamptz" },
    },
  },
  capture_targets: {
    order: "model_id",
    refs: { model_id: "models" },
    columns: {
      ...{ model_id: "integer", base_url: "text", parameters: "jsonb" },
      ...{ samples_per_day: "smallint", concurrency: "smallint", requests_per_minute: "integer" },
      ...{ last_success_at: "timestamptz", costliest_micros: "bigint" },
    },
    left_out: {
      api_key: "a secret",
      api_key_hint: "of a secret",
      next_free_at: "of the moment",
      refusals: "of the moment",
      failure_streak: "of the moment",
      failing_since: "of the moment",
      paused_until: "of the moment",
      paused_reason: "of the moment",
      slowed_until: "of the moment",
      last_error: "of the moment",
    },
  },
};

import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";

type Sql = RawBuilder<unknown>;

/** How a table of a project is written and restored. */
type BackupTable = {
  /** The column that others point to: it gets a new number, in the order of the old ones. */
  id?: string;
  /** Columns that point to another table: they get its new number. */
  refs?: Readonly<Record<string, string>>;
  /** Which rows of a project are written, of `f`; all unless said. */
  only?: (project_id: Sql) => Sql;
  /** What is written in place of the value of `f`. */
  write?: Readonly<Record<string, Sql>>;
  /** What is restored in place of the value of `n`, or of a column that is not in a backup. */
  restore?: Readonly<Record<string, Sql>>;
  /** The order rows are written in, and so get their numbers in: that of `id` unless said. */
  order?: string;
  /** Columns that are not in a backup, and why; all others are, but `project_id`. */
  left_out?: Readonly<Record<string, string>>;
};

/** A table of facts: what its columns that say which answer it belongs to point to. */
const FACT = {
  refs: { model_id: "models", prompt_id: "prompts" },
  order: "day, model_id, prompt_id, sample",
} as const;

/** The new number of an old one of a table. */
function renumbered(table: string, old: Sql): Sql {
  return sql`(select r.new_id from restored_ids r where r.kind = ${sql.lit(table)} and r.old_id = ${old})`;
}

/** The new numbers of old ones, in their order; those that are gone are left out. */
function renumberedAll(table: string, numbers: Sql): Sql {
  return sql`(select coalesce(array_agg(r.new_id order by o.place), '{}')
    from unnest(${numbers}) with ordinality o (old_id, place)
    join restored_ids r on r.kind = ${sql.lit(table)} and r.old_id = o.old_id)`;
}

const EXAMPLES = sql`(select coalesce(jsonb_agg(jsonb_set(e.example, '{chat_id}', to_jsonb(r.new_id))
    order by e.place), '[]')
  from jsonb_array_elements(n.examples) with ordinality e (example, place)
  join restored_ids r on r.kind = 'answers' and r.old_id = (e.example ->> 'chat_id')::bigint)`;

const DETAIL = sql`case when jsonb_typeof(n.detail -> 'prompt_ids') = 'array'
  then jsonb_set(n.detail, '{prompt_ids}', to_jsonb(${renumberedAll(
    "prompts",
    sql`array(select jsonb_array_elements_text(n.detail -> 'prompt_ids')::bigint)`,
  )})) else coalesce(n.detail, '{}') end`;

const RESULT = sql`case n.kind when 'brand' then ${renumbered("brands", sql`n.result_id`)}
  when 'topic' then ${renumbered("topics", sql`n.result_id`)}
  when 'prompt' then ${renumbered("prompts", sql`n.result_id`)} end`;

const ofBrand = (project_id: Sql) => sql`f.brand_id in (
  select brand_id from brands where project_id = ${project_id})`;

// visibility:{brand}:{day}
const STORED_FACT = sql`case when n.fact like 'visibility:%'
  then 'visibility:' || ${renumbered("brands", sql`split_part(n.fact, ':', 2)::bigint`)}
    || substr(n.fact, length('visibility:' || split_part(n.fact, ':', 2)) + 1)
  else n.fact end`;

// That answers are to be read again is kept beside them; where no brand says so, as when one was deleted, all do.
const BRAND_STATUS = sql`case when exists (
    select from recalculations r where r.project_id = f.project_id and r.finished_at is null)
  and not exists (
    select from brands b where b.project_id = f.project_id and b.status = 'recalculating')
  then 'recalculating' else f.status end`;

/** The tables of a backup, each after those that it points to. */
export const BACKUP_TABLES: Readonly<Record<string, BackupTable>> = {
  // What a project tracks and asks.
  brands: { id: "brand_id", write: { status: BRAND_STATUS } },
  topics: { id: "topic_id" },
  tags: { id: "tag_id" },
  prompts: {
    id: "prompt_id",
    refs: { topic_id: "topics" },
    restore: { brand_ids: renumberedAll("brands", sql`n.brand_ids`) },
  },
  prompt_tags: { order: "tag_id, prompt_id", refs: { tag_id: "tags", prompt_id: "prompts" } },
  models: { id: "model_id" },
  capture_targets: {
    order: "model_id",
    refs: { model_id: "models" },
    left_out: {
      api_key: "a secret",
      api_key_hint: "of a secret",
      next_free_at: "of the moment",
      refusals: "of the moment",
      listed: "of the moment",
      probe: "of the moment",
      failure_streak: "of the moment",
      refused_streak: "of the moment",
      failing_since: "of the moment",
      paused_until: "of the moment",
      paused_reason: "of the moment",
      slowed_until: "of the moment",
      last_error: "of the moment",
      last_error_kind: "of the moment",
    },
  },
  // Answers, what was found in them, and what was made of that.
  domains: { id: "domain_id" },
  urls: { id: "url_id", refs: { domain_id: "domains" } },
  answers: {
    id: "answer_id",
    refs: FACT.refs,
    restore: { brand_ids: renumberedAll("brands", sql`n.brand_ids`) },
  },
  mentions: {
    ...FACT,
    order: `${FACT.order}, brand_id`,
    refs: { ...FACT.refs, brand_id: "brands" },
    // Those of a brand that was just deleted are about to go.
    only: ofBrand,
  },
  judgements: {
    order: "answer_id, brand_id",
    refs: { answer_id: "answers", brand_id: "brands" },
    only: ofBrand,
    left_out: { decided_by: "a user" },
  },
  verdicts: {
    order: "answer_id, brand_id",
    refs: { answer_id: "answers", brand_id: "brands" },
    only: ofBrand,
    left_out: { decided_by: "a user" },
  },
  citations: {
    ...FACT,
    order: `${FACT.order}, url_id`,
    refs: { ...FACT.refs, url_id: "urls", domain_id: "domains" },
  },
  search_queries: { ...FACT, order: `${FACT.order}, position` },
  answer_extras: { ...FACT, order: `${FACT.order}, position` },
  raw_answers: { order: "answer_id", refs: { answer_id: "answers" } },
  suggestions: {
    order: "suggestion_id",
    restore: { examples: EXAMPLES, detail: DETAIL, result_id: RESULT },
    left_out: { suggestion_id: "nothing points to it", decided_by: "a user" },
  },
  actions: {
    order: "action_id",
    refs: { prompt_id: "prompts" },
    // Of people: who decided, and whose it is where that is a user's address.
    write: {
      changed_by: sql`null`,
      owner: sql`case when not exists (select from users u where lower(u.email) = lower(f.owner)) then f.owner end`,
    },
    restore: { changed_by: sql`null` },
    left_out: { action_id: "nothing points to it" },
  },
  judged_names: { order: "name_key" },
  // What was asked and spent, and who is notified.
  capture_runs: {
    id: "run_id",
    // What was still to be asked is not asked here.
    restore: { completed_at: sql`coalesce(n.completed_at, n.created_at)` },
  },
  capture_tasks: {
    order: "task_id",
    refs: { ...FACT.refs, run_id: "capture_runs", answer_id: "answers" },
    only: () => sql`f.status not in ('queued', 'running', 'submitted')`,
    left_out: {
      task_id: "nothing points to it",
      worker: "of the moment",
      process_id: "of the moment",
      lease_until: "of the moment",
      submission_id: "of the moment",
      reserved_micros: "of the moment",
      body_hash: "of the day's answers, which are not asked here",
      answer_hash: "the same",
    },
  },
  capture_budgets: { order: "project_id" },
  capture_ledger: {
    order: "day, model_id",
    refs: { model_id: "models" },
    left_out: { reserved_micros: "of the moment", held_until: "of the moment" },
  },
  webhooks: {
    id: "webhook_id",
    // Sealed again before anyone can see it.
    restore: {
      secret: sql`''::bytea`,
      is_active: sql`false`,
      disabled_reason: sql`'Restored from a backup: give the receiver the new secret, then switch it on.'`,
    },
    left_out: {
      secret: "a secret",
      is_active: "restored switched off",
      disabled_reason: "restored switched off",
      failing_since: "of the moment",
    },
  },
  events_told: {
    order: "fact",
    only: () => sql`f.fact not like 'run:%' and (f.fact not like 'visibility:%' or exists (
      select from brands b where b.project_id = f.project_id
        and b.brand_id = split_part(f.fact, ':', 2)::integer))`,
    restore: { fact: STORED_FACT },
  },
};

/** Tables of a project that are not in a backup, and why. */
export const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  api_keys: "keys open this installation alone",
  call_names: "of the moment: which calls of clients were made",
  share_links: "links open this installation alone",
  view_roles: "roles are of a server",
  audit_log: "who did what here",
  onboarding_sessions: "a user's",
  prompt_imports: "of the moment: what is on its way in",
  prompt_import_lines: "of the moment: what is on its way in",
  mail_choices: "people's own decisions, by their accounts here",
  mail_alerts: "of the moment: what is to be mailed",
  webhook_deliveries: "a log of this installation",
  judges: "asks with a key that is not in a backup; switched on again by hand",
  canaries: "of the moment: whether models answer this installation",
  health_problems: "of the moment: found again where it is so",
  capture_submissions: "of the moment: what providers are at work on",
  capture_turns: "of the moment: what is asked next",
  rollup_brands: "sums are rebuilt",
  rollup_days: "sums are rebuilt",
  recalculations:
    "of the moment; read again after a restore is what a brand says is recalculating, and nothing else",
  rollup_dirty: "sums are rebuilt",
  answer_rollup: "sums are rebuilt",
  brand_rollup: "sums are rebuilt",
  domain_rollup: "sums are rebuilt",
  url_rollup: "sums are rebuilt",
  cell_rollup: "sums are rebuilt",
  gap_rollup: "sums are rebuilt",
  prompt_rollup: "sums are rebuilt",
};

/** Columns in a backup by table, in the order of a backup; the project's own row comes first. */
export type Columns = ReadonlyMap<string, readonly string[]>;

/** The columns that the database has for a backup. */
export async function readColumns(db: Database): Promise<Columns> {
  const left_out = { organisation_id: "where it is restored" };
  const tables = { projects: { left_out }, ...BACKUP_TABLES };
  const rows = await rowsOf<{ name: string; column: string }>(db)`
    select attrelid::regclass::text as name, attname as column from pg_attribute
    where attrelid = any(array(select to_regclass(name) from unnest(${Object.keys(tables)}::text[]) name))
      and attnum > 0 and not attisdropped order by attnum`;
  const columns = Map.groupBy(rows, ({ name }) => name);
  return new Map(
    Object.entries<Partial<BackupTable>>(tables).map(([name, { left_out = {} }]) => {
      const all = (columns.get(name) ?? []).map(({ column }) => column);
      return [name, all.filter((column) => column !== "project_id" && !(column in left_out))];
    }),
  );
}

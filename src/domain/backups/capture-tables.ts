import { sql } from "kysely";
import { type BackupTable, FACT, renumbered } from "./backup-table.ts";

// visibility:{brand}:{day}
const STORED_FACT = sql`case when n.fact like 'visibility:%'
  then 'visibility:' || ${renumbered("brands", sql`split_part(n.fact, ':', 2)::bigint`)}
    || substr(n.fact, length('visibility:' || split_part(n.fact, ':', 2)) + 1)
  else n.fact end`;

/** What was asked and spent, and who is notified. */
export const CAPTURE_TABLES: Readonly<Record<string, BackupTable>> = {
  capture_runs: {
    id: "run_id",
    order: "run_id",
    columns: {
      ...{ run_id: "integer", day: "date", created_at: "timestamptz" },
      completed_at: "timestamptz",
    },
    // What was still to be asked is not asked here.
    restore: { completed_at: sql`coalesce(n.completed_at, n.created_at)` },
  },
  capture_tasks: {
    order: "task_id",
    refs: { ...FACT.refs, run_id: "capture_runs", answer_id: "answers" },
    columns: {
      ...{ run_id: "integer", ...FACT.columns, trigger: "text", status: "text" },
      ...{ attempts: "smallint", run_after: "timestamptz", cost_micros: "bigint" },
      ...{ error_kind: "text", error: "text", answer_id: "bigint", finished_at: "timestamptz" },
    },
    only: sql`f.status not in ('queued', 'running')`,
    left_out: {
      task_id: "nothing points to it",
      worker: "of the moment",
      process_id: "of the moment",
      lease_until: "of the moment",
      reserved_micros: "of the moment",
    },
  },
  capture_budgets: {
    order: "project_id",
    columns: { daily_cap_micros: "bigint", monthly_cap_micros: "bigint" },
  },
  capture_ledger: {
    order: "day, model_id",
    refs: { model_id: "models" },
    columns: { day: "date", model_id: "integer", asked: "integer", spent_micros: "bigint" },
    left_out: { reserved_micros: "of the moment" },
  },
  webhooks: {
    id: "webhook_id",
    order: "webhook_id",
    columns: {
      ...{ webhook_id: "integer", url: "text", events: "text[]", created_at: "timestamptz" },
    },
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
    columns: { fact: "text", told_at: "timestamptz" },
    only: sql`f.fact not like 'run:%' and (f.fact not like 'visibility:%' or exists (
      select from brands b where b.project_id = f.project_id
        and b.brand_id = split_part(f.fact, ':', 2)::integer))`,
    restore: { fact: STORED_FACT },
  },
};

import { ANSWER_TABLES } from "./answer-tables.ts";
import type { BackupTable } from "./backup-table.ts";
import { CAPTURE_TABLES } from "./capture-tables.ts";
import { SETTING_TABLES } from "./setting-tables.ts";

/** The tables of a backup, each after those that it points to. */
export const BACKUP_TABLES: Readonly<Record<string, BackupTable>> = {
  ...SETTING_TABLES,
  ...ANSWER_TABLES,
  ...CAPTURE_TABLES,
};

/** The columns of a project's own row in a backup. */
export const PROJECT_COLUMNS: Readonly<Record<string, string>> = {
  ...{ name: "text", domain: "text", status: "text", country_code: "text", language_code: "text" },
  ...{ timezone: "text", schedule_weekdays: "smallint[]", schedule_hour: "smallint" },
  ...{ profile: "jsonb", created_at: "timestamptz" },
};

/** Tables of a project that are not in a backup, and why. */
export const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  api_keys: "keys open this installation alone",
  share_links: "links open this installation alone",
  audit_log: "who did what here",
  onboarding_sessions: "a user's",
  webhook_deliveries: "a log of this installation",
  judges: "asks with a key that is not in a backup; switched on again by hand",
  rollup_brands: "sums are rebuilt",
  recalculations: "of the moment; a brand that says recalculating is read again after a restore",
  rollup_dirty: "sums are rebuilt",
  answer_rollup: "sums are rebuilt",
  brand_rollup: "sums are rebuilt",
  domain_rollup: "sums are rebuilt",
  url_rollup: "sums are rebuilt",
  cell_rollup: "sums are rebuilt",
  gap_rollup: "sums are rebuilt",
  prompt_rollup: "sums are rebuilt",
};

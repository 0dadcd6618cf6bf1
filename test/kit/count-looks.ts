import { sql } from "kysely";
import type { Database } from "#core/database.ts";

/**
 * How often a transaction looked at the answers, or at another table, whole or by an index; before it, this connection may
 * have, too.
 */
export async function countLooks(db: Database, table = "answers"): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select (seq_scan + idx_scan)::integer as scans from pg_stat_xact_user_tables
    where relname = ${table}`.execute(db);
  return rows[0]?.scans ?? 0;
}

import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { WHOLE } from "#core/one-moment.ts";

/**
 * Reads with all tables joined whole, not in nested loops, where it `isWhole`: for what counts many facts. Of a project
 * that is new, or small beside others, the database believes that it has hardly any, and would loop over all their pairs.
 * In a transaction; what fails ends it.
 */
export async function joinWhole<Result>(
  db: Database,
  isWhole: boolean,
  read: () => Promise<Result>,
): Promise<Result> {
  if (!isWhole) return read();
  await sql`select ${WHOLE}`.execute(db);
  const result = await read();
  await sql`select set_config('enable_nestloop', 'on', true), set_config('plan_cache_mode', 'auto', true)`.execute(
    db,
  );
  return result;
}

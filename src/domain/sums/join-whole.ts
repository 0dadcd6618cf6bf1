import { sql } from "kysely";
import type { Database } from "#core/database.ts";

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
  await sql`set local enable_nestloop = off`.execute(db);
  const result = await read();
  await sql`set local enable_nestloop = on`.execute(db);
  return result;
}

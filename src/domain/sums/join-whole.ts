import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { WHOLE } from "#core/one-moment.ts";

/** Ends what `WHOLE` sets, as it does: what functions set stays unknown to the servers of a cluster. */
const AS_USUAL = sql`do $$ begin set local enable_nestloop = on; set local plan_cache_mode = auto; end $$`;

/** How many readings that join whole are at work on a connection. */
const joining = new WeakMap<Database, number>();

/**
 * Reads with all tables joined whole, not in nested loops, where it `isWhole`: for what counts many facts. Of a project
 * that is new, or small beside others, the database believes that it has hardly any, and that hardly any belong together;
 * it would loop over all their pairs. In a transaction; what fails ends it. Within or beside each other they end together.
 */
export async function joinWhole<Result>(
  db: Database,
  isWhole: boolean,
  read: () => Promise<Result>,
): Promise<Result> {
  if (!isWhole) return read();
  const others = joining.get(db) ?? 0;
  joining.set(db, others + 1);
  if (others === 0) await WHOLE.execute(db);
  const result = await read();
  const left = (joining.get(db) ?? 1) - 1;
  joining.set(db, left);
  if (left === 0) await AS_USUAL.execute(db);
  return result;
}

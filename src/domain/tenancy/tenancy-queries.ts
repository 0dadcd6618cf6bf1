import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { SPREAD_TABLES } from "./spread-tables.ts";

const BATCH = 20_000;

/**
 * A tenant's tables that no foreign key ties to its project: what is in them is erased after it is gone. Answers first:
 * nothing is found in them any more; then facts, and only then their sums.
 */
export const ERASED_TABLES = [...new Set(["answers", ...SPREAD_TABLES, "capture_ledger"] as const)];

/** Deletes a project with all that foreign keys tie to it. */
export async function deleteTenant(db: Database, { project_id }: Tenant): Promise<void> {
  // Tasks first, as workers lock them first; prompts before the topics that they point to.
  for (const table of ["capture_tasks", "prompts", "onboarding_sessions", "projects"]) {
    await sql`delete from ${sql.table(table)} where project_id = ${project_id}`.execute(db);
  }
}

/** Deletes some rows of a tenant from a table and returns how many; 0 once there are none. */
export async function deleteSome(
  db: Database,
  { project_id }: Tenant,
  table: (typeof ERASED_TABLES)[number],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where project_id = ${project_id} and ctid = any(array(
      select ctid from ${sql.table(table)} where project_id = ${project_id}
        limit ${BATCH}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { OPEN } from "./run-queries.ts";

/**
 * Deletes the questions of runs of days before `before` that have ended, the oldest `limit`, then the runs and nightly
 * questions of these days where none is left; returns how many questions. What they cost stays in the ledger.
 */
export async function deleteExpiredRuns(
  db: Database,
  { project_id }: Tenant,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from capture_tasks where project_id = ${project_id} and task_id = any(array(
      select task_id from capture_tasks where project_id = ${project_id} and day < ${before}::date
        and status not in ${OPEN}
      order by day limit ${limit}))`.execute(db);
  const count = Number(numAffectedRows ?? 0);
  if (count < limit) {
    await sql`
      delete from capture_runs r where project_id = ${project_id} and day < ${before}::date
        and completed_at is not null and not exists (select from capture_tasks t
          where t.project_id = r.project_id and t.run_id = r.run_id)`.execute(db);
    await sql`delete from canaries
      where project_id = ${project_id} and day < ${before}::date`.execute(db);
  }
  return count;
}

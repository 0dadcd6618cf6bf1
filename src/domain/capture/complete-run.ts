import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";

/** Jobs that follow a run; done by their own slices. */
const REBUILD_ROLLUPS = { name: "rebuild_rollups", attempts: 10 };

/**
 * After a task has ended: sums are brought up to date soon, and a run whose last task this was is completed, once,
 * by one of the workers.
 */
export async function completeRun(
  context: AccountContext,
  { project_id, run_id }: { project_id: number; run_id: number },
): Promise<void> {
  const { db, now } = context;
  const { rows } = await sql<{ run_id: number }>`
    update capture_runs r set completed_at = ${now()}
    where r.project_id = ${project_id} and r.run_id = ${run_id} and r.completed_at is null
      and not exists (select from capture_tasks t where t.project_id = r.project_id
        and t.run_id = r.run_id and t.status in ('queued', 'running'))
    returning run_id`.execute(db);
  if (rows.length === 0) return;
  context.log.info({ project_id, run_id }, "run completed");
  await context.queueOn(db).add(REBUILD_ROLLUPS, {}, { key: "rebuild_rollups" });
}

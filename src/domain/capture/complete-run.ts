import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import { SUGGEST } from "#domain/brands/brand.ts";
import { rebuildDirtyRollups } from "#domain/reports/rollup-queries.ts";
import { emitEvent } from "#domain/webhooks/webhook-queries.ts";
import { findRun } from "./run-queries.ts";

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
  await rebuildDirtyRollups(db, { project_id });
  await context.queueOn(db).add(SUGGEST, { project_id }, { key: `${SUGGEST.name}:${project_id}` });
  const run = await findRun(db, { project_id }, run_id);
  if (!run) return;
  const { id: _, ...data } = { ...run, run_id: encodeId("run", run_id) };
  await emitEvent(context, { project_id }, { event: "run.completed", data });
}

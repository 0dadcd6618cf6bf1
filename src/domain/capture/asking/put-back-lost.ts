import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import { rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { lockCaps } from "../budget/room.ts";
import { ATTEMPTS_MAX } from "../capture-task.ts";
import { type Reserved, spendReserved } from "../task-queries.ts";

type Lost = Reserved & { task_id: number; run_id: number; is_last: boolean };

/**
 * Puts back the tasks of a project whose leases ran out, whether or not their models may be asked now. What was set aside
 * counts as spent, because the provider may have answered and billed it. Until one is asked again, an answer that comes late
 * is stored: it keeps the name of its lease. A question whose workers die again and again may
 * be what kills them: it fails, and its run is returned.
 */
export async function putBackLost(
  context: AccountContext,
  { project_id }: Tenant,
): Promise<{ project_id: number; run_id: number } | null> {
  const now = context.now();
  return context.db.transaction().execute(async (db) => {
    const lost = await rowsOf<Lost>(db)`
      select task_id, run_id, day, model_id, reserved_micros, attempts >= ${ATTEMPTS_MAX} as is_last
      from capture_tasks where project_id = ${project_id} and status = 'running'
        and lease_until <= ${now} and submission_id is null
      order by task_id for update skip locked`;
    if (lost.length === 0) return null;
    await lockCaps(db, { project_id });
    await sql`
      update capture_tasks set status = case when attempts >= ${ATTEMPTS_MAX} then 'failed' else 'queued' end,
        error_kind = case when attempts >= ${ATTEMPTS_MAX} then 'lost' else error_kind end,
        error = case when attempts >= ${ATTEMPTS_MAX} then coalesce(error, 'Asked too often without an answer.') else error end,
        finished_at = case when attempts >= ${ATTEMPTS_MAX} then ${now}::timestamptz end,
        worker = case when attempts < ${ATTEMPTS_MAX} then worker end, lease_until = null, process_id = null,
        cost_micros = cost_micros + reserved_micros, reserved_micros = 0
      where project_id = ${project_id} and task_id = any(${lost.map(({ task_id }) => task_id)}::bigint[])`.execute(
      db,
    );
    await spendReserved(db, { project_id }, lost);
    const failed = lost.find(({ is_last }) => is_last);
    return failed ? { project_id, run_id: failed.run_id } : null;
  });
}

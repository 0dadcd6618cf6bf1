import { sql } from "kysely";
import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { encodeId, encodeModelId } from "#core/id.ts";
import { job } from "#core/job.ts";
import { SUGGEST } from "#domain/brands/brand.ts";
import { beginTurn } from "#domain/projects/work-turn.ts";
import { emitVisibility } from "#domain/reports/emit-visibility.ts";
import { rebuildInTurn } from "#domain/sums/dirty-days.ts";
import { emitOnce } from "#domain/webhooks/event-queries.ts";
import { askForCheck } from "../health/check-health.ts";
import { findRun, isRunOver, listOverRuns, OPEN } from "./run-queries.ts";

const CONCLUDE_RUN = { name: "conclude_run", attempts: 10, work: "project" } as const;

/** After a task has ended: a run whose last task this was is completed, once, by one of the workers. */
export async function completeRun(
  context: AccountContext,
  { project_id, run_id }: { project_id: number; run_id: number },
): Promise<void> {
  if (!(await isRunOver(context.db, { project_id }, run_id))) return;
  await context.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ completed_at: string }>`
      update capture_runs r set completed_at = ${context.now()}
      where r.project_id = ${project_id} and r.run_id = ${run_id} and r.completed_at is null
        and not exists (select from capture_tasks t where t.project_id = r.project_id
          and t.run_id = r.run_id and t.status in ${OPEN})
      returning completed_at`.execute(db);
    const [row] = rows;
    if (!row) return;
    context.log.info({ project_id, run_id }, "run completed");
    await context.queueOn(db).add(CONCLUDE_RUN, { project_id, run_id, ...row });
  });
}

/** Completes runs whose last worker died before it could. */
export async function completeOverRuns(context: AccountContext): Promise<void> {
  for (const run of await listOverRuns(context.db)) await completeRun(context, run);
}

/** What follows from a completed run: sums are brought up to date, suggestions looked for, and webhooks notified. */
export const concludeRun = job({
  ...CONCLUDE_RUN,
  input: z.strictObject({ project_id: z.int(), run_id: z.int(), completed_at: z.string() }),
  async handler(context, { project_id, run_id, completed_at }) {
    const { db } = context;
    const tenant = { project_id };
    if ((await rebuildInTurn(db, tenant, beginTurn(context))) === "later") {
      return context.queueOn(db).add(CONCLUDE_RUN, { project_id, run_id, completed_at });
    }
    const key = `${SUGGEST.name}:${project_id}`;
    await context.queueOn(db).add(SUGGEST, tenant, { key });
    const run = await findRun(db, tenant, run_id);
    // Opened again since: its next completion is the one to tell.
    if (!run || run.completed_at !== completed_at) return;
    const { id: _, ...rest } = run;
    const errors = run.errors.map((error) => ({
      ...error,
      model_id: encodeModelId(error.model_id),
    }));
    const data = { run_id: encodeId("run", run_id), ...rest, completed_at, errors };
    const fact = `run:${run_id}:${completed_at}`;
    await emitOnce(context, tenant, { fact, event: "run.completed", data });
    await emitVisibility(context, tenant, run.day);
    await askForCheck(context, tenant);
  },
});

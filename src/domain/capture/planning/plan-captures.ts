import * as z from "zod";
import { job } from "#core/job.ts";
import { firstQueued, wakeProject, wakeWaiting } from "../asking/turn-queries.ts";
import { PLAN_MINUTES } from "../capture-task.ts";
import { concludeOverRuns } from "../runs/complete-run.ts";
import {
  cancelStaleTasks,
  cancelUnwanted,
  ensureRun,
  insertScheduledTasks,
  isPlanned,
  listDueProjects,
  listStaleProjects,
  reopenRun,
} from "./plan-queries.ts";

/**
 * Plans what every active project asks today, in its own time zone, as its schedule, prompts and models are now.
 * Planning is idempotent, so it runs often and catches up after any outage of less than a day.
 */
export const planCaptures = job({
  name: "plan_captures",
  input: z.strictObject({}),
  attempts: 3,
  work: "upkeep",
  cron: `*/${PLAN_MINUTES} * * * *`,
  async handler(context) {
    const { db, now, log } = context;
    const time = now();
    for (const { project_id, day } of await listStaleProjects(db, time)) {
      await cancelStaleTasks(db, { project_id }, { today: day, now: time });
    }
    for (const { project_id, day, is_due } of await listDueProjects(db, time)) {
      const tenant = { project_id };
      await cancelUnwanted(db, tenant, { day, is_due, now: time });
      if (!is_due || (await isPlanned(db, tenant, day))) continue;
      const planned = await db.transaction().execute(async (trx) => {
        const run_id = await ensureRun(trx, tenant, { day, now: time });
        const added = await insertScheduledTasks(trx, tenant, { run_id, day });
        if (added > 0) await reopenRun(trx, tenant, run_id);
        if (added > 0) await wakeProject(trx, tenant, firstQueued(tenant));
        return added;
      });
      if (planned > 0) log.info({ project_id, day, planned }, "captures planned");
    }
    await wakeWaiting(db);
    await concludeOverRuns(context);
  },
});

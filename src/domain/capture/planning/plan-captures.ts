import { upkeep } from "#core/job.ts";
import { briefly, makeRound } from "#domain/projects/each-project.ts";
import { firstQueued, wakeProject, wakeWaiting } from "../asking/turn-queries.ts";
import { PLAN_MINUTES } from "../capture-task.ts";
import { concludeIfOver } from "../runs/complete-run.ts";
import { listOverRuns } from "../runs/run-queries.ts";
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
 * Planning is idempotent, so it runs often and catches up after any outage of less than a day. A project that cannot be
 * planned keeps no other from it.
 */
export const planCaptures = upkeep({
  name: "plan_captures",
  attempts: 3,
  cron: `*/${PLAN_MINUTES} * * * *`,
  async handler(context) {
    const { db, now, log } = context;
    const time = now();
    const round = makeRound(context);
    await round.each(await listStaleProjects(db, time), ({ project_id, day }) =>
      cancelStaleTasks(db, { project_id }, { today: day, now: time }),
    );
    await round.each(await listDueProjects(db, time), async ({ project_id, day, is_due }) => {
      const tenant = { project_id };
      await briefly(db, (trx) => cancelUnwanted(trx, tenant, { day, is_due, now: time }));
      if (!is_due || (await isPlanned(db, tenant, day))) return;
      const planned = await briefly(db, async (trx) => {
        const run_id = await ensureRun(trx, tenant, { day, now: time });
        const added = await insertScheduledTasks(trx, tenant, { run_id, day });
        if (added > 0) await reopenRun(trx, tenant, run_id);
        if (added > 0) await wakeProject(trx, tenant, firstQueued(tenant));
        return added;
      });
      if (planned > 0) log.info({ project_id, day, planned }, "captures planned");
    });
    // Runs whose last worker died before it could conclude them.
    await round.each(await listOverRuns(db), (run) => concludeIfOver(context, run));
    await briefly(db, wakeWaiting);
    round.end("Captures were not planned");
  },
});

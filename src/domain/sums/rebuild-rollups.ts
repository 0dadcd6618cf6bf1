import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { job } from "#core/job.ts";
import { BUSY_MS, listDirtyProjects, rebuildStep } from "./dirty-days.ts";

/**
 * Sums every dirty day of every project; the safety net beneath those who do it at once. Projects take turns, a step
 * each, those with the fewest days first: one with a year to sum keeps no other waiting for more than a step.
 */
export const REBUILD_ROLLUPS = job({
  name: "rebuild_rollups",
  input: z.object({}),
  attempts: 3,
  work: "upkeep",
  cron: "* * * * *",
  async handler({ db }) {
    for (;;) {
      const projects = await listDirtyProjects(db);
      if (projects.length === 0) return;
      for (const project of projects) {
        // Someone else is at it.
        if ((await rebuildStep(db, project)) === null) await sleep(BUSY_MS);
      }
    }
  },
});

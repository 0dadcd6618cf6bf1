import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { job } from "#core/job.ts";
import { listDirtyProjects, rebuildStep } from "./dirty-days.ts";
import { BUSY_MS } from "./sum-locks.ts";

/**
 * Sums every dirty day of every project; the safety net beneath those who do it at once. Projects take turns, a step
 * each, those with the fewest days first: one with a year to sum keeps no other waiting for more than a step, and one
 * that cannot be summed keeps none from it.
 */
export const REBUILD_ROLLUPS = job({
  name: "rebuild_rollups",
  input: z.object({}),
  attempts: 3,
  work: "upkeep",
  cron: "* * * * *",
  async handler({ db }) {
    const failed = new Map<number, unknown>();
    for (;;) {
      const dirty = await listDirtyProjects(db);
      const projects = dirty.filter(({ project_id }) => !failed.has(project_id));
      if (projects.length === 0) break;
      for (const project of projects) {
        const note = (error: unknown) => void failed.set(project.project_id, error);
        // Null: someone else is at it.
        const step = projects.length > 1 ? "short" : "long";
        if ((await rebuildStep(db, project, step).catch(note)) === null) await sleep(BUSY_MS);
      }
    }
    if (failed.size === 0) return;
    const [cause] = failed.values();
    const names = [...failed.keys()].join(", ");
    throw new Error(`Days were not summed of the projects ${names}: ${cause}`, { cause });
  },
});

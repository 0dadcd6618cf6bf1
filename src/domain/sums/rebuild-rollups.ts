import { setTimeout as sleep } from "node:timers/promises";
import { workFor } from "#core/context.ts";
import { upkeep } from "#core/job.ts";
import { tellFailed } from "#domain/projects/each-project.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { rebuildStep } from "./dirty-days.ts";
import { listDirtyProjects } from "./dirty-projects.ts";
import { BUSY_MS } from "./sum-locks.ts";

/** How many projects are summed at once: beside one that takes long, another has its turn. */
const LANES = 2;
/** How soon a lane without work looks for some, while another works. */
const LOOK_MS = 1_000;

/**
 * Sums every dirty day of every project; the safety net beneath those who do it at once. Projects take turns, a step
 * each, those with the fewest days first: one with a year to sum keeps no other waiting, two keep others waiting for
 * no more than a step, and one that cannot be summed keeps none from it.
 */
export const REBUILD_ROLLUPS = upkeep({
  name: "rebuild_rollups",
  attempts: 3,
  cron: "* * * * *",
  async handler(context) {
    const { db, placement } = context;
    const failed = new Map<number, unknown>();
    const busy = new Set<number>();
    const round: Tenant[] = [];
    const isFree = ({ project_id }: Tenant) => !failed.has(project_id) && !busy.has(project_id);
    const takeTurns = async () => {
      for (;;) {
        if (round.length === 0)
          round.push(...(await listDirtyProjects(db, placement)).filter(isFree));
        const project = round.shift();
        if (!project && busy.size === 0) return;
        if (!project) await sleep(LOOK_MS);
        if (!project || !isFree(project)) continue;
        busy.add(project.project_id);
        const step = round.length + busy.size > 1 ? "short" : "long";
        const note = (error: unknown) => void failed.set(project.project_id, error);
        // Null: someone else is at it.
        const rebuild = () => rebuildStep(db, project, step).catch(note);
        if ((await workFor(context, project, rebuild)) === null) await sleep(BUSY_MS);
        busy.delete(project.project_id);
      }
    };
    await Promise.all(Array.from({ length: LANES }, takeTurns));
    tellFailed("Days were not summed", failed);
  },
});

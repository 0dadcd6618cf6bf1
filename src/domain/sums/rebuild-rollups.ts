import * as z from "zod";
import { job } from "#core/job.ts";
import { listDirtyProjects, rebuildDirtyRollups } from "./dirty-days.ts";

/** Sums every dirty day of every project; the safety net beneath those who do it at once. */
export const REBUILD_ROLLUPS = job({
  name: "rebuild_rollups",
  input: z.object({}),
  attempts: 3,
  timeout_seconds: 3600,
  cron: "* * * * *",
  async handler({ db }) {
    for (const project of await listDirtyProjects(db)) await rebuildDirtyRollups(db, project);
  },
});

import * as z from "zod";
import { job } from "#core/job.ts";
import { beginTurn } from "#domain/projects/work-turn.ts";
import { lockRollups } from "#domain/sums/sum-locks.ts";
import { deleteSome, ERASED_TABLES } from "./tenancy-queries.ts";

/** Name and tries of the job that erases a deleted project's facts. */
export const ERASE_PROJECT = { name: "erase_project", attempts: 25, work: "project" } as const;

/** Erases what a deleted project leaves behind, in short transactions and turns; again does no harm. */
export const eraseProject = job({
  ...ERASE_PROJECT,
  input: z.strictObject({ project_id: z.int() }),
  async handler({ db, log, now, queueOn }, project) {
    const isOver = beginTurn({ now });
    let erased = 0;
    for (const table of ERASED_TABLES) {
      for (let more = true; more; ) {
        const count = await db.transaction().execute(async (trx) => {
          // A running rebuild ends first, so that it writes nothing behind our back.
          await lockRollups(trx, project);
          return deleteSome(trx, project, table);
        });
        erased += count;
        more = count > 0;
        if (more && isOver()) return queueOn(db).add(ERASE_PROJECT, project);
      }
    }
    log.info({ ...project, erased }, "a deleted project's facts are erased");
  },
});

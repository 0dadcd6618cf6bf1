import * as z from "zod";
import type { Database } from "#core/database.ts";
import { job, upkeep } from "#core/job.ts";
import { deleteExpiredAudit, forgetAudit } from "#domain/accounts/audit-queries.ts";
import { sayDoubt, sweepTime } from "#domain/accounts/seen-clock.ts";
import {
  deleteExpiredAnswers,
  deleteExpiredBodies,
} from "#domain/answers/facts/expired-queries.ts";
import { deleteExpiredRuns } from "#domain/capture/runs/expired-runs.ts";
import { forgetCallNames } from "#domain/keys/call-names.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { firstKept, KEPT, type Kept, keptDays, listOwnDays } from "#domain/projects/retention.ts";
import { beginTurn, onceFor } from "#domain/projects/work-turn.ts";
import { forgetExamples } from "#domain/suggestions/suggestion-queries.ts";
import { rebuildInTurn } from "#domain/sums/dirty-days.ts";

const DAY_MS = 86_400_000;

/** How one kind of what has expired is deleted, and how much of it in one transaction: some 20,000 rows. */
const DELETE: Record<Kept, { limit: number; some: DeleteSome }> = {
  answers: { limit: 500, some: deleteExpiredAnswers },
  raw_bodies: { limit: 2_000, some: deleteExpiredBodies },
  runs: { limit: 5_000, some: deleteExpiredRuns },
  audit: { limit: 20_000, some: deleteExpiredAudit },
};
type DeleteSome = (
  db: Database,
  tenant: Tenant,
  some: { before: string; limit: number },
) => Promise<number>;

/** Every hour: deletes what is older than it is kept, project by project, and of the audit log and names of calls. */
export const deleteExpired = upkeep({
  name: "delete_expired",
  cron: "0 * * * *",
  async handler(context) {
    const { db, log, now, server } = context;
    const { audit } = server.keep_days;
    const { time, doubt } = await sweepTime(context);
    if (doubt) log.warn(doubt, sayDoubt(doubt, now()));
    await forgetCallNames(db, time);
    if (audit !== null) await forgetAudit(db, new Date(time.getTime() - audit * DAY_MS));
    for (const { project_id, own } of await listOwnDays(db)) {
      const kept = keptDays(own, server.keep_days);
      if (KEPT.some((kind) => kept[kind] !== null)) await nextTurn(context, { project_id });
    }
  },
});

const DELETE_EXPIRED_OF = { name: "delete_expired_of", attempts: 3, work: "project" } as const;
/** Lets a project wait for its turn. */
const nextTurn = onceFor(DELETE_EXPIRED_OF);

/**
 * A project's turn: some short transactions, each whole, and sums that follow. What is left waits behind the other
 * projects and all other jobs; a turn that breaks off is taken up by the next.
 */
export const deleteExpiredOf = job({
  ...DELETE_EXPIRED_OF,
  input: z.strictObject({ project_id: z.int() }),
  async handler(context, project) {
    const { db, log, now, server } = context;
    const [found] = await listOwnDays(db, project);
    if (!found) return;
    const kept = keptDays(found.own, server.keep_days);
    const { time } = await sweepTime(context);
    const deleted: Record<Kept, number> = { answers: 0, raw_bodies: 0, runs: 0, audit: 0 };
    const isOver = beginTurn({ now });
    let isLeft = false;
    try {
      for (const kind of KEPT) {
        const before = firstKept(found.timezone, kept[kind], time);
        if (before === null || isLeft) continue;
        const { limit, some } = DELETE[kind];
        for (let count = limit; count > 0 && !isLeft; ) {
          count = await db.transaction().execute((trx) => some(trx, project, { before, limit }));
          deleted[kind] += count;
          isLeft = count > 0 && isOver();
        }
      }
      if (deleted.answers > 0) await forgetExamples(db, project);
    } finally {
      isLeft = (await rebuildInTurn(db, project, isOver)) === "later" || isLeft;
    }
    if (KEPT.some((kind) => deleted[kind] > 0)) {
      log.info(
        { ...project, ...deleted, is_left: isLeft },
        "what is older than it is kept was deleted",
      );
    }
    if (isLeft) await nextTurn(context, project);
  },
});

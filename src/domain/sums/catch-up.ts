import { sql } from "kysely";
import type { Log } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { listDirtyProjects, rebuildDirtyRollups } from "./dirty-days.ts";

const REPORT_MS = 10_000;

/**
 * Rebuilds the days that are dirty when it is called, all of them after the definition of the sums has changed, so that
 * no report is given without them. Other processes may do so at the same time. Logs how far it is.
 */
export async function catchUpSums(db: Database, log: Log): Promise<void> {
  const { last, days: total } = await countDirty(db);
  if (total === 0) return;
  const timer = setInterval(async () => {
    const { days } = await countDirty(db, last).catch(() => ({ days: null }));
    if (days !== null) log.warn({ done: total - days, total }, "days of reports are being rebuilt");
  }, REPORT_MS);
  try {
    while ((await countDirty(db, last)).days > 0)
      for (const project of await listDirtyProjects(db)) await rebuildDirtyRollups(db, project);
  } finally {
    clearInterval(timer);
  }
  log.info({ total }, "days of reports were rebuilt");
}

type Dirty = { days: number; last: number };

/** How many days of projects are dirty, by marks up to `last`, and the last mark. */
async function countDirty(db: Database, last: number | null = null): Promise<Dirty> {
  const { rows } = await sql<Dirty>`
    select count(distinct (project_id, day)) as days, coalesce(max(dirty_id), 0) as last from rollup_dirty
    where ${last}::bigint is null or dirty_id <= ${last}::bigint`.execute(db);
  return rows[0] ?? { days: 0, last: 0 };
}

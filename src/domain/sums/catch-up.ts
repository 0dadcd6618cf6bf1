import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Log } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { BUSY_MS, listDirtyDays, listSummed, rebuildStep } from "./dirty-days.ts";

const REPORT_MS = 10_000;

/**
 * Sums the days that have no sums when it is called, all of them after the definition of the sums has changed, so that
 * no report is given without them. Days that are only summed anew are left to the schedule. Other processes may do so
 * at the same time. Logs how far it is.
 */
export async function catchUpSums(db: Database, log: Log): Promise<void> {
  const missing = await listMissing(db);
  const total = missing.reduce((sum, { days }) => sum + days.size, 0);
  if (total === 0) return;
  let done = 0;
  const timer = setInterval(() => {
    log.warn({ done, total }, "days of reports are being rebuilt");
  }, REPORT_MS);
  try {
    for (const { project, days } of missing) {
      for (let left = days.size; left > 0; ) {
        if ((await rebuildStep(db, project)) === null) await sleep(BUSY_MS);
        const still = (await missingOf(db, project)).filter((day) => days.has(day)).length;
        done += left - still;
        left = still;
      }
    }
  } finally {
    clearInterval(timer);
  }
  log.info({ total }, "days of reports were rebuilt");
}

async function listMissing(db: Database): Promise<{ project: Tenant; days: Set<string> }[]> {
  const { rows } = await sql<Tenant>`
    select distinct project_id from rollup_dirty order by project_id`.execute(db);
  const missing: { project: Tenant; days: Set<string> }[] = [];
  for (const project of rows) {
    const days = new Set(await missingOf(db, project));
    if (days.size > 0) missing.push({ project, days });
  }
  return missing;
}

/** The dirty days of a project that were never summed. */
async function missingOf(db: Database, project: Tenant): Promise<string[]> {
  const dirty = await listDirtyDays(db, project);
  const summed = await listSummed(db, project, dirty);
  return dirty.filter((day) => !summed.has(day));
}

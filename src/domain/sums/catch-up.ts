import { setTimeout as sleep } from "node:timers/promises";
import type { AccountContext, Log, Placement } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { rebuildRound } from "./dirty-days.ts";
import { listDirtyProjects } from "./dirty-projects.ts";
import { BUSY_MS } from "./sum-locks.ts";

const REPORT_MS = 10_000;
const FAILED = "days of reports could not be rebuilt; tried again later";

/**
 * Sums the days that have no sums when it is called, all of them after the definition of the sums has changed, so that
 * no report is given without them. Days that are only summed again are left to the schedule, and a project whose days
 * cannot be summed, too: it keeps no other from its reports. Other processes may do so at the same time. Logs how far
 * it is.
 */
export async function catchUpSums(db: Database, log: Log, placement?: Placement): Promise<void> {
  const missing = await listAllMissing({ db, log, ...(placement && { placement }) });
  const total = missing.reduce((sum, { days }) => sum + days.length, 0);
  if (total === 0) return;
  let done = 0;
  const timer = setInterval(() => {
    log.warn({ done, total }, "days of reports are being rebuilt");
  }, REPORT_MS);
  const rebuild = async ({ days, ...project }: Missing) => {
    for (let left = days.length; left > 0; ) {
      if ((await rebuildRound(db, project)) === null) await sleep(BUSY_MS);
      const now = await listMissing(db, project);
      const still = now.filter((day) => days.includes(day)).length;
      done += left - still;
      left = still;
    }
  };
  try {
    for (const one of missing) {
      await rebuild(one).catch((error: unknown) => {
        const { project_id } = one;
        log.error({ project_id, error }, FAILED);
      });
    }
  } finally {
    clearInterval(timer);
  }
  log.info({ done, total }, "days of reports were rebuilt");
}

type Missing = Tenant & { days: string[] };

/** The dirty days that were never summed, of all projects that have some and whose server answers. */
async function listAllMissing({
  db,
  log,
  placement,
}: Pick<AccountContext, "db" | "log" | "placement">): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const project of await listDirtyProjects(db, placement)) {
    try {
      const days = await listMissing(db, project);
      if (days.length > 0) missing.push({ ...project, days });
    } catch (error) {
      log.error({ ...project, error }, FAILED);
    }
  }
  return missing;
}

async function listMissing(db: Database, { project_id }: Tenant): Promise<string[]> {
  const rows = await rowsOf<{ day: string }>(db)`
    select distinct d.day from rollup_dirty d
    where d.project_id = ${project_id} and not exists (
      select from answer_rollup r where r.project_id = d.project_id and r.span = 1 and r.start = d.day)`;
  return rows.map(({ day }) => day);
}

import { rowsOf } from "#core/database.ts";
import { upkeep } from "#core/job.ts";
import { askForDetection } from "#domain/brands/request-detection.ts";
import { DETECTOR_VERSION } from "#domain/detection/brand-rules.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/**
 * Has the answers of projects read again that were read by another version of the rules, or whose reading has not ended,
 * each project once: a reading that restarts interrupt may use up the tries of its job, whatever it got done.
 */
export const detectOutdated = upkeep({
  name: "detect_outdated",
  attempts: 3,
  cron: "*/5 * * * *",
  async handler({ db, queueOn }) {
    const outdated = await rowsOf<Tenant>(db)`
      select project_id from projects p
      where not exists (select from recalculations r where r.project_id = p.project_id
        and r.detector_version = ${DETECTOR_VERSION}::smallint and r.finished_at is not null)`;
    const project_ids = outdated.map(({ project_id }) => project_id);
    // Every day with answers is summed, or waits for it: answers themselves are too many to look at.
    const rows = await rowsOf<Tenant>(db)`
      select project_id from rollup_days where project_id = any(${project_ids}::integer[])
      union select project_id from rollup_dirty where project_id = any(${project_ids}::integer[])`;
    for (const project of rows) await askForDetection({ db, queueOn }, project);
  },
});

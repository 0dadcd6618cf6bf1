import { sql } from "kysely";
import type { Placement } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { listProjectNumbers, type Tenant } from "#domain/projects/project-queries.ts";

/** The projects that have days to sum, those with the fewest first; none whose server of a cluster does not answer. */
export async function listDirtyProjects(
  db: Database,
  { away }: Pick<Placement, "away"> = { away: new Set() },
): Promise<Tenant[]> {
  if (away.size === 0) {
    try {
      return await rowsOf<Tenant>(db)`
        select project_id from dirty_projects() order by days, first`;
    } catch (error) {
      // It waited for the server that was found to be away.
      if (away.size === 0) throw error;
    }
  }
  const all = await listProjectNumbers(db);
  return listDirtyOf(
    db,
    all.filter((one) => !away.has(one)),
  );
}

/** Of some projects; named in the text, so that no server is asked that has none of them. */
async function listDirtyOf(db: Database, projects: readonly number[]): Promise<Tenant[]> {
  const named = sql.raw(`'{${projects.join()}}'`);
  return rowsOf<Tenant>(db)`
    select project_id from rollup_dirty where project_id = any(${named}::integer[])
    group by project_id order by count(distinct day), min(dirty_id)`;
}

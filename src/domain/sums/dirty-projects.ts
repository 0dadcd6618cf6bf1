import { sql } from "kysely";
import { type Database, translateDatabaseError } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { listProjectIds, type Tenant } from "#domain/projects/project-queries.ts";
import { readDirty } from "./dirty-days.ts";

/** The projects that have days to sum, those with the fewest first; none whose server of a cluster does not answer. */
export async function listDirtyProjects(db: Database): Promise<Tenant[]> {
  try {
    const { rows } = await sql<Tenant>`
      select project_id from dirty_projects() order by days, first`.execute(db);
    return rows;
  } catch (error) {
    if (!isAway(error)) throw error;
    return listDirtyAlone(db);
  }
}

/** The same, each project asked by itself: those whose server does not answer keep none of the others from it. */
async function listDirtyAlone(db: Database): Promise<Tenant[]> {
  const dirty: (Tenant & { days: number; first: number })[] = [];
  for (const { project_id } of await listProjectIds(db)) {
    const found = await readDirty(db, { project_id }).catch((error: unknown) => {
      if (isAway(error)) return [];
      throw error;
    });
    const first = Math.min(...found.map(({ since }) => since));
    if (found.length > 0) dirty.push({ project_id, days: found.length, first });
  }
  return dirty.sort((one, other) => one.days - other.days || one.first - other.first);
}

/** Whether the database, or a server of its cluster, did not answer. */
function isAway(error: unknown): boolean {
  const meant = translateDatabaseError(error);
  return meant instanceof Failure && meant.code === "UNAVAILABLE";
}

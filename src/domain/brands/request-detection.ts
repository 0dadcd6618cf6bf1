import { sql } from "kysely";
import type { ProjectContext } from "#core/context.ts";
import { rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { onceFor } from "#domain/projects/work-turn.ts";
import { DETECT_AGAIN, SUGGEST } from "./brand.ts";
import { setBrandStatus } from "./brand-queries.ts";

/** What asking for another detection needs of a context. */
export type DetectionContext = Pick<ProjectContext, "db" | "queueOn"> & { project: Tenant };

/**
 * Has the project's stored answers read again after its brands changed; `brand_ids` are recalculating until that
 * is done, unless the project has no answers. The job is added then, too: its first ones may just be being stored. What
 * was read before does not count, even where the rules are soon as they were: answers that come in between know others.
 */
export async function requestDetection(
  { db, project, queueOn }: DetectionContext,
  brand_ids: number[],
): Promise<void> {
  const { project_id } = project;
  const rows = await rowsOf<{ has_answers: boolean }>(db)`
    select exists (select from answers
      where project_id = ${project_id}) as has_answers`;
  if (rows[0]?.has_answers) {
    await setBrandStatus(db, project, { brand_ids, status: "recalculating" });
    // What says so where no brand does, as when one was deleted, and no answer was read before.
    await sql`insert into recalculations (project_id, rules_hash, detector_version)
      values (${project_id}, '', 0) on conflict do nothing`.execute(db);
  }
  await sql`update recalculations set rules_hash = '', done = 0, total = 0, finished_at = null
    where project_id = ${project_id}`.execute(db);
  await askForDetection({ db, queueOn }, project);
}

/** Puts reading a project's stored answers again in the background, once however often it is asked for. */
export const askForDetection = onceFor(DETECT_AGAIN);

/** The same for looking for what might be tracked, too. */
export const askForSuggestions = onceFor(SUGGEST);

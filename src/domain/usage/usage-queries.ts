import type { ProjectScope } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { LimitName } from "#core/plans.ts";

/**
 * What a project and its organisation use, in addition to the brands that are being recalculated.
 */
export type UsageRow = Record<
  Exclude<LimitName, "captures_per_month"> | "brands_recalculating",
  number
>;

/** Counts what plans limit, captures aside, in one read. */
export async function countUsage(
  db: Database,
  { project_id, organisation_id }: Pick<ProjectScope, "project_id" | "organisation_id">,
): Promise<UsageRow> {
  const rows = await rowsOf<UsageRow>(db)`
    select
      (select count(*) from prompts where project_id = ${project_id} and status = 'active') as prompts,
      (select count(*) from brands where project_id = ${project_id}) as brands,
      (select count(*) from brands where project_id = ${project_id} and status = 'recalculating')
        as brands_recalculating,
      (select count(*) from projects where organisation_id = ${organisation_id}) as projects,
      (select count(*) from memberships
        where organisation_id = ${organisation_id}) as members`;
  const [row] = rows;
  if (!row) throw new Error("a select without from gives one row");
  return row;
}

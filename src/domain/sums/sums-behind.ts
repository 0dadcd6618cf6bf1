import { type RawBuilder, sql } from "kysely";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** Whether any sums of some ranges do not match their facts. Names a column: a cluster may ask it apart from what is around it. */
export const areBehind = (
  { project_id }: Tenant,
  ranges: readonly { date_from: string; date_to: string }[],
): RawBuilder<unknown> =>
  sql`exists (select 1 from rollup_dirty where project_id = ${project_id} and (${sql.join(
    ranges.map(
      ({ date_from, date_to }) => sql`day between ${date_from}::date and ${date_to}::date`,
    ),
    sql` or `,
  )}))`;

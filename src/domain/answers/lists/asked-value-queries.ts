import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { ASKED, askedParts } from "#domain/sums/dimensions.ts";

const COLUMNS = sql.join(Object.values(ASKED).map((column) => sql.ref(column)));

/** The values of the filter `asked` that answers of some days have, with how many, most first. */
export async function listAskedValueRows(
  db: Database,
  { project_id }: Tenant,
  { date_from, date_to }: { date_from: string; date_to: string },
): Promise<{ value: string; answers: number }[]> {
  return rowsOf<{ value: string; answers: number }>(db)`
    with kinds as (
      select ${COLUMNS}, count(*) as answers from answers
      where project_id = ${project_id} and day between ${date_from}::date and ${date_to}::date
      group by ${COLUMNS}
    )
    select v.value, sum(k.answers)::integer as answers
    from kinds k, unnest(array[${sql.raw(askedParts("k", "unknown").join(", "))}]) v (value)
    group by v.value order by answers desc, v.value`;
}

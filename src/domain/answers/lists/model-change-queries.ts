import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { ASKED } from "#domain/sums/dimensions.ts";

/** What of a model's answers is watched: its version, and how they were asked for. */
const WATCHED = { served_model: "served_model", ...ASKED } as const;
export const CHANGES = Object.keys(WATCHED) as [Change, ...Change[]];
type Change = keyof typeof WATCHED;

/** The day from which most answers of a model, named by its slug, were of another kind than before. */
export type ModelChange = {
  model_id: string;
  date: string;
  what: Change;
  value: string;
  previous_value: string;
};

// What was last seen longer ago than this is not compared with.
const LOOK_BACK_DAYS = 92;
const COLUMNS = sql.join(Object.values(WATCHED).map((column) => sql.ref(column)));
const PAIRS = Object.entries(WATCHED).map(
  ([name, column]) => sql`(${sql.lit(name)}, ${sql.ref(column)})`,
);

/**
 * Days of a range on which the version that gave most of a model's answers, or how most were asked for, is another than
 * on the last day before that tells; by day and model.
 */
export async function listModelChangeRows(
  db: Database,
  { project_id }: Tenant,
  { date_from, date_to }: { date_from: string; date_to: string },
): Promise<ModelChange[]> {
  const { rows } = await sql<ModelChange>`
    with kinds as (
      select model_id, day, ${COLUMNS}, count(*) as answers from answers
      where project_id = ${project_id}
        and day between ${date_from}::date - ${LOOK_BACK_DAYS}::integer and ${date_to}::date
      group by model_id, day, ${COLUMNS}
    ), counts as (
      select model_id, day, what, value, sum(answers) as answers
      from kinds, lateral (values ${sql.join(PAIRS)}) w (what, value)
      where value is not null group by model_id, day, what, value
    ), main as (
      select distinct on (model_id, what, day) model_id, day, what, value from counts
      order by model_id, what, day, answers desc, value
    ), steps as (
      select *, lag(value) over (partition by model_id, what order by day) as previous_value
      from main
    )
    select m.slug as model_id, s.day as date, s.what, s.value, s.previous_value
    from steps s
    join models m on m.project_id = ${project_id} and m.model_id = s.model_id
    where s.previous_value <> s.value and s.day >= ${date_from}::date
    order by s.day, m.slug, s.what`.execute(db);
  return rows;
}

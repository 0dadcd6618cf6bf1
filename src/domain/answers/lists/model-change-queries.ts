import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** The day from which a model, named by its slug, was served by another version than before. */
export type ModelChange = {
  model_id: string;
  date: string;
  served_model: string;
  previous_served_model: string;
};

// A version that was last seen longer ago than this is not compared with.
const LOOK_BACK_DAYS = 92;

/**
 * Days of a range on which the version that gave most of a model's answers is another than on the last day before that
 * tells one; by day and model.
 */
export async function listModelChangeRows(
  db: Database,
  { project_id }: Tenant,
  { date_from, date_to }: { date_from: string; date_to: string },
): Promise<ModelChange[]> {
  const { rows } = await sql<ModelChange>`
    with versions as (
      select model_id, day, served_model, count(*) as answers from answers
      where project_id = ${project_id} and served_model is not null
        and day between ${date_from}::date - ${LOOK_BACK_DAYS}::integer and ${date_to}::date
      group by model_id, day, served_model
    ), main as (
      select distinct on (model_id, day) model_id, day, served_model from versions
      order by model_id, day, answers desc, served_model
    ), steps as (
      select *, lag(served_model) over (partition by model_id order by day) as previous from main
    )
    select m.slug as model_id, s.day as date, s.served_model,
      s.previous as previous_served_model
    from steps s
    join models m on m.project_id = ${project_id} and m.model_id = s.model_id
    where s.previous <> s.served_model and s.day >= ${date_from}::date
    order by s.day, m.slug`.execute(db);
  return rows;
}

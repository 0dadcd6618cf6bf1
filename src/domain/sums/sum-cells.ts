import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** Days that one row of cells may cover. */
export const CELL_SPANS = [1, 8] as const;

/** Makes the cells of all days of some spans anew from the facts. */
export async function sumCells(
  db: Database,
  { project_id }: Tenant,
  { span, days }: { span: (typeof CELL_SPANS)[number]; days: readonly string[] },
): Promise<void> {
  const start = sql.raw(`'1970-01-01'::date + (day - '1970-01-01'::date) / ${span} * ${span}`);
  const facts = sql`project_id = ${project_id} and day = any(${days}::date[])`;
  await sql`
    delete from cell_rollup where project_id = ${project_id} and span = ${span} and start = any(${days}::date[])`.execute(
    db,
  );
  await sql`
    insert into cell_rollup (project_id, span, start, model_id, cells)
    with asked as (
      select ${start} as start, model_id, prompt_id, count(*)::integer as answers from answers
      where ${facts} and status = 'answered' group by 1, 2, 3
    ), mentioned as (
      select ${start} as start, model_id, prompt_id, brand_id,
        count(*) over (partition by day, model_id, prompt_id, sample) as company from mentions
      where ${facts}
    ), counted as (
      select start, model_id, prompt_id, brand_id, count(*)::integer as answers, sum(company)::integer as company
      from mentioned group by 1, 2, 3, 4
    ), named as (
      select start, model_id, prompt_id, count(*)::integer as brands,
        string_agg(int4send(brand_id) || int4send(answers) || int4send(company), ''::bytea) as list
      from counted group by 1, 2, 3
    )
    select ${project_id}::integer, ${span}::smallint, start, model_id, string_agg(
      int4send(prompt_id) || int4send(a.answers) || int4send(coalesce(brands, 0)) || coalesce(list, ''::bytea),
      ''::bytea)
    from asked a left join named using (start, model_id, prompt_id)
    group by start, model_id`.execute(db);
}

import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { packCells } from "./packed-cells.ts";
import { type CELL_SPANS, spanStartOf } from "./spans.ts";

/** Rebuilds the cells of all days of some spans from the facts. */
export async function sumCells(
  db: Database,
  { project_id }: Tenant,
  { span, days }: { span: (typeof CELL_SPANS)[number]; days: readonly string[] },
): Promise<void> {
  const facts = sql`project_id = ${project_id} and day = any(${days}::date[])`;
  const key = sql`${spanStartOf("day", span)} as start, day, model_id, prompt_id, sample`;
  const packed = packCells({
    answers: sql`(select ${key} from answers where ${facts} and status = 'answered')`,
    mentions: sql`(select ${key}, brand_id from mentions where ${facts}
      and (day, model_id, prompt_id, sample) not in (
        select day, model_id, prompt_id, sample from answers where ${facts} and status <> 'answered'))`,
    by: ["start"],
  });
  await sql`
    delete from cell_rollup where project_id = ${project_id} and span = ${span} and start = any(${days}::date[])`.execute(
    db,
  );
  await sql`
    insert into cell_rollup (project_id, span, start, model_id, cells)
    select ${project_id}::integer, ${span}::smallint, start, model_id, cells from (${packed}) packed`.execute(
    db,
  );
}

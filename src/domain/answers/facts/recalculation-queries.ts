import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** How far reading stored answers again has come. */
export type Recalculation = { done: number; total: number };

/** How far a project's recalculation is, or null when none is running; 0 of 0 before it begins. */
export async function readRecalculation(
  db: Database,
  { project_id }: Tenant,
): Promise<Recalculation | null> {
  const { rows } = await sql<Recalculation>`
    select coalesce(r.done, 0) as done, coalesce(r.total, 0) as total
    from (select ${project_id}::integer as project_id) p
    left join recalculations r on r.project_id = p.project_id and r.finished_at is null
    where r.project_id is not null or exists (select from brands b
      where b.project_id = p.project_id and b.status = 'recalculating')`.execute(db);
  return rows[0] ?? null;
}

import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { DETECTOR_VERSION } from "#domain/detection/brand-rules.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** How far reading stored answers again has come. */
export type Recalculation = { done: number; total: number };

/** How far a project's recalculation is, or null when none is running; 0 of 0 before it begins. */
export async function readRecalculation(
  db: Database,
  { project_id }: Tenant,
): Promise<Recalculation | null> {
  const rows = await rowsOf<Recalculation>(db)`
    select coalesce(r.done, 0) as done, coalesce(r.total, 0) as total
    from (select ${project_id}::integer as project_id) p
    left join recalculations r on r.project_id = p.project_id and r.finished_at is null
    where r.project_id is not null or exists (select from brands b
      where b.project_id = p.project_id and b.status = 'recalculating')`;
  return rows[0] ?? null;
}

/**
 * Notes, as a project's first answers are stored, that its answers are read by the present rules: they would be read a
 * second time else. Under no hash: whoever changed brands at that moment saw no answers, and has them read again.
 */
export async function noteFirstReading(db: Database, { project_id }: Tenant): Promise<void> {
  const rows = await rowsOf(db)`select from answers where project_id = ${project_id} limit 1`;
  if (rows.length > 0) return;
  await sql`insert into recalculations (project_id, rules_hash, detector_version, finished_at)
    values (${project_id}, '', ${DETECTOR_VERSION}, now()) on conflict do nothing`.execute(db);
}

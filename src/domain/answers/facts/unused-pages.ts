import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";

/** The pages that some answers use. */
export async function listPagesOf(
  db: Database,
  { project_id }: Tenant,
  answer_ids: readonly number[],
): Promise<number[]> {
  const rows = await rowsOf<{ url_id: number }>(db)`
    select distinct c.url_id from answers a
    join citations c on c.project_id = a.project_id and ${sameAnswer("c", "a")}
    where a.project_id = ${project_id} and a.answer_id = any(${answer_ids}::bigint[])`;
  return rows.map((row) => row.url_id);
}

/** Deletes those of some pages that no answer uses, and their domains where nothing is left of them that a user set; under the lock of answers. */
export async function forgetPages(
  db: Database,
  { project_id }: Tenant,
  url_ids: readonly number[],
): Promise<void> {
  if (url_ids.length === 0) return;
  const rows = await rowsOf<{ domain_id: number }>(db)`
    delete from urls u where project_id = ${project_id} and url_id = any(${url_ids}::integer[])
      and not exists (select from citations c
        where c.project_id = u.project_id and c.url_id = u.url_id)
    returning domain_id`;
  if (rows.length === 0) return;
  const domain_ids = [...new Set(rows.map((row) => row.domain_id))];
  await sql`
    delete from domains d where project_id = ${project_id} and domain_id = any(${domain_ids}::integer[])
      and not is_classified_by_user
      and not exists (select from urls u where u.project_id = d.project_id and u.domain_id = d.domain_id)
      and not exists (select from citations c
        where c.project_id = d.project_id and c.domain_id = d.domain_id)`.execute(db);
}

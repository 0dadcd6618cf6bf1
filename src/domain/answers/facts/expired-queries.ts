import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { lockAnswers, removeAnswers } from "./fact-queries.ts";

type Some = { before: string; limit: number };

/**
 * Deletes the oldest answers of days before `before`, at most `limit`, with all their facts and the pages that no
 * answer uses any more, and marks their days; returns how many. Call it in a transaction.
 */
export async function deleteExpiredAnswers(
  db: Database,
  tenant: Tenant,
  { before, limit }: Some,
): Promise<number> {
  await lockAnswers(db, tenant);
  const rows = await rowsOf<{ answer_id: number }>(db)`
    select answer_id from answers where project_id = ${tenant.project_id} and day < ${before}::date
    order by day, model_id, prompt_id, sample limit ${limit}`;
  const answer_ids = rows.map((row) => row.answer_id);
  await removeAnswers(db, tenant, answer_ids);
  return answer_ids.length;
}

/**
 * Deletes what providers sent with answers of days before `before`; returns how many bodies. Of the oldest `limit`
 * bodies by their answers' numbers, which are given in the order of time but for a few.
 */
export async function deleteExpiredBodies(
  db: Database,
  { project_id }: Tenant,
  { before, limit }: Some,
): Promise<number> {
  const rows = await rowsOf<{ answer_id: number }>(db)`
    select r.answer_id from (
      select answer_id from raw_answers where project_id = ${project_id} order by answer_id limit ${limit}
    ) r join answers a on a.project_id = ${project_id} and a.answer_id = r.answer_id
    where a.day < ${before}::date`;
  const answer_ids = rows.map((row) => row.answer_id);
  await sql`delete from raw_answers where project_id = ${project_id}
    and answer_id = any(${answer_ids}::bigint[])`.execute(db);
  return answer_ids.length;
}

import { sql } from "kysely";
import type { Database } from "#core/database.ts";
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
  const { rows } = await sql<{ answer_id: number }>`
    select answer_id from answers where project_id = ${tenant.project_id} and day < ${before}::date
    order by day, model_id, prompt_id, sample limit ${limit}`.execute(db);
  const answer_ids = rows.map((row) => row.answer_id);
  const url_ids = await listPagesOf(db, tenant, answer_ids);
  await removeAnswers(db, tenant, answer_ids);
  await forgetPages(db, tenant, url_ids);
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
  const { rows } = await sql<{ answer_id: number }>`
    select r.answer_id from (
      select answer_id from raw_answers where project_id = ${project_id} order by answer_id limit ${limit}
    ) r join answers a on a.project_id = ${project_id} and a.answer_id = r.answer_id
    where a.day < ${before}::date`.execute(db);
  const answer_ids = rows.map((row) => row.answer_id);
  await sql`delete from raw_answers where project_id = ${project_id}
    and answer_id = any(${answer_ids}::bigint[])`.execute(db);
  return answer_ids.length;
}

/** The pages that some answers use. */
async function listPagesOf(
  db: Database,
  { project_id }: Tenant,
  answer_ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ url_id: number }>`
    select distinct c.url_id from answers a
    join citations c on c.project_id = a.project_id and c.day = a.day and c.model_id = a.model_id
      and c.prompt_id = a.prompt_id and c.sample = a.sample
    where a.project_id = ${project_id} and a.answer_id = any(${answer_ids}::bigint[])`.execute(db);
  return rows.map((row) => row.url_id);
}

/** Deletes those of some pages that no answer uses, and their domains where nothing is left of them that a user set. */
async function forgetPages(
  db: Database,
  { project_id }: Tenant,
  url_ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ domain_id: number }>`
    delete from urls u where project_id = ${project_id} and url_id = any(${url_ids}::integer[])
      and not exists (select from citations c
        where c.project_id = u.project_id and c.url_id = u.url_id)
    returning domain_id`.execute(db);
  const domain_ids = [...new Set(rows.map((row) => row.domain_id))];
  await sql`
    delete from domains d where project_id = ${project_id} and domain_id = any(${domain_ids}::integer[])
      and not is_classified_by_user
      and not exists (select from urls u where u.project_id = d.project_id and u.domain_id = d.domain_id)
      and not exists (select from citations c
        where c.project_id = d.project_id and c.domain_id = d.domain_id)`.execute(db);
}

import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";
import { nameKey } from "#domain/brands/brand.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** A topic as callers see it. */
export type TopicRow = { id: number; name: string; prompt_count: number };

const COLUMNS = sql`t.topic_id as id, t.name, (select count(*) from prompts p
  where p.project_id = t.project_id and p.topic_id = t.topic_id and p.status = 'active') as prompt_count`;

/** The topics of a project in the order they were made, so that pages stay in place while some are added. */
export async function listTopicRows(
  db: Database,
  { project_id }: Tenant,
  page: PageInput,
): Promise<Paged<TopicRow>> {
  return readPage(page, async ({ limit, offset }) => {
    const { rows } = await sql<TopicRow & { total_count: number }>`
      select ${COLUMNS}, count(*) over () as total_count
      from topics t where t.project_id = ${project_id}
      order by t.topic_id limit ${limit} offset ${offset}`.execute(db);
    return rows;
  });
}

/** The topic of a public id or number; NOT_FOUND when the project has none. */
export async function requireTopic(
  db: Database,
  { project_id }: Tenant,
  id: string | number,
): Promise<TopicRow> {
  const topic_id = typeof id === "number" ? id : decodeId("top", id);
  const { rows } = await sql<TopicRow>`
    select ${COLUMNS} from topics t
    where t.project_id = ${project_id} and t.topic_id = ${topic_id}`.execute(db);
  if (!rows[0]) {
    throw new Failure("NOT_FOUND", "topic_id: there is no such topic.", { problem: "NOT_FOUND" });
  }
  return rows[0];
}

/** Makes a topic and returns its number; 0 when the name is taken. */
export async function insertTopic(
  db: Database,
  { project_id }: Tenant,
  name: string,
): Promise<number> {
  const row = await db
    .insertInto("topics")
    .values({
      project_id,
      name,
      name_key: nameKey(name),
    })
    .onConflict((conflict) => conflict.columns(["project_id", "name_key"]).doNothing())
    .returning("topic_id")
    .executeTakeFirst();
  return row?.topic_id ?? 0;
}

/** Changes a topic in place; false when the new name is taken. */
export async function updateTopicRow(
  db: Database,
  { project_id }: Tenant,
  { id, name }: { id: number; name?: string | undefined },
): Promise<boolean> {
  if (name === undefined) return true;
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from topics where project_id = ${project_id}
      and name_key = ${nameKey(name)} and topic_id <> ${id}) as taken`.execute(db);
  if (rows[0]?.taken) return false;
  await db
    .updateTable("topics")
    .set({ name, name_key: nameKey(name) })
    .where("project_id", "=", project_id)
    .where("topic_id", "=", id)
    .execute();
  return true;
}

/** Deletes a topic that was taken from its prompts before, in the same transaction. */
export async function deleteTopicRow(
  db: Database,
  { project_id }: Tenant,
  topic_id: number,
): Promise<void> {
  await db
    .deleteFrom("topics")
    .where("project_id", "=", project_id)
    .where("topic_id", "=", topic_id)
    .execute();
}

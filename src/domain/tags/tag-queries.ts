import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";
import { nameKey, paletteColor } from "#domain/brands/brand.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** A tag as callers see it. */
export type TagRow = { id: number; name: string; color: string; prompt_count: number };

const COLUMNS = sql`t.tag_id as id, t.name, t.color, (select count(*) from prompt_tags l join prompts p using (project_id, prompt_id)
  where l.project_id = t.project_id and l.tag_id = t.tag_id and p.status = 'active') as prompt_count`;

/** The tags of a project in the order they were made, so that pages stay in place while some are added. */
export async function listTagRows(
  db: Database,
  { project_id }: Tenant,
  page: PageInput,
): Promise<Paged<TagRow>> {
  return readPage(page, async ({ limit, offset }) => {
    const { rows } = await sql<TagRow & { total_count: number }>`
      select ${COLUMNS}, count(*) over () as total_count
      from tags t where t.project_id = ${project_id}
      order by t.tag_id limit ${limit} offset ${offset}`.execute(db);
    return rows;
  });
}

/** The tag of a public id or number; NOT_FOUND when the project has none. */
export async function requireTag(
  db: Database,
  { project_id }: Tenant,
  id: string | number,
): Promise<TagRow> {
  const tag_id = typeof id === "number" ? id : decodeId("tag", id);
  const { rows } = await sql<TagRow>`
    select ${COLUMNS} from tags t
    where t.project_id = ${project_id} and t.tag_id = ${tag_id}`.execute(db);
  if (!rows[0]) {
    throw new Failure("NOT_FOUND", "tag_id: there is no such tag.", { problem: "NOT_FOUND" });
  }
  return rows[0];
}

/** Makes a tag and returns its number; 0 when the name is taken. */
export async function insertTag(
  db: Database,
  { project_id }: Tenant,
  { name, color }: { name: string; color?: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tags where project_id = ${project_id}`.execute(db);
  const row = await db
    .insertInto("tags")
    .values({
      project_id,
      name,
      name_key: nameKey(name),
      color: color ?? paletteColor(rows[0]?.count ?? 0),
    })
    .onConflict((conflict) => conflict.columns(["project_id", "name_key"]).doNothing())
    .returning("tag_id")
    .executeTakeFirst();
  return row?.tag_id ?? 0;
}

/** Changes a tag in place; false when the new name is taken. */
export async function updateTagRow(
  db: Database,
  { project_id }: Tenant,
  { id, name, color }: { id: number; name?: string | undefined; color?: string | undefined },
): Promise<boolean> {
  const values = { ...(color && { color }), ...(name && { name, name_key: nameKey(name) }) };
  if (Object.keys(values).length === 0) return true;
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from tags where project_id = ${project_id}
      and name_key = ${name === undefined ? null : nameKey(name)} and tag_id <> ${id}) as taken`.execute(
    db,
  );
  if (rows[0]?.taken) return false;
  await db
    .updateTable("tags")
    .set(values)
    .where("project_id", "=", project_id)
    .where("tag_id", "=", id)
    .execute();
  return true;
}

/** Deletes a tag, from its prompts too. */
export async function deleteTagRow(
  db: Database,
  { project_id }: Tenant,
  tag_id: number,
): Promise<void> {
  await db
    .deleteFrom("tags")
    .where("project_id", "=", project_id)
    .where("tag_id", "=", tag_id)
    .execute();
}

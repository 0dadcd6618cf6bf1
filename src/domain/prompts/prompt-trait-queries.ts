import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

// What a prompt decides for its answers: who changes it does so by `changeCellsOf` or `changeBrandingOf`.

/**
 * The numbers of some prompts, for a statement that changes them: they are locked by their numbers, wherever they lie, so
 * that two who change the same ones never wait for each other.
 */
export const inOrder = (
  { project_id }: Tenant,
  prompt_ids: readonly number[],
  lock: "update" | "no key update",
) => sql<number>`any(array(select prompt_id from prompts where project_id = ${project_id}
  and prompt_id = any(${prompt_ids}::integer[]) order by prompt_id for ${sql.raw(lock)}))`;

type PromptText = { prompt_id: number; text: string; is_branded: boolean; brand_ids: number[] };

/** Every prompt's text and which brands it is said to name. */
export async function listPromptTexts(db: Database, { project_id }: Tenant): Promise<PromptText[]> {
  return rowsOf<PromptText>(db)`
    select prompt_id, text, is_branded, brand_ids from prompts where project_id = ${project_id}`;
}

/** Says of prompts which brands they name, unless their text changed since it was read. */
export async function setNamedBrands(
  db: Database,
  { project_id }: Tenant,
  prompts: readonly PromptText[],
): Promise<void> {
  const prompt_ids = prompts.map(({ prompt_id }) => prompt_id);
  await sql`
    update prompts p set is_branded = c.is_branded, brand_ids = c.brand_ids
    from json_to_recordset(${JSON.stringify(prompts)}::json)
      as c (prompt_id integer, text text, is_branded boolean, brand_ids integer[])
    where p.project_id = ${project_id} and p.prompt_id = c.prompt_id
      and p.text = c.text and p.prompt_id = ${inOrder({ project_id }, prompt_ids, "no key update")}`.execute(
    db,
  );
}

/** The numbers of a topic's prompts. */
export async function listPromptsOf(
  db: Database,
  { project_id }: Tenant,
  topic_id: number,
): Promise<number[]> {
  const rows = await rowsOf<{ prompt_id: number }>(db)`
    select prompt_id from prompts
    where project_id = ${project_id} and topic_id = ${topic_id}`;
  return rows.map(({ prompt_id }) => prompt_id);
}

/** Those of some prompts that are under another topic, or under none, than one, or none. */
export async function listPromptsNotOf(
  db: Database,
  { project_id }: Tenant,
  { prompt_ids, topic_id }: { prompt_ids: readonly number[]; topic_id: number | null },
): Promise<number[]> {
  const rows = await rowsOf<{ prompt_id: number }>(db)`
    select prompt_id from prompts where project_id = ${project_id}
      and prompt_id = any(${prompt_ids}::integer[])
      and topic_id is distinct from ${topic_id}::integer`;
  return rows.map(({ prompt_id }) => prompt_id);
}

/** Takes a topic from its prompts. */
export async function clearTopic(
  db: Database,
  { project_id }: Tenant,
  topic_id: number,
): Promise<void> {
  const prompt_ids = await listPromptsOf(db, { project_id }, topic_id);
  await sql`update prompts set topic_id = null where project_id = ${project_id} and topic_id = ${topic_id}
    and prompt_id = ${inOrder({ project_id }, prompt_ids, "no key update")}`.execute(db);
}

/** Gives a topic to those of some prompts that have none. */
export async function giveTopic(
  db: Database,
  { project_id }: Tenant,
  { topic_id, prompt_ids }: { topic_id: number; prompt_ids: readonly number[] },
): Promise<void> {
  await sql`update prompts set topic_id = ${topic_id} where project_id = ${project_id}
    and topic_id is null and prompt_id = ${inOrder({ project_id }, prompt_ids, "no key update")}`.execute(
    db,
  );
}

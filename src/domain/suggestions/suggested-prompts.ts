import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** Makes a prompt, in the project's own country and language unless others are given; 0 when it exists. */
export async function insertSuggestedPrompt(
  db: Database,
  { project_id }: Tenant,
  prompt: { text: string; country_code?: string; language_code?: string },
): Promise<number> {
  const { rows } = await sql<{ prompt_id: number }>`
    insert into prompts (project_id, text, country_code, language_code)
    select project_id, ${prompt.text}, coalesce(${prompt.country_code ?? null}, country_code),
      coalesce(${prompt.language_code ?? null}, language_code)
    from projects where project_id = ${project_id}
    on conflict do nothing returning prompt_id`.execute(db);
  return rows[0]?.prompt_id ?? 0;
}

/** Gives a topic to those of some prompts that have none; the days they were answered on are summed anew. */
export async function assignTopic(
  db: Database,
  { project_id }: Tenant,
  { topic_id, prompt_ids }: { topic_id: number; prompt_ids: number[] },
): Promise<void> {
  await sql`
    with changed as (
      update prompts set topic_id = ${topic_id}
      where project_id = ${project_id} and topic_id is null and prompt_id = any(${prompt_ids})
      returning prompt_id
    )
    insert into rollup_dirty (project_id, day)
    select distinct project_id, day from answers
    where project_id = ${project_id} and prompt_id in (select prompt_id from changed)
    on conflict do nothing`.execute(db);
}

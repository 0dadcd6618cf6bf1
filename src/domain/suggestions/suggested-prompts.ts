import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { findProject, type Tenant } from "#domain/projects/project-queries.ts";
import { readOwnBrand } from "#domain/prompts/own-brand.ts";
import { insertPrompts } from "#domain/prompts/prompt-queries.ts";

type Suggested = { text: string; country_code?: string; language_code?: string };

/**
 * What makes prompts of suggestions, in the project's own country and language unless others are given; it returns
 * a prompt's number, or 0 when it exists.
 */
export async function loadPromptMaker(
  db: Database,
  project: Tenant,
): Promise<(prompt: Suggested) => Promise<number>> {
  const { country_code = "US", language_code = "en" } = (await findProject(db, project)) ?? {};
  const namesOwnBrand = await readOwnBrand(db, project);
  return async ({ text, ...market }) => {
    const is_branded = namesOwnBrand(text);
    const prompt = { country_code, language_code, ...market, text, is_branded };
    const [prompt_id = 0] = (await insertPrompts(db, project, [prompt])).values();
    return prompt_id;
  };
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

import type { Database } from "#core/database.ts";
import { findProject, type Tenant } from "#domain/projects/project-queries.ts";
import { namesOwnBrand } from "#domain/prompts/own-brand.ts";
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
  return async ({ text, ...market }) => {
    const [is_branded = false] = await namesOwnBrand(db, project, [text]);
    const prompt = { country_code, language_code, ...market, text, is_branded };
    const [prompt_id = 0] = (await insertPrompts(db, project, [prompt])).values();
    return prompt_id;
  };
}

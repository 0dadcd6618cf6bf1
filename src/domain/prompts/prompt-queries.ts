import { type Generated, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

declare module "#core/database.ts" {
  interface Tables {
    prompts: {
      project_id: number;
      prompt_id: Generated<number>;
      text: string;
      country_code: string;
      language_code: string;
      topic_id: number | null;
      status: Generated<"active" | "archived">;
      is_branded: Generated<boolean>;
      created_at: Generated<string>;
      last_run_at: Date | string | null;
    };
    prompt_tags: { project_id: number; tag_id: number; prompt_id: number };
  }
}

/** A prompt as it is made. */
export type NewPrompt = {
  text: string;
  country_code: string;
  language_code: string;
  topic_id?: number | null;
  is_branded: boolean;
};

/** How a prompt is found again: its text and country. */
export function promptKey({ text, country_code }: { text: string; country_code: string }): string {
  return `${country_code}\n${text}`;
}

/** Makes the prompts that are missing; returns the numbers of the new ones by `promptKey`. */
export async function insertPrompts(
  db: Database,
  { project_id }: Tenant,
  prompts: readonly NewPrompt[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ prompt_id: number; text: string; country_code: string }>`
    insert into prompts (project_id, text, country_code, language_code, topic_id, is_branded)
    select ${project_id}::integer, p.*
    from json_to_recordset(${JSON.stringify(prompts)}::json) as p (text text, country_code text,
      language_code text, topic_id integer, is_branded boolean)
    on conflict do nothing returning prompt_id, text, country_code`.execute(db);
  return new Map(rows.map((row) => [promptKey(row), row.prompt_id]));
}

/** The numbers of a project's prompts by `promptKey`, those that exist. */
export async function findPromptNumbers(
  db: Database,
  { project_id }: Tenant,
  prompts: readonly { text: string; country_code: string }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ prompt_id: number; text: string; country_code: string }>`
    select p.prompt_id, p.text, p.country_code
    from (select distinct text, country_code from json_to_recordset(${JSON.stringify(prompts)}::json)
      as w (text text, country_code text)) w
    join prompts p on p.project_id = ${project_id} and md5(p.text) = md5(w.text)
      and p.country_code = w.country_code and p.text = w.text`.execute(db);
  return new Map(rows.map((row) => [promptKey(row), row.prompt_id]));
}

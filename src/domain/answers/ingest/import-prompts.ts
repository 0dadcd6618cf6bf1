import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { requireRoom } from "#core/plans.ts";
import { nameKey } from "#domain/brands/brand.ts";
import { insertLabel } from "#domain/labels/label-queries.ts";
import { CountryCode, LanguageCode } from "#domain/projects/project.ts";
import { findProject, lockProject, type Tenant } from "#domain/projects/project-queries.ts";
import { namesOwnBrand } from "#domain/prompts/own-brand.ts";
import { countActivePrompts, insertPrompts, promptKey } from "#domain/prompts/prompt-queries.ts";

const name = z.string().trim().min(1).max(100);

/** One prompt as a line of an import. */
export const PromptLine = z.strictObject({
  prompt: z.string().trim().min(1).max(2_000),
  country_code: CountryCode.optional(),
  language_code: LanguageCode.optional(),
  topic: name.nullable().optional(),
  tags: z.array(name).max(50).optional(),
});
/** A prompt to be tracked, by the names of what it belongs to. */
export type WantedPrompt = z.output<typeof PromptLine>;

/** Makes the prompts that are missing, with their topics and tags, in the transaction of `db`; returns how many. */
export async function addPrompts(
  { db, project }: Pick<ProjectContext, "db" | "project">,
  wanted: readonly WantedPrompt[],
): Promise<number> {
  await lockProject(db, project);
  const defaults = await findProject(db, project);
  const texts = wanted.map(({ prompt }) => prompt);
  const branded = await namesOwnBrand(db, project, texts);
  const topics = await ensureTopics(db, project, wanted);
  const prompts = new Map(
    wanted.map((line, index) => {
      const country_code = line.country_code ?? defaults?.country_code ?? "US";
      const prompt = {
        text: line.prompt,
        country_code,
        language_code: line.language_code ?? defaults?.language_code ?? "en",
        topic_id: line.topic ? (topics.get(nameKey(line.topic)) ?? null) : null,
        is_branded: branded[index] ?? false,
      };
      return [promptKey(prompt), { prompt, tags: line.tags ?? [] }];
    }),
  );
  const rows = [...prompts.values()].map(({ prompt }) => prompt);
  const made = await insertPrompts(db, project, rows);
  const count = await countActivePrompts(db, project);
  if (made.size > 0) requireRoom(project.plan, "prompts", count);
  const tags = await ensureTags(db, project, wanted);
  const links = [...made].flatMap(([key, prompt_id]) =>
    [...new Set(prompts.get(key)?.tags.map(nameKey))].flatMap((tag) => {
      const tag_id = tags.get(tag);
      return tag_id ? [{ project_id: project.project_id, prompt_id, tag_id }] : [];
    }),
  );
  // In pieces: a statement has at most 65,535 parameters.
  for (let from = 0; from < links.length; from += 10_000) {
    await db
      .insertInto("prompt_tags")
      .values(links.slice(from, from + 10_000))
      .execute();
  }
  return made.size;
}

async function ensureTopics(db: Database, project: Tenant, wanted: readonly WantedPrompt[]) {
  const names = new Map(wanted.flatMap(({ topic }) => (topic ? [[nameKey(topic), topic]] : [])));
  for (const topic of names.values())
    await insertLabel(db, project, { kind: "topic", name: topic });
  const rows = await db
    .selectFrom("topics")
    .select(["topic_id", "name_key"])
    .where("project_id", "=", project.project_id)
    .execute();
  return new Map(rows.map((row) => [row.name_key, row.topic_id]));
}

async function ensureTags(db: Database, project: Tenant, wanted: readonly WantedPrompt[]) {
  const names = new Map(wanted.flatMap(({ tags = [] }) => tags.map((tag) => [nameKey(tag), tag])));
  for (const tag of names.values()) await insertLabel(db, project, { kind: "tag", name: tag });
  const rows = await db
    .selectFrom("tags")
    .select(["tag_id", "name_key"])
    .where("project_id", "=", project.project_id)
    .execute();
  return new Map(rows.map((row) => [row.name_key, row.tag_id]));
}

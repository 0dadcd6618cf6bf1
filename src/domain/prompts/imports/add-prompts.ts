import * as z from "zod";
import type { ProjectScope } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { requireRoom } from "#core/plans.ts";
import { nameKey } from "#domain/brands/brand.ts";
import { ensureLabels } from "#domain/labels/label-queries.ts";
import { CountryCode, LanguageCode } from "#domain/projects/project.ts";
import { findProject, lockProject } from "#domain/projects/project-queries.ts";
import { nameText } from "#domain/words/name-text.ts";
import { findNamedBrands, UNNAMED } from "../named-brands.ts";
import { PromptText } from "../prompt.ts";
import { countActivePrompts, insertPrompts, promptKey } from "../prompt-queries.ts";

const name = nameText(64);

/** One prompt as a line of an import. */
export const PromptLine = z.strictObject({
  prompt: PromptText.describe("The question, as people ask it."),
  country_code: CountryCode.optional().describe("Country it is asked in; else the project's."),
  language_code: LanguageCode.optional().describe("Language of the question; else the project's."),
  topic: name.nullable().optional().describe("Name of its topic, which is made if it is new."),
  tags: z.array(name).max(50).optional().describe("Names of its tags; new ones are made."),
});
/** A prompt to be tracked, by the names of what it belongs to. */
export type WantedPrompt = z.output<typeof PromptLine>;

type Added = { db: Database; project: Pick<ProjectScope, "project_id" | "plan"> };

/** Makes the prompts that are missing, with their topics and tags, in the transaction of `db`; returns how many. */
export async function addPrompts(
  { db, project }: Added,
  wanted: readonly WantedPrompt[],
): Promise<number> {
  await lockProject(db, project);
  const defaults = await findProject(db, project);
  const texts = wanted.map(({ prompt }) => prompt);
  const named = await findNamedBrands(db, project, texts);
  const names = wanted.flatMap(({ topic }) => topic ?? []);
  const topics = await ensureLabels(db, project, { kind: "topic", names });
  const prompts = new Map(
    wanted.map((line, index) => {
      const country_code = line.country_code ?? defaults?.country_code ?? "US";
      const prompt = {
        text: line.prompt,
        country_code,
        language_code: line.language_code ?? defaults?.language_code ?? "en",
        topic_id: line.topic ? (topics.get(nameKey(line.topic)) ?? null) : null,
        ...(named[index] ?? UNNAMED),
      };
      return [promptKey(prompt), { prompt, tags: line.tags ?? [] }];
    }),
  );
  const rows = [...prompts.values()].map(({ prompt }) => prompt);
  const made = await insertPrompts(db, project, rows);
  const count = await countActivePrompts(db, project);
  if (made.size > 0) requireRoom(project.plan, "prompts", count);
  const tagged = wanted.flatMap(({ tags = [] }) => tags);
  const tags = await ensureLabels(db, project, { kind: "tag", names: tagged });
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

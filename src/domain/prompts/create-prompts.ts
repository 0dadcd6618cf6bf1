import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { decodeId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { loadLengthCheck } from "#domain/capture/targets/prompt-length.ts";
import { findProject, lockProject } from "#domain/projects/project-queries.ts";
import { auditChanged } from "./change-prompts.ts";
import { findNamedBrands, UNNAMED } from "./named-brands.ts";
import { Prompt, PromptEdits, PromptFields } from "./prompt.ts";
import {
  changeTags,
  countActivePrompts,
  findForeign,
  findPrompts,
  insertPrompts,
  promptKey,
} from "./prompt-queries.ts";

const NewPrompt = z.strictObject({ ...PromptEdits, text: PromptFields.text });
type Given = z.output<typeof NewPrompt>;
type Skipped = { index: number; code: string; message: string };

export const createPrompts = operation({
  name: "create_prompts",
  scope: "project",
  effect: "adds",
  audit: auditChanged,
  group: "Prompts",
  summary: "Create prompts",
  description:
    "Tracks 1 to 100 prompts. One that exists in its country, is longer than an assistant takes, or names a topic or tag the project does not have, is in skipped; the others are made.",
  returns: "What was made and what was skipped",
  status: 201,
  route: "POST /prompts",
  tool: true,
  failures: ["PLAN_LIMIT_REACHED"],
  input: z.strictObject({
    prompts: z.array(NewPrompt).min(1).max(100).describe("1 to 100 prompts to track."),
  }),
  output: z.object({
    data: z.array(Prompt),
    skipped: z.array(
      z.object({
        index: z.int().describe("Place in `prompts`, from 0."),
        code: z.string(),
        message: z.string(),
      }),
    ),
  }),
  async handler(context, { prompts }) {
    const { db, project } = context;
    await lockProject(db, project);
    const { usable, skipped } = await sortOut(context, prompts);
    const rows = usable.map(({ index: _, tag_ids: __, ...row }) => row);
    const made = rows.length > 0 ? await insertPrompts(db, project, rows) : new Map();
    // Once it is known which are new: the transaction takes back what is too much.
    if (made.size > 0) requireRoom(project.plan, "prompts", await countActivePrompts(db, project));
    const numbers: number[] = [];
    for (const prompt of usable) {
      const number = made.get(promptKey(prompt));
      if (number === undefined) {
        const message = `text: this prompt is tracked already in ${prompt.country_code}.`;
        skipped.push({ index: prompt.index, code: "CONFLICT", message });
        continue;
      }
      made.delete(promptKey(prompt));
      numbers.push(number);
      const add = prompt.tag_ids;
      if (add.length > 0) await changeTags(db, project, { prompt_ids: [number], add, remove: [] });
    }
    skipped.sort((left, right) => left.index - right.index);
    return { data: await findPrompts(db, project, numbers), skipped };
  },
});

/** The prompts that can be made, with defaults and numbers, and those that name what is not there. */
async function sortOut(context: ProjectContext, prompts: readonly Given[]) {
  const { db, project } = context;
  const defaults = await findProject(db, project);
  const texts = prompts.map(({ text }) => text);
  const named = await findNamedBrands(db, project, texts);
  const tooLong = await loadLengthCheck(context);
  const decoded = prompts.map(({ topic_id, tag_ids = [], ...prompt }, index) => ({
    index,
    text: prompt.text,
    country_code: prompt.country_code ?? defaults?.country_code ?? "US",
    language_code: prompt.language_code ?? defaults?.language_code ?? "en",
    topic_id: topic_id ? decodeId("top", topic_id) : null,
    tag_ids: tag_ids.map((tag) => decodeId("tag", tag)),
    ...(named[index] ?? UNNAMED),
  }));
  const foreign = await findForeign(db, project, {
    topic_ids: decoded.flatMap(({ topic_id }) => topic_id ?? []),
    tag_ids: decoded.flatMap(({ tag_ids }) => tag_ids),
  });
  const skipped: Skipped[] = [];
  const usable = decoded.filter(({ index, text, topic_id, tag_ids }) => {
    const message = tooLong(text);
    if (message !== null) {
      skipped.push({ index, code: "VALIDATION_ERROR", message });
      return false;
    }
    const isTopic = topic_id !== null && foreign.topics.has(topic_id);
    if (!isTopic && !tag_ids.some((tag) => foreign.tags.has(tag))) return true;
    const what = isTopic ? "topic_id: there is no such topic." : "tag_ids: there is no such tag.";
    skipped.push({ index, code: "NOT_FOUND", message: what });
    return false;
  });
  return { usable, skipped };
}

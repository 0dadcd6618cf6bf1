import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { markAnswersOf } from "#domain/answers/facts/prompt-answer-queries.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { changePrompts } from "./change-prompts.ts";
import { PromptFields, PromptIds, PromptsChanged } from "./prompt.ts";
import { changeTags, countActivePrompts, findForeign, updatePromptRows } from "./prompt-queries.ts";

const Tags = z.array(idInput("tag")).max(50).default([]);

export const updatePrompts = operation({
  name: "update_prompts",
  scope: "project",
  effect: "changes",
  audit: (_, { data }) => ({ prompt_ids: data.map(({ id }) => id) }),
  group: "Prompts",
  summary: "Update prompts",
  description:
    "Changes topic, tags or status of 1 to 100 prompts at once; what is left out stays. Prompts that do not exist are in skipped.",
  returns: "What was changed and what was skipped",
  tool: true,
  failures: ["NOT_FOUND", "PLAN_LIMIT_REACHED"],
  input: z.strictObject({
    prompt_ids: PromptIds,
    topic_id: PromptFields.topic_id.optional(),
    add_tag_ids: Tags.describe("Tags to give them, from list_tags."),
    remove_tag_ids: Tags.describe("Tags to take from them."),
    status: z.enum(["active", "archived"]).optional().describe("Archived ones are asked no more."),
  }),
  output: PromptsChanged,
  async handler(context, { prompt_ids, topic_id, add_tag_ids, remove_tag_ids, status }) {
    const { db, project } = context;
    const topic = typeof topic_id === "string" ? decodeId("top", topic_id) : topic_id;
    const add = add_tag_ids.map((tag) => decodeId("tag", tag));
    const remove = remove_tag_ids.map((tag) => decodeId("tag", tag));
    const topic_ids = typeof topic === "number" ? [topic] : [];
    const foreign = await findForeign(db, project, { topic_ids, tag_ids: [...add, ...remove] });
    if (foreign.topics.size > 0)
      throw new Failure("NOT_FOUND", "topic_id: there is no such topic.");
    if (foreign.tags.size > 0)
      throw new Failure("NOT_FOUND", "add_tag_ids, remove_tag_ids: there is no such tag.");
    return changePrompts(context, prompt_ids, async (found) => {
      const numbers = found.map(({ id }) => id);
      if (status === "active") {
        await lockProject(db, project);
        const more = found.filter((prompt) => prompt.status === "archived").length;
        requireRoom(project.plan, "prompts", (await countActivePrompts(db, project)) + more);
      }
      if (topic !== undefined) await markAnswersOf(db, project, numbers);
      await updatePromptRows(db, project, { prompt_ids: numbers, topic_id: topic, status });
      await changeTags(db, project, { prompt_ids: numbers, add, remove });
    });
  },
});

import * as z from "zod";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { changeTopicOf } from "#domain/answers/facts/prompt-answer-queries.ts";
import { loadLengthCheck } from "#domain/capture/targets/prompt-length.ts";
import { BULK_CHANGE, changePrompts } from "./change-prompts.ts";
import { PromptEdits, PromptIds } from "./prompt.ts";
import { changeTags, requireLabels, updatePromptRows } from "./prompt-queries.ts";

const Tags = z.array(idInput("tag")).max(50).default([]);

export const updatePrompts = operation({
  name: "update_prompts",
  ...BULK_CHANGE,
  summary: "Update prompts",
  description:
    "Changes topic, tags or status of 1 to 100 prompts at once; what is left out stays. What cannot be changed is in skipped, and why.",
  route: "PATCH /prompts",
  tool: true,
  failures: ["NOT_FOUND", "PLAN_LIMIT_REACHED"],
  input: z.strictObject({
    prompt_ids: PromptIds,
    topic_id: PromptEdits.topic_id,
    add_tag_ids: Tags.describe("Tags to give them, from list_tags."),
    remove_tag_ids: Tags.describe("Tags to take from them."),
    status: z.enum(["active", "archived"]).optional().describe("Archived ones are asked no more."),
  }),
  async handler(context, { prompt_ids, topic_id, add_tag_ids, remove_tag_ids, status }) {
    const { db, project } = context;
    const topic = typeof topic_id === "string" ? decodeId("top", topic_id) : topic_id;
    const add = add_tag_ids.map((tag) => decodeId("tag", tag));
    const remove = remove_tag_ids.map((tag) => decodeId("tag", tag));
    await requireLabels(db, project, {
      topic,
      tags: [...add, ...remove],
      field: "add_tag_ids, remove_tag_ids",
    });
    const loadTooLong = status === "active" ? () => loadLengthCheck(context) : undefined;
    return changePrompts(context, { prompt_ids, loadTooLong }, async (numbers) => {
      const change = () =>
        updatePromptRows(db, project, { prompt_ids: numbers, topic_id: topic, status });
      await changeTopicOf(db, project, { prompt_ids: numbers, topic_id: topic, change });
      await changeTags(db, project, { prompt_ids: numbers, add, remove });
    });
  },
});

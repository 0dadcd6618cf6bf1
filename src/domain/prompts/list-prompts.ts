import * as z from "zod";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { Prompt } from "./prompt.ts";
import { listPromptRows } from "./prompt-queries.ts";

export const listPrompts = operation({
  name: "list_prompts",
  scope: "project",
  effect: "reads",
  group: "Prompts",
  summary: "List prompts",
  description: "Lists the tracked prompts with their topic, tags and status, oldest first.",
  returns: "A page of prompts",
  route: "GET /prompts",
  tool: true,
  input: z.strictObject({
    topic_id: idInput("top").optional().describe("Prompts of this topic, from list_topics."),
    tag_id: idInput("tag").optional().describe("Prompts with this tag, from list_tags."),
    status: z.enum(["active", "archived"]).optional().describe("Prompts of this status."),
    search: z.string().trim().min(1).max(200).optional().describe("Text in the prompt, any case."),
    ...Page,
  }),
  output: pageOf(Prompt),
  async handler({ db, project }, { topic_id, tag_id, status, search, ...page }) {
    const filter = {
      status,
      search,
      topic_id: topic_id === undefined ? undefined : decodeId("top", topic_id),
      tag_id: tag_id === undefined ? undefined : decodeId("tag", tag_id),
    };
    return toPage(await listPromptRows(db, project, { filter, page }), page);
  },
});

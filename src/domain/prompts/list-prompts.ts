import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { requireKnown } from "./known-ids.ts";
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
  failures: ["NOT_FOUND"],
  route: "GET /prompts",
  tool: true,
  input: z.strictObject({
    topic_id: idInput("top").optional().describe("Prompts of this topic, from list_topics."),
    tag_id: idInput("tag").optional().describe("Prompts with this tag, from list_tags."),
    status: z.enum(["active", "archived"]).optional().describe("Prompts of this status."),
    is_branded: z.boolean().optional().describe("Whether their text names the own brand."),
    search: z
      .string()
      .normalize("NFC")
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Text in the prompt, any case."),
    ...Page,
  }),
  output: pageOf(Prompt),
  async handler({ db, project }, { topic_id, tag_id, limit, offset, ...traits }) {
    const ids = [topic_id, tag_id].filter((id) => id !== undefined);
    const known = await requireKnown(db, project, ids);
    const numberOf = (id: string | undefined) => (id === undefined ? undefined : known.get(id));
    const filter = { ...traits, topic_id: numberOf(topic_id), tag_id: numberOf(tag_id) };
    const page = { limit, offset };
    return listPromptRows(db, project, { filter, page });
  },
});

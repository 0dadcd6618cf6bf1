import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { SHARE_PAGES } from "#core/shared.ts";
import { Topic } from "./topic.ts";
import { listTopicRows } from "./topic-queries.ts";

export const listTopics = operation({
  name: "list_topics",
  scope: "project",
  effect: "reads",
  shared: { pages: SHARE_PAGES, filtered_by: "topic_id" },
  group: "Topics",
  summary: "List topics",
  description:
    "Lists the topics in the order they were made, each with how many active prompts are in it. A prompt has at most one topic; reports can be split and filtered by it.",
  returns: "A page of topics",
  route: "GET /topics",
  tool: true,
  input: z.strictObject({ ...Page }),
  output: pageOf(Topic),
  async handler({ db, project }, page) {
    return toPage(await listTopicRows(db, project, page), page);
  },
});

import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { SuggestionStatus, TopicSuggestion } from "./suggestion.ts";
import { listSuggestionRows } from "./suggestion-queries.ts";

export const listTopicSuggestions = operation({
  name: "list_topic_suggestions",
  scope: "project",
  effect: "reads",
  group: "Suggestions",
  summary: "List topic suggestions",
  description: "Topics for prompts that have none: groups of prompts that share telling words.",
  returns: "A page of topic suggestions",
  route: "GET /suggestions/topics",
  tool: true,
  input: z.strictObject({ status: SuggestionStatus, ...Page }),
  output: pageOf(TopicSuggestion),
  async handler({ db, project }, { status, ...page }) {
    return toPage(await listSuggestionRows(db, project, { kind: "topic", status, ...page }), page);
  },
});

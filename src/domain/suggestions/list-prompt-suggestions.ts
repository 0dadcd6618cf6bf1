import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { PromptSuggestion, SuggestionStatus } from "./suggestion.ts";
import { listSuggestionRows } from "./suggestion-queries.ts";

export const listPromptSuggestions = operation({
  name: "list_prompt_suggestions",
  scope: "project",
  effect: "reads",
  group: "Suggestions",
  summary: "List prompt suggestions",
  description:
    "Questions worth tracking: what assistants searched for while answering, and questions found in answers, that no prompt covers.",
  returns: "A page of prompt suggestions",
  route: "GET /suggestions/prompts",
  tool: true,
  input: z.strictObject({ status: SuggestionStatus, ...Page }),
  output: pageOf(PromptSuggestion),
  async handler({ db, project }, { status, ...page }) {
    return toPage(await listSuggestionRows(db, project, { kind: "prompt", status, ...page }), page);
  },
});

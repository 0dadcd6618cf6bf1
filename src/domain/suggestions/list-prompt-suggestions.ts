import { operation } from "#core/operation.ts";
import { PromptSuggestion } from "./suggestion.ts";
import { listOf } from "./suggestion-operations.ts";

export const listPromptSuggestions = operation({
  name: "list_prompt_suggestions",
  description:
    "Questions worth tracking: what assistants searched for while answering, and questions found in answers, that no prompt covers.",
  ...listOf("prompt", PromptSuggestion),
});

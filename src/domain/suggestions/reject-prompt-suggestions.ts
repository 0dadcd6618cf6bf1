import { operation } from "#core/operation.ts";
import { rejectionOf } from "./suggestion-operations.ts";

export const rejectPromptSuggestions = operation({
  name: "reject_prompt_suggestions",
  ...rejectionOf("prompt"),
});

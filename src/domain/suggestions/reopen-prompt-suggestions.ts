import { operation } from "#core/operation.ts";
import { reopeningOf } from "./suggestion-operations.ts";

export const reopenPromptSuggestions = operation({
  name: "reopen_prompt_suggestions",
  ...reopeningOf("prompt"),
});

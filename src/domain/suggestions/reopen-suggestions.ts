import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { decideSuggestions } from "./decide-suggestions.ts";
import { Reopened } from "./suggestion.ts";
import { CHANGE } from "./suggestion-operations.ts";

export const reopenSuggestions = operation({
  name: "reopen_suggestions",
  ...CHANGE,
  tool: true,
  summary: "Take back rejections",
  description:
    "Opens rejected suggestions again, and accepted ones whose result was deleted. A retry is safe.",
  returns: "Open again",
  failures: ["NOT_FOUND", "SUGGESTION_ALREADY_DECIDED"],
  input: z.strictObject({
    suggestion_ids: z
      .array(idInput("sug"))
      .min(1)
      .max(100)
      .describe("1 to 100, from list_*_suggestions."),
  }),
  output: Reopened,
  handler: (context, chosen) =>
    decideSuggestions(context, { kind: null, chosen, status: "open", make: null }),
});

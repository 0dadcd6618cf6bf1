import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { removePrompts } from "./delete-prompts.ts";
import { requirePrompt } from "./prompt-queries.ts";

export const deletePrompt = operation({
  name: "delete_prompt",
  scope: "project",
  effect: "destroys",
  audit: ({ prompt_id }) => ({ prompt_id }),
  group: "Prompts",
  summary: "Delete a prompt",
  description: "Removes a prompt with all its answers, for good. Archive it to keep them.",
  returns: "Deleted",
  status: 204,
  route: "DELETE /prompts/{prompt_id}",
  failures: ["NOT_FOUND"],
  input: z.strictObject({ prompt_id: idInput("prm").describe("From list_prompts.") }),
  output: z.void(),
  async handler(context, { prompt_id }) {
    // Of two who delete it at once the second finds none.
    await lockAnswers(context.db, context.project);
    await removePrompts(context, [await requirePrompt(context.db, context.project, prompt_id)]);
  },
});

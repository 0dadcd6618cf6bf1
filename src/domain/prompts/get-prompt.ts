import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Prompt } from "./prompt.ts";
import { requirePrompt } from "./prompt-queries.ts";

export const getPrompt = operation({
  name: "get_prompt",
  scope: "project",
  effect: "reads",
  group: "Prompts",
  summary: "Get a prompt",
  description: "Returns one tracked prompt.",
  returns: "The prompt",
  route: "GET /prompts/{prompt_id}",
  failures: ["NOT_FOUND"],
  input: z.strictObject({ prompt_id: idInput("prm").describe("From list_prompts.") }),
  output: Prompt,
  async handler({ db, project }, { prompt_id }) {
    return requirePrompt(db, project, prompt_id);
  },
});

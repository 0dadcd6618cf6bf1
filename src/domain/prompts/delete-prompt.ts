import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { deleteAnswersOf } from "#domain/answers/facts/prompt-answer-queries.ts";
import { deleteTasksOf } from "#domain/capture/task-queries.ts";
import { deletePromptRows, findPrompts } from "./prompt-queries.ts";

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
  async handler({ db, project }, { prompt_id }) {
    const [prompt] = await findPrompts(db, project, [decodeId("prm", prompt_id)]);
    if (!prompt) throw new Failure("NOT_FOUND", `There is no prompt ${prompt_id}.`);
    await deleteAnswersOf(db, project, [prompt.id]);
    await deletePromptRows(db, project, [prompt.id]);
    await deleteTasksOf(db, project, [prompt.id]);
  },
});

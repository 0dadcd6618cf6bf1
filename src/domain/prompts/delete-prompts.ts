import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { deleteAnswersOf } from "#domain/answers/facts/prompt-answer-queries.ts";
import { countCapturedOf, deleteTasksOf } from "#domain/capture/task-queries.ts";
import { forgetExamples } from "#domain/suggestions/suggestion-queries.ts";
import { auditChanged, changePrompts } from "./change-prompts.ts";
import { PromptIds, PromptsChanged } from "./prompt.ts";
import { deletePromptRows } from "./prompt-queries.ts";

export const deletePrompts = operation({
  name: "delete_prompts",
  scope: "project",
  effect: "destroys",
  audit: auditChanged,
  group: "Prompts",
  summary: "Delete prompts",
  description:
    "Removes 1 to 100 prompts with all their answers, for good. update_prompts with status archived keeps the answers.",
  returns: "What was deleted and what was skipped",
  route: "POST /prompts/delete",
  tool: true,
  failures: [],
  input: z.strictObject({ prompt_ids: PromptIds }),
  output: z.object({
    data: z.array(z.object({ id: idOutput("prm") })).describe("What was deleted."),
    skipped: PromptsChanged.shape.skipped,
  }),
  async handler(context, { prompt_ids }) {
    let deleted: { id: number }[] = [];
    await lockAnswers(context.db, context.project);
    const { skipped } = await changePrompts(context, { prompt_ids }, async (numbers) => {
      deleted = numbers.map((id) => ({ id }));
      await removePrompts(context, deleted);
    });
    return { data: deleted, skipped };
  },
});

/** Removes prompts with their answers, what suggestions quote of these, and tasks. */
export async function removePrompts(
  { db, project, now }: ProjectContext,
  prompts: readonly { id: number }[],
): Promise<void> {
  const numbers = prompts.map(({ id }) => id);
  const captured = await countCapturedOf(db, project, { prompt_ids: numbers, now: now() });
  await deleteAnswersOf(db, project, numbers);
  await forgetExamples(db, project);
  await deletePromptRows(db, project, numbers);
  await deleteTasksOf(db, project, { prompt_ids: numbers, captured });
}

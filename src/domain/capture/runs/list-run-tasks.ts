import * as z from "zod";
import { decodeId, decodeModelId, idInput, idOutput, ModelId, ModelIdOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { STATUSES } from "#domain/answers/ingest/answer-line.ts";
import { AGAIN_STATES, TASK_STATUSES } from "../capture-task.ts";
import { requireRun } from "./run-queries.ts";
import { listRunTaskRows } from "./run-task-queries.ts";

const Status = z.enum(TASK_STATUSES);

export const listRunTasks = operation({
  name: "list_run_tasks",
  scope: "project",
  effect: "reads",
  group: "Runs",
  summary: "List the questions of a run",
  description:
    "Lists what a run asks of whom: each question's state, what went wrong in words, when it is or was asked, and its answer. What failed or waits comes first.",
  returns: "A page of questions",
  route: "GET /runs/{run_id}/tasks",
  input: z.strictObject({
    run_id: idInput("run").describe("From list_runs."),
    model_id: ModelId.optional().describe("Only of this model."),
    prompt_id: idInput("prm").optional().describe("Only of this prompt."),
    status: Status.optional().describe("Only in this state."),
    ...Page,
  }),
  output: pageOf(
    z.object({
      prompt_id: idOutput("prm"),
      prompt_text: z.string(),
      country_code: z.string(),
      model_id: ModelIdOutput,
      model_name: z.string(),
      sample: z.int(),
      status: Status.describe("How far it is."),
      asked_again: z
        .enum(AGAIN_STATES)
        .nullable()
        .describe(
          "Where it failed: how far the same question is that was asked again by hand; failed: it is itself asked again, after one of its day that failed; null: none of that.",
        ),
      attempts: z.int(),
      says: z.string().nullable().describe("What went wrong last, or why it was not asked."),
      due_at: z
        .string()
        .nullable()
        .describe(
          "When it is asked, or asked again, at the earliest; null: its model is paused until that is mended.",
        ),
      finished_at: z.string().nullable(),
      chat_id: idOutput("cht").nullable(),
      chat_sample: z
        .int()
        .nullable()
        .describe("The answer's own number of its day: answers are counted as they come in."),
      chat_status: z
        .enum(STATUSES)
        .nullable()
        .describe("What came back where it is done; reports count the answered."),
    }),
  ),
  async handler({ db, project, now }, { run_id, model_id, prompt_id, status, ...page }) {
    const number = await requireRun(db, project, run_id);
    const slug = model_id === undefined ? null : decodeModelId(model_id);
    const which = {
      ...{ run_id: number, slug, status: status ?? null, now: now() },
      prompt_id: prompt_id === undefined ? null : decodeId("prm", prompt_id),
    };
    return listRunTaskRows(db, project, { ...page, ...which });
  },
});

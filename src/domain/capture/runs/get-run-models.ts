import * as z from "zod";
import { idInput, ModelIdOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Run, TASK_STATUSES } from "../capture-task.ts";
import { requireRun } from "./run-queries.ts";
import { countRunModels } from "./run-task-queries.ts";

const count = z.int();

export const getRunModels = operation({
  name: "get_run_models",
  scope: "project",
  effect: "reads",
  group: "Runs",
  summary: "Count a run's questions by model",
  description:
    "Counts the questions of a run by model and state, with their cost; models with most that failed or wait come first.",
  returns: "The models of the run",
  route: "GET /runs/{run_id}/models",
  input: z.strictObject({ run_id: idInput("run").describe("From list_runs.") }),
  output: z.object({
    models: z.array(
      z.object({
        ...{ model_id: ModelIdOutput, name: z.string(), planned: count },
        questions: Run.shape.questions,
        asked_again: Run.shape.asked_again,
        cost_usd: Run.shape.cost_usd,
        ...(Object.fromEntries(TASK_STATUSES.map((status) => [status, count])) as Record<
          (typeof TASK_STATUSES)[number],
          typeof count
        >),
      }),
    ),
  }),
  async handler({ db, project }, { run_id }) {
    const number = await requireRun(db, project, run_id);
    return { models: await countRunModels(db, project, number) };
  },
});

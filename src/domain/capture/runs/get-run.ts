import * as z from "zod";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Run } from "../capture-task.ts";
import { findRun, noRun } from "./run-queries.ts";

export const getRun = operation({
  name: "get_run",
  scope: "project",
  effect: "reads",
  group: "Runs",
  summary: "Get a run",
  description: "Returns one run: tasks by status, cost so far and what went wrong, in words.",
  returns: "The run",
  route: "GET /runs/{run_id}",
  input: z.strictObject({ run_id: idInput("run").describe("From list_runs.") }),
  output: Run,
  async handler({ db, project }, { run_id }) {
    const run = await findRun(db, project, decodeId("run", run_id));
    if (!run) throw noRun(run_id);
    return run;
  },
});

import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { Run } from "../capture-task.ts";
import { listRunRows } from "./run-queries.ts";

export const listRuns = operation({
  name: "list_runs",
  scope: "project",
  effect: "reads",
  group: "Runs",
  summary: "List runs",
  description:
    "Lists what was asked by day, newest first: tasks by status, cost so far and what went wrong, in words.",
  returns: "A page of runs",
  route: "GET /runs",
  input: z.strictObject({ ...Page }),
  output: pageOf(Run),
  handler: ({ db, project }, page) => listRunRows(db, project, page),
});

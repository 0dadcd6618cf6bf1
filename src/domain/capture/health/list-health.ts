import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { Problem } from "./problem.ts";
import { readProblems } from "./read-problems.ts";

export const listHealth = operation({
  name: "list_health",
  scope: "project",
  effect: "reads",
  group: "Models",
  summary: "List what is wrong with the models that are asked",
  description:
    "Lists what is wrong now with the models that are asked, worst first: one that stopped answering, answers with another version, searches less or answers shorter, whose key is refused, or that money has run out for. Empty when nothing is.",
  returns: "A page of what is wrong",
  route: "GET /models/health",
  input: z.strictObject({ ...Page }),
  output: pageOf(Problem),
  async handler({ db, project, now }, page) {
    return pageOfAll(await readProblems(db, project, now()), page);
  },
});

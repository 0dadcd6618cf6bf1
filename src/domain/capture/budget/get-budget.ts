import * as z from "zod";
import { operation } from "#core/operation.ts";
import { BudgetByModel, readBudget } from "./budget.ts";

export const getBudget = operation({
  name: "get_budget",
  scope: "project",
  effect: "reads",
  group: "Runs",
  summary: "Get the budget",
  description:
    "Returns what asking costs so far, in all and by model, what a day is estimated to cost, and the caps.",
  returns: "The budget",
  route: "GET /budget",
  input: z.strictObject({}),
  output: BudgetByModel,
  handler: readBudget,
});

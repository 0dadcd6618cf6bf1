import * as z from "zod";
import { operation } from "#core/operation.ts";
import { limitsOf } from "#core/plans.ts";
import { readRecalculation } from "#domain/answers/facts/recalculation-queries.ts";
import { readBudget } from "#domain/capture/budget/budget.ts";
import { countCaptures, listRunRows } from "#domain/capture/runs/run-queries.ts";
import { Usage } from "./usage.ts";
import { countUsage } from "./usage-queries.ts";

const WINDOW_SECONDS = 60;
const RUNS_MAX = 2;

export const getUsage = operation({
  name: "get_usage",
  scope: "project",
  effect: "reads",
  group: "Usage",
  summary: "Get usage and limits",
  description:
    "Returns the plan, what it allows, what is used of it, the rate limit, and whether stored answers are being read again, how far the newest run is, and the budget.",
  returns: "Plan, limits and usage",
  route: "GET /usage",
  tool: true,
  input: z.strictObject({}),
  output: Usage,
  async handler(context) {
    const { db, project, server, now } = context;
    const [{ brands_recalculating, ...used }, captures_per_month, runs, budget, recalculation] =
      await Promise.all([
        countUsage(db, project),
        countCaptures(db, project, now()),
        listRunRows(db, project, { limit: RUNS_MAX, offset: 0 }),
        readBudget(context),
        readRecalculation(db, project),
      ]);
    return {
      plan: project.plan,
      limits: limitsOf(project.plan),
      used: { ...used, captures_per_month },
      rate_limit: {
        limit_per_minute: server.rate_limit_per_minute,
        window_seconds: WINDOW_SECONDS,
      },
      recalculation: { is_running: recalculation !== null, brand_count: brands_recalculating },
      runs: runs.data,
      budget,
    };
  },
});

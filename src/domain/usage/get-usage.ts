import * as z from "zod";
import { operation } from "#core/operation.ts";
import { limitsOf } from "#core/plans.ts";
import { Usage } from "./usage.ts";
import { countUsage } from "./usage-queries.ts";

const WINDOW_SECONDS = 60;

export const getUsage = operation({
  name: "get_usage",
  scope: "project",
  access: "read",
  group: "Usage",
  summary: "Get usage and limits",
  description:
    "Returns the plan, what it allows, what is used of it, the rate limit, and whether stored answers are being read again.",
  returns: "Plan, limits and usage",
  route: "GET /usage",
  tool: true,
  input: z.strictObject({}),
  output: Usage,
  async handler({ db, project, server }) {
    const { brands_recalculating, ...used } = await countUsage(db, project);
    return {
      plan: project.plan,
      limits: limitsOf(project.plan),
      used,
      rate_limit: {
        limit_per_minute: server.rate_limit_per_minute,
        window_seconds: WINDOW_SECONDS,
      },
      recalculation: { is_running: brands_recalculating > 0, brand_count: brands_recalculating },
    };
  },
});

import { sql } from "kysely";
import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Budget, readBudget } from "./budget.ts";
import { toMicros } from "./capture-task.ts";

export const setBudget = operation({
  name: "set_budget",
  scope: "project",
  access: "write",
  group: "Runs",
  summary: "Set the budget",
  description:
    "Sets what asking may cost at most in USD per day and month; what does not fit is skipped and shown as such.",
  returns: "The budget",
  input: z.strictObject({
    daily_cap_usd: z.number().min(0).max(1_000_000).nullable().describe("Null: no cap."),
    monthly_cap_usd: z.number().min(0).max(1_000_000).nullable().describe("Null: no cap."),
  }),
  output: Budget,
  async handler(context, { daily_cap_usd, monthly_cap_usd }) {
    const daily = daily_cap_usd === null ? null : toMicros(daily_cap_usd);
    const monthly = monthly_cap_usd === null ? null : toMicros(monthly_cap_usd);
    await sql`
      insert into capture_budgets (project_id, daily_cap_micros, monthly_cap_micros)
      values (${context.project.project_id}, ${daily}, ${monthly})
      on conflict (project_id) do update set daily_cap_micros = excluded.daily_cap_micros,
        monthly_cap_micros = excluded.monthly_cap_micros`.execute(context.db);
    return readBudget(context);
  },
});

import { sql } from "kysely";
import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { ModelIdOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { toUsd } from "../capture-task.ts";
import { Budget, readBudget } from "./budget.ts";

const Spent = z.object({
  model_id: ModelIdOutput,
  spent_today_usd: z.number().describe("Spent and set aside for it today, in USD."),
  spent_this_month_usd: z.number().describe("Spent and set aside for it this month, in USD."),
});

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
  output: Budget.extend({
    models: z.array(Spent).describe("What each model that was asked this month cost."),
  }).meta({ id: "BudgetByModel" }),
  async handler(context) {
    return { ...(await readBudget(context)), models: await readSpent(context) };
  },
});

async function readSpent({
  db,
  project: { project_id, timezone },
  now,
}: ProjectContext): Promise<z.input<typeof Spent>[]> {
  const { rows } = await sql<{ model_id: string; today: number; month: number }>`
    select m.slug as model_id,
      coalesce(sum(l.spent_micros + l.reserved_micros) filter (where l.day = d.today), 0)::bigint as today,
      sum(l.spent_micros + l.reserved_micros)::bigint as month
    from (select (${now()}::timestamptz at time zone ${timezone})::date as today) d
    join capture_ledger l on l.project_id = ${project_id}
      and l.day >= date_trunc('month', d.today)::date
    join models m on m.project_id = ${project_id} and m.model_id = l.model_id
    group by m.model_id, m.slug order by m.slug`.execute(db);
  return rows.map(({ model_id, today, month }) => ({
    ...{ model_id, spent_today_usd: toUsd(today), spent_this_month_usd: toUsd(month) },
  }));
}

import { sql } from "kysely";
import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { ModelIdOutput } from "#core/id.ts";
import { toMicros, toUsd } from "../capture-task.ts";
import { estimateAnswer, type Priced } from "./answer-price.ts";

// A cap holds as long as no answer costs more than twice its estimate and more than every one before it.
const RESERVE_FACTOR = 2;
// What an answer may cost of which nobody knows yet what it costs.
const UNKNOWN_MICROS = 250_000;

/** Millionths of a USD that are set aside for an answer before it is asked for. */
export function reserveOf(typical_usd: number | null, costliest_micros: number): number {
  if (typical_usd === null) return costliest_micros || UNKNOWN_MICROS;
  return Math.max(toMicros(typical_usd) * RESERVE_FACTOR, costliest_micros);
}

export const Budget = z
  .object({
    daily_cap_usd: z.number().nullable().describe("Most a day may cost in USD; null: no cap."),
    monthly_cap_usd: z.number().nullable().describe("Most a month may cost in USD; null: no cap."),
    spent_today_usd: z.number().describe("Spent and set aside today, in USD."),
    spent_this_month_usd: z.number().describe("Spent and set aside this month, in USD."),
    planned_answers_per_day: z.int().describe("Answers a scheduled day asks for."),
    estimated_cost_per_day_usd: z
      .number()
      .nullable()
      .describe("An estimate over the models whose price is known; null when none is."),
    unpriced_answers_per_day: z
      .int()
      .describe("Answers of them whose price is not known, which the estimate leaves out."),
  })
  .meta({ id: "Budget" });

export const BudgetByModel = Budget.extend({
  models: z
    .array(
      z.object({
        model_id: ModelIdOutput,
        spent_today_usd: z.number().describe("Spent and set aside for it today, in USD."),
        spent_this_month_usd: z.number().describe("Spent and set aside for it this month, in USD."),
      }),
    )
    .describe("What each model that was asked this month cost."),
}).meta({ id: "BudgetByModel" });

/** What asking costs a project, in all and by model, and may cost at most, in USD. */
export async function readBudget({
  db,
  project,
  providers,
  now,
}: ProjectContext): Promise<z.input<typeof BudgetByModel>> {
  const { project_id, timezone } = project;
  // In one statement, so that all of it is of one moment; a row without a model where nothing was asked yet.
  const money = await sql<{
    daily: number | null;
    monthly: number | null;
    model_id: string | null;
    today: number;
    month: number;
  }>`
    select (select daily_cap_micros from capture_budgets where project_id = ${project_id}) as daily,
      (select monthly_cap_micros from capture_budgets where project_id = ${project_id}) as monthly,
      m.slug as model_id,
      coalesce(sum(spent_micros + reserved_micros) filter (where day = d.today), 0)::bigint as today,
      coalesce(sum(spent_micros + reserved_micros), 0)::bigint as month
    from (select (${now()}::timestamptz at time zone ${timezone})::date as today) d
    left join capture_ledger l on l.project_id = ${project_id}
      and l.day >= date_trunc('month', d.today)::date
      and l.day < (date_trunc('month', d.today) + interval '1 month')::date
    left join models m on m.project_id = l.project_id and m.model_id = l.model_id
    group by m.slug order by m.slug`.execute(db);
  const plan = await sql<Priced & { answers: number }>`
    select m.provider, m.requested_model, t.price, t.measured, t.listed,
      t.samples_per_day * (select count(*) from prompts p where p.project_id = m.project_id
        and p.status = 'active') as answers
    from models m join capture_targets t using (project_id, model_id)
    where m.project_id = ${project_id} and m.is_active`.execute(db);
  const prices = plan.rows.map(({ answers, ...priced }) => {
    const each = estimateAnswer(providers, priced);
    return each && each.usd * answers;
  });
  const known = prices.filter((price) => price !== null);
  const { daily = null, monthly = null } = money.rows[0] ?? {};
  const spent = (of: "today" | "month") => toUsd(money.rows.reduce((sum, row) => sum + row[of], 0));
  return {
    daily_cap_usd: daily === null ? null : toUsd(daily),
    monthly_cap_usd: monthly === null ? null : toUsd(monthly),
    spent_today_usd: spent("today"),
    spent_this_month_usd: spent("month"),
    unpriced_answers_per_day: plan.rows.reduce(
      (sum, { answers }, at) => sum + (prices[at] === null ? answers : 0),
      0,
    ),
    planned_answers_per_day: plan.rows.reduce((sum, row) => sum + row.answers, 0),
    estimated_cost_per_day_usd:
      known.length > 0 ? toUsd(toMicros(known.reduce((sum, price) => sum + price, 0))) : null,
    models: money.rows.flatMap(({ model_id, today, month }) =>
      model_id === null
        ? []
        : { model_id, spent_today_usd: toUsd(today), spent_this_month_usd: toUsd(month) },
    ),
  };
}

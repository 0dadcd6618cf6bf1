import * as z from "zod";
import { ModelIdOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { readBudget, reserveOf } from "../budget/budget.ts";
import { toMicros } from "../capture-task.ts";
import { ChosenCaptures, chooseCaptures, estimateChosen } from "./choose-captures.ts";

const usd = z.number().nullable();

export const estimateCaptures = operation({
  name: "estimate_captures",
  scope: "project",
  effect: "reads",
  group: "Runs",
  summary: "Estimate what asking now would cost",
  description:
    "Says how many answers run_captures would ask for now, what they are estimated to cost, and how many of them the budget leaves room for. Asks nothing.",
  returns: "The estimate",
  route: "POST /runs/estimate",
  failures: ["NOT_FOUND", "CONFLICT", "NO_ASSISTANT", "PROJECT_NOT_ACTIVE"],
  input: z.strictObject(ChosenCaptures),
  output: z.object({
    planned: z.int().describe("Answers that would be asked for."),
    estimated_cost_usd: usd.describe("An estimate; null when no price is known."),
    models: z
      .array(
        z.object({
          model_id: ModelIdOutput,
          planned: z.int().describe("Answers that would be asked of it."),
          estimated_cost_usd: usd.describe("An estimate; null when its price is not known."),
        }),
      )
      .describe("The same by model."),
    is_complete: z.boolean().describe("False: the price of some model is not known."),
    left_today_usd: usd.describe("What the daily cap leaves; null: no cap."),
    left_this_month_usd: usd.describe("What the monthly cap leaves; null: no cap."),
    affordable: z
      .int()
      .describe("How many of the planned answers the caps are estimated to leave room for."),
  }),
  async handler(context, { prompt_ids, model_ids, samples }) {
    const chosen = await chooseCaptures(context, { prompt_ids, model_ids });
    const { models, ...sum } = await estimateChosen(context, chosen, samples);
    const budget = await readBudget(context);
    const left_today_usd = leftOf(budget.daily_cap_usd, budget.spent_today_usd);
    const left_this_month_usd = leftOf(budget.monthly_cap_usd, budget.spent_this_month_usd);
    const left = [left_today_usd, left_this_month_usd].filter((value) => value !== null);
    return {
      ...sum,
      models: models.map(({ model_id, planned, estimated_cost_usd }) => ({
        model_id,
        planned,
        estimated_cost_usd,
      })),
      is_complete: models.every(({ each_usd }) => each_usd !== null),
      left_today_usd,
      left_this_month_usd,
      affordable: left.length === 0 ? sum.planned : affordableOf(models, Math.min(...left)),
    };
  },
});

function leftOf(cap: number | null, spent: number): number | null {
  return cap === null ? null : Math.max(0, toMicros(cap) - toMicros(spent)) / 1e6;
}

type Model = { planned: number; each_usd: number | null; costliest_micros: number };

/** Answers that `left_usd` has room for, one of each model in turn: each is asked only while its reserve still fits. */
function affordableOf(models: readonly Model[], left_usd: number): number {
  const rest = models.map((model) => ({ ...model, cost: toMicros(model.each_usd ?? 0) }));
  let left = toMicros(left_usd);
  let count = 0;
  for (let progress = true; progress; ) {
    progress = false;
    for (const model of rest) {
      if (model.planned === 0 || reserveOf(model.each_usd, model.costliest_micros) > left) continue;
      model.planned -= 1;
      left -= model.cost;
      count += 1;
      progress = true;
    }
  }
  return count;
}

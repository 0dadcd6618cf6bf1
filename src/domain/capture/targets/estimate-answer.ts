import * as z from "zod";
import { operation } from "#core/operation.ts";
import { TargetFields } from "./target.ts";
import { describeCost, TargetCost } from "./target-cost.ts";

const { estimated_cost_usd, price_basis, price_as_of } = TargetCost;

export const estimateAnswer = operation({
  name: "estimate_answer",
  scope: "account",
  effect: "reads",
  group: "Models",
  summary: "Estimate what an answer costs",
  description:
    "Says what one answer of a model of usual length is estimated to cost, before it is added. Asks nothing.",
  returns: "The estimate",
  route: "POST /providers/estimate",
  input: z.strictObject({
    provider: z.string().min(1).max(60).describe("From list_providers."),
    requested_model: TargetFields.requested_model,
    price: TargetFields.price.default(null),
  }),
  output: z.object({ estimated_cost_usd, price_basis, price_as_of }),
  handler: async ({ providers }, given) =>
    describeCost(providers, { ...given, measured: {}, listed: null }),
});

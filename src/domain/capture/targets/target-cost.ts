import * as z from "zod";
import type { Providers } from "#core/ports.ts";
import { estimateAnswer, type Priced } from "../budget/answer-price.ts";
import { toUsd } from "../capture-task.ts";

const usd = (of: string) => z.number().min(0).max(100_000).describe(`USD for ${of}.`);

/** What a user may type in as the price of an assistant's answers. */
export const PriceField = z
  .strictObject({
    input: usd("a million input tokens"),
    output: usd("a million output tokens"),
    search: usd("a search"),
    answer: usd("an answer, besides"),
  })
  .nullable()
  .describe("What its answers cost you, instead of the list price; null: the list price.");

/** What an assistant's answers are expected to cost, by which price, and how that turned out. */
export const TargetCost = {
  price: PriceField,
  estimated_cost_usd: z
    .number()
    .nullable()
    .describe("Estimated cost of one answer; null when no price is known."),
  price_basis: z
    .enum(["typed", "listed", "catalogue", "own", "dearest", "reported"])
    .nullable()
    .describe(
      "Whose price the estimate is by: typed in, of its provider's list, the catalogue's, Earshot's own figures, the dearest of its provider, or the costs its provider reported.",
    ),
  price_as_of: z.string().nullable().describe("The day or month of that price; null: not dated."),
  estimated_from_answers: z
    .int()
    .describe("Answers that told what one uses; 0: the usual lengths were taken."),
  measured: z
    .object({
      answers: z.int().describe("The newest answers whose cost is known, up to 200."),
      estimated_usd: z.number().describe("What they were expected to cost."),
      actual_usd: z.number().describe("What they cost."),
      ratio: z.number().nullable().describe("Estimated by actual; null: they cost nothing."),
    })
    .nullable()
    .describe("How estimates turned out; null before the first answer whose cost is known."),
};

/** The cost of an assistant's answers as callers see it. */
export function describeCost(providers: Providers, row: Priced) {
  const estimate = estimateAnswer(providers, row);
  const { answers = 0, estimated_micros = 0, actual_micros = 0 } = row.measured;
  const ratio =
    actual_micros > 0 ? Math.round((estimated_micros / actual_micros) * 100) / 100 : null;
  return {
    price: row.price,
    estimated_cost_usd: estimate?.usd ?? null,
    price_basis: estimate?.basis ?? null,
    price_as_of: estimate?.as_of ?? null,
    estimated_from_answers: estimate?.from_answers ?? 0,
    measured:
      answers === 0
        ? null
        : {
            answers: Math.round(answers),
            estimated_usd: toUsd(estimated_micros),
            actual_usd: toUsd(actual_micros),
            ratio,
          },
  };
}

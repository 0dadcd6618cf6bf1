import { dollars, someAnswers, whole } from "./numbers.ts";

/** What answers are estimated to cost; an unknown price is no 0, and is said for as many answers as have one. */
export function sayCost(
  usd: number | null,
  { planned, unpriced }: Record<"planned" | "unpriced", number>,
) {
  if (unpriced === 0) return dollars(usd);
  if (usd === null || unpriced >= planned) return "an unknown cost";
  return `${dollars(usd)} for ${someAnswers(planned - unpriced)}; the price of the other ${whole(unpriced)} is unknown`;
}

/** Answers whose price is not known. */
export const unpricedOf = (
  models: readonly { planned: number; estimated_cost_usd: number | null }[],
) => models.reduce((sum, one) => sum + (one.estimated_cost_usd === null ? one.planned : 0), 0);

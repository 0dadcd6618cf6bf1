import type { OutputOf } from "../call.ts";
import { relativeTime } from "./formats.ts";
import { dollars } from "./numbers.ts";

/** What a provider's list says of a model. */
type ModelFacts = OutputOf<"list_provider_models">["data"][number];

const size = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A model's context and prices in a line; empty where its list tells neither. */
export function describeModel({ context_tokens, input_usd, output_usd }: ModelFacts): string {
  const context = context_tokens ? `${size.format(context_tokens)} tokens of context` : null;
  const prices =
    input_usd === null || output_usd === null
      ? null
      : input_usd + output_usd === 0
        ? "free"
        : `${dollars(input_usd)} in, ${dollars(output_usd)} out a million tokens`;
  return [context, prices].filter((one) => one !== null).join(" · ");
}

const SOON_DAYS = 60;

/** When a model ends, where that is soon: in words, and how many days are left. */
export function endsSoon(retires_on: string | null): { days: number; says: string } | null {
  if (!retires_on) return null;
  const days = Math.ceil((Date.parse(retires_on) - Date.now()) / 86_400_000);
  if (days > SOON_DAYS) return null;
  return { days, says: days < 0 ? "was to end" : `ends ${relativeTime.format(days, "day")}` };
}

import type { Usage } from "#core/answer-engine.ts";

/** Estimated prices in USD of the models a pattern matches; the first matching row counts. */
export type PriceRow = {
  provider: string;
  /** Matches a model's name, case-insensitive, `*` for any run of characters. */
  model: string;
  input_per_million: number;
  output_per_million: number;
  per_search: number;
  per_answer: number;
  /** What one answer with search usually costs, for a forecast before anything is asked. */
  typical_answer: number;
  /** The month the price was read, or null where it is a guess from a neighbour. */
  as_of: string | null;
  label: "estimate";
};

/** Editable estimates, never invoices: list prices change and discounts are not known here. */
export const PRICE_TABLE: readonly PriceRow[] = [
  row("openai", "gpt-5.4-mini*", [0.75, 4.5, 0.01, 0], 0.04, "2026-05"),
  row("openai", "gpt-5.6-luna*", [1, 6, 0.01, 0], 0.05, "2026-05"),
  row("openai", "gpt-5.4*", [2.5, 15, 0.01, 0], 0.12, "2026-05"),
  row("openai", "*", [2.5, 15, 0.01, 0], 0.12, null),
  row("anthropic", "*haiku*", [1, 5, 0.01, 0], 0.05, "2026-10"),
  row("anthropic", "*sonnet*", [3, 15, 0.01, 0], 0.11, "2026-10"),
  row("anthropic", "*", [5, 25, 0.01, 0], 0.18, null),
  row("deepseek", "*", [0.3, 0.5, 0.00075, 0], 0.004, null),
  row("gemini", "gemini-3.8-flash*", [0.75, 3.75, 0.014, 0], 0.03, "2026-10"),
  row("gemini", "gemini-2.5*", [0.3, 2.5, 0, 0.035], 0.04, "2026-10"),
  row("gemini", "*", [1.25, 10, 0.014, 0], 0.045, null),
  row("gemini_interactions", "*", [0.75, 3.75, 0.014, 0], 0.03, null),
  row("azure_openai", "*", [2.5, 15, 0.01, 0], 0.12, null),
  row("perplexity", "*sonar*", [0.25, 2.5, 0.0025, 0], 0.006, "2026-10"),
  row("perplexity", "*", [2.5, 15, 0.0025, 0], 0.05, null),
  row("xai", "*", [2, 6, 0.005, 0], 0.03, null),
  row("mistral", "*", [0.5, 1.5, 0.03, 0], 0.035, null),
  row("dataforseo", "*", [0, 0, 0, 0.004], 0.004, null),
  row("dataforseo_chatgpt", "*", [0, 0, 0, 0.005], 0.005, null),
  row("dataforseo_gemini", "*", [0, 0, 0, 0.005], 0.005, null),
  row("serpapi", "*", [0, 0, 0, 0.015], 0.015, null),
  row("ollama", "*", [0, 0, 0, 0], 0, null),
  row("lm_studio", "*", [0, 0, 0, 0], 0, null),
  row("vllm", "*", [0, 0, 0, 0], 0, null),
  row("simulated", "*", [1, 4, 0.001, 0], 0.004, null),
];

/** The estimated cost in USD of one answer; null without a row or without the tokens it needs. */
export function estimateCost(
  provider: string,
  model: string,
  usage: Pick<Usage, "input_tokens" | "output_tokens" | "searches">,
  table: readonly PriceRow[] = PRICE_TABLE,
): number | null {
  const price = findPrice(provider, model, table);
  if (price === null) return null;
  const needs_tokens = price.input_per_million + price.output_per_million > 0;
  if (needs_tokens && usage.input_tokens === null && usage.output_tokens === null) return null;
  const cost =
    ((usage.input_tokens ?? 0) * price.input_per_million) / 1e6 +
    ((usage.output_tokens ?? 0) * price.output_per_million) / 1e6 +
    (usage.searches ?? 0) * price.per_search +
    price.per_answer;
  return Math.round(cost * 1e6) / 1e6;
}

/** The usual cost in USD of one answer, for forecasts and reservations; null when unknown. */
export function estimateTypicalCost(
  provider: string,
  model: string,
  table: readonly PriceRow[] = PRICE_TABLE,
): number | null {
  return findPrice(provider, model, table)?.typical_answer ?? null;
}

function findPrice(provider: string, model: string, table: readonly PriceRow[]): PriceRow | null {
  const found = table.find((row) => row.provider === provider && matches(row.model, model));
  return found ?? null;
}

function matches(pattern: string, model: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[^\w-]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "i").test(model);
}

function row(
  provider: string,
  model: string,
  price: [input: number, output: number, search: number, answer: number],
  typical_answer: number,
  as_of: string | null,
): PriceRow {
  const [input_per_million, output_per_million, per_search, per_answer] = price;
  const prices = { input_per_million, output_per_million, per_search, per_answer };
  return { provider, model, ...prices, typical_answer, as_of, label: "estimate" };
}

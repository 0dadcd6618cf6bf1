import type { Used } from "#core/answer-engine.ts";
import type { Estimate, PriceAsked } from "#core/ports.ts";
import { CATALOGUE, findListed, type Priced, priceDearest, priceListed } from "./catalogue.ts";

/** How a provider's answers are paid for, beside the list prices of its models. */
type Tariff = {
  /** Whose models they are in the catalogue; "author" and "openrouter": the model's name says so, as in `openai/gpt-6-sol`. */
  models: string | null;
  /** USD for a search where the model's list price names none, and for an answer besides. */
  search_usd: number;
  answer_usd: number;
  /** When our own figures were read; null: nothing is charged, or they are a guess. */
  as_of: string | null;
  /** Tokens in, tokens out and searches of an answer of usual length. */
  usual: readonly [input: number, output: number, searches: number];
};

const LONG = [20_000, 4_000, 2] as const;
const PAGES = "chatgpt perplexity gemini grok copilot google_ai_mode google_ai_overview";
const FREE = tariff(null, [0, 0], [0, 0, 0], null);

const TARIFFS: Readonly<Record<string, Tariff>> = {
  openai: tariff("openai", [0.01, 0], LONG, "2026-11-05"),
  azure_openai: tariff("openai", [0.01, 0], LONG, "2026-11-05"),
  anthropic: tariff("anthropic", [0.01, 0], [30_000, 2_000, 2], "2026-11-22"),
  gemini: tariff("google", [0.014, 0], [1_000, 3_000, 2], "2026-10-07"),
  gemini_interactions: tariff("google", [0.014, 0], [1_000, 3_000, 2], "2026-10-07"),
  perplexity: tariff("author", [0.0025, 0], [2_000, 1_000, 1], "2026-10-07"),
  xai: tariff("x-ai", [0.005, 0], [5_000, 1_500, 5], "2026-10"),
  mistral: tariff("mistral", [0.03, 0], [3_000, 1_000, 1], "2026-10"),
  deepseek: tariff("deepseek", [0.00075, 0], [20_000, 3_000, 2], "2026-11-22"),
  openrouter: tariff("openrouter", [0.02, 0], LONG, null),
  dataforseo: tariff(null, [0, 0.004], [0, 0, 0], "2026-10"),
  dataforseo_chatgpt: tariff(null, [0, 0.005], [0, 0, 0], "2026-10"),
  dataforseo_gemini: tariff(null, [0, 0.005], [0, 0, 0], "2026-10"),
  dataforseo_google_ai_overview: tariff(null, [0, 0.004], [0, 0, 0], null),
  serpapi_google_ai_overview: tariff(null, [0, 0.03], [0, 0, 0], null),
  ...pages("cloro", 0.005),
  ...pages("brightdata", 0.0025),
  ...pages("oxylabs", 0.001),
  serpapi: tariff(null, [0, 0.015], [0, 0, 0], "2026-10"),
  ...{ ollama: FREE, lm_studio: FREE, vllm: FREE },
  // Nobody is asked, so nothing is paid; with a price typed in, a budget can be tried out.
  simulated: tariff(null, [0, 0], [600, 600, 1], null),
};

/** Who made a model, by the name before the slash, and whose it is in the catalogue. */
const AUTHORS: Readonly<Record<string, string>> = {
  ...{ openai: "openai", anthropic: "anthropic", google: "google", "x-ai": "x-ai", xai: "x-ai" },
  ...{ mistralai: "mistral", deepseek: "deepseek", perplexity: "perplexity" },
};

/**
 * What an answer costs by its price, and where that is from: typed in by a user, the dated catalogue, our own dated
 * figures, or, for a model whose price nobody knows, the dearest of its provider. Null for a provider without any
 * price, and where the tokens that the price needs are not known.
 */
export function estimateCost(
  provider: string,
  model: string,
  { price, used, at }: PriceAsked = {},
): Estimate | null {
  const tariff = TARIFFS[provider];
  const [input_tokens, output_tokens, searches] = tariff?.usual ?? LONG;
  const counted = used ?? { input_tokens, output_tokens, searches };
  const isCounted = counted.input_tokens !== null || counted.output_tokens !== null;
  if (price) {
    if (!isCounted && price.input + price.output > 0) return null;
    return { usd: round(priceTyped(price, counted)), basis: "typed", as_of: null };
  }
  if (!tariff) return null;
  const { answer_usd, search_usd, as_of } = tariff;
  if (tariff.models === null) return { usd: answer_usd, basis: "own", as_of };
  if (!isCounted) return null;
  const found = priceModel(tariff.models, model, { ...counted, search_usd }, at);
  return { ...found, usd: round(found.usd + answer_usd) };
}

/**
 * What an answer cost by the model that gave it, as its provider names it; where nobody knows that one's price, by the
 * model that was asked for.
 */
export function estimateServed(
  provider: string,
  { served, requested }: { served: string | null; requested: string },
  asked: PriceAsked,
): Estimate | null {
  const own = served === null ? null : estimateCost(provider, served, asked);
  if (own && own.basis !== "dearest") return own;
  return estimateCost(provider, requested, asked);
}

function priceTyped(
  { input, output, search, answer }: NonNullable<PriceAsked["price"]>,
  { input_tokens, output_tokens, searches }: Used,
): number {
  const words = ((input_tokens ?? 0) * input + (output_tokens ?? 0) * output) / 1e6;
  return words + (searches ?? 0) * search + answer;
}

function priceModel(models: string, asked: string, used: Priced, at: Date | undefined): Estimate {
  const named = asked.replace(/^models\//, "").replace(/:online$/, "");
  const [author = "", own] = named.includes("/") ? named.split("/") : ["", named];
  const isGateway = models === "author" || models === "openrouter";
  const makers = isGateway ? makersOf(author) : [models];
  const shops = makers.map((maker) => ({ id: maker, name: own ?? named }));
  if (models === "openrouter") shops.unshift({ id: models, name: named });
  for (const { id, name } of shops) {
    const listed = findListed(id, name);
    if (!listed) continue;
    const { model, basis, as_of } = listed;
    return { usd: priceListed(model, feeOf(model.id, used), at), basis, as_of };
  }
  const dearest = makers.map((catalogue_id) =>
    priceDearest({ catalogue_id, at }, used, catalogue_id === "google" ? "gemini" : ""),
  );
  return { usd: Math.max(...dearest), basis: "dearest", as_of: CATALOGUE.as_of };
}

/** Whose model it may be: its author's, else anybody's. */
function makersOf(author: string): string[] {
  const maker = AUTHORS[author];
  return maker ? [maker] : [...new Set(Object.values(AUTHORS))];
}

/** Gemini 2.5 is charged once for an answer that searched, not for each search. */
function feeOf(model: string, used: Priced): Priced {
  if (!model.startsWith("gemini-2")) return used;
  return { ...used, searches: Math.min(1, used.searches ?? 0), search_usd: 0.035 };
}

function tariff(
  models: Tariff["models"],
  [search_usd, answer_usd]: [search: number, answer: number],
  usual: Tariff["usual"],
  as_of: string | null,
): Tariff {
  return { models, search_usd, answer_usd, usual, as_of };
}

/** What each page that a vendor reads costs, a guess: plans differ. */
function pages(vendor: string, answer_usd: number): Record<string, Tariff> {
  const each = PAGES.split(" ").map((name) => `${vendor}_${name}`);
  return Object.fromEntries(
    each.map((name) => [name, tariff(null, [0, answer_usd], [0, 0, 0], null)]),
  );
}

function round(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

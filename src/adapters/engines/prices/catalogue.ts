import { createRequire } from "node:module";
import type * as Catalogue from "@pydantic/genai-prices";
import type { MatchLogic, ModelInfo, Provider } from "@pydantic/genai-prices";
import { LRUCache } from "lru-cache";
import type { Used } from "#core/answer-engine.ts";
import { listNewer, NEWER_AS_OF } from "./newer-models.ts";

/** The day the catalogue's version was published: the package itself does not say how old its prices are. */
export const CATALOGUE = { version: "0.1.8", as_of: "2026-09-23" };

/** A model with its list price, and when that was read. */
type Listed = { model: ModelInfo; basis: "catalogue" | "own"; as_of: string };
/** Whose models they are in the catalogue, and at what moment; without one, at the dearest hour of today. */
type Shop = { catalogue_id: string; at?: Date | undefined };

let loaded: typeof Catalogue | undefined;
/** The catalogue is half a megabyte of prices: it is read when the first price is asked for, and asks nobody. */
function read(): typeof Catalogue {
  loaded ??= createRequire(import.meta.url)("@pydantic/genai-prices") as typeof Catalogue;
  return loaded;
}

const known = new LRUCache<string, { found: Listed | null }>({ max: 1_000 });

/**
 * The model of that name; null where none is listed. A name that only begins like a listed one is another model:
 * `claude-sonnet-5-5` is no `claude-sonnet-5`.
 */
export function findListed(catalogue_id: string, name: string): Listed | null {
  const wanted = name.toLowerCase().trim();
  const key = `${catalogue_id}\n${wanted}`;
  const before = known.get(key);
  if (before) return before.found;
  const newer = listNewer(catalogue_id).models.find((model) => isSame(model, wanted));
  const old = read().calcPrice({}, wanted, { providerId: catalogue_id })?.model;
  const found: Listed | null = newer
    ? { model: newer, basis: "own", as_of: NEWER_AS_OF }
    : old && isSame(old, wanted) && isText(old)
      ? { model: old, basis: "catalogue", as_of: CATALOGUE.as_of }
      : null;
  known.set(key, { found });
  return found;
}

const dearest = new LRUCache<string, number>({ max: 1_000 });

/**
 * What the dearest of a provider's models that can answer costs in USD for what was used: the estimate for a model
 * whose own price nobody knows. `within` keeps to models whose name begins so. Without a moment it is kept for the hour.
 */
export function priceDearest(shop: Shop, used: Priced, within = ""): number {
  if (shop.at) return findDearest(shop, used, within);
  const hour = Math.floor(Date.now() / 3_600_000);
  const key = JSON.stringify([shop.catalogue_id, within, used, hour]);
  const usd = dearest.get(key) ?? findDearest(shop, used, within);
  dearest.set(key, usd);
  return usd;
}

function findDearest(shop: Shop, used: Priced, within: string): number {
  const models = [
    ...(read().findProvider({ providerId: shop.catalogue_id })?.models ?? []),
    ...listNewer(shop.catalogue_id).models,
  ].filter((model) => isText(model) && model.id.startsWith(within));
  const searching = models.filter((model) =>
    pricesOf(model).some((prices) => prices["web_searches_kcount"] !== undefined),
  );
  const answering = searching.length > 0 ? searching : models;
  return Math.max(0, ...answering.map((model) => priceListed(model, used, shop.at)));
}

/** What is priced: nulls are none; `search_usd` counts where the list names no price of a search. */
export type Priced = Used & { search_usd: number };

/** What a listed model costs in USD for what was used. */
export function priceListed(model: ModelInfo, used: Priced, at?: Date): number {
  const provider: Provider = {
    ...{ id: "listed", name: "listed", api_pattern: "none" },
    models: [{ ...model, match: { equals: model.id.toLowerCase() } }],
  };
  const searches = used.searches ?? 0;
  const usage = {
    ...{ input_tokens: used.input_tokens ?? 0, output_tokens: used.output_tokens ?? 0 },
    web_searches: searches,
  };
  const moments = at ? [at] : hoursOf(model);
  const costs = moments.map((timestamp) => {
    const price = read().calcPrice(usage, model.id, { provider, timestamp });
    const isSearchListed = price?.model_price["web_searches_kcount"] !== undefined;
    return (price?.total_price ?? 0) + (isSearchListed ? 0 : searches * used.search_usd);
  });
  return Math.max(...costs);
}

/** The hours of today, for a model that costs more in some of them; else now. */
function hoursOf(model: ModelInfo): Date[] {
  const now = new Date();
  const varies =
    Array.isArray(model.prices) &&
    model.prices.some((one) => one.constraint?.type === "time_of_date");
  if (!varies) return [now];
  return Array.from({ length: 24 }, (_, hour) => new Date(now.setUTCHours(hour, 30)));
}

function pricesOf({ prices }: ModelInfo): Catalogue.ModelPrice[] {
  return Array.isArray(prices) ? prices.map((one) => one.prices) : [prices];
}

/** Whether a model answers in words for words, priced by the token. */
function isText(model: ModelInfo): boolean {
  const isSold = pricesOf(model).some(
    ({ input_mtok, output_mtok }) => input_mtok !== undefined && output_mtok !== undefined,
  );
  return isSold && !/audio|image|realtime|tts|voice|transcribe|embed|(?:^|-)ocr/.test(model.id);
}

function isSame(model: ModelInfo, name: string): boolean {
  return isNamed(model.match, name) || wordsOf(model.id) === wordsOf(name);
}

function isNamed(match: MatchLogic, name: string): boolean {
  if ("equals" in match) return match.equals === name;
  if ("regex" in match) return new RegExp(match.regex).test(name);
  return "or" in match && match.or.some((one) => isNamed(one, name));
}

/** A model's name without the dates and numbers of its builds, and without what says how finished it is. */
function wordsOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/20\d\d-?\d\d-?\d\d/g, "")
    .split(/[^a-z0-9]+/);
  const kept = words.filter((word) => !/^(|0|\d{3,}|latest|preview|exp)$/.test(word));
  return kept.sort().join(" ");
}

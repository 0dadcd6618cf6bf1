import assert from "node:assert/strict";
import { encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import type { Fact } from "./facts.ts";
import type { Market } from "./random-project.ts";

/** A report's rows recomputed from the facts in memory, the plainest way. */
export type Row = Record<string, unknown>;

const weekOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The values of a dimension that a fact counts in. */
function valuesOf(market: Market, fact: Fact, dimension: string): (string | null)[] {
  const prompt = market.prompts.find((one) => one.prompt_id === fact.prompt_id);
  const model = market.models.find((one) => one.model_id === fact.model_id);
  assert(prompt && model);
  if (dimension === "model_id") return [`mdl_${model.slug}`];
  if (dimension === "prompt_id") return [encodeId("prm", prompt.prompt_id)];
  if (dimension === "topic_id") return [prompt.topic_id ? encodeId("top", prompt.topic_id) : null];
  if (dimension === "tag_id") return prompt.tag_ids.map((tag) => encodeId("tag", tag));
  if (dimension === "prompt_brand_id") return prompt.brand_ids.map((id) => encodeId("brd", id));
  if (dimension === "country_code") return [prompt.country_code];
  if (dimension === "searched") return [String(fact.search_ran ?? "unknown")];
  if (dimension === "asked") return [partsOf(fact).join(" ") || "unknown"];
  if (dimension === "brand_id" || dimension === "not_brand_id")
    return (fact.mentions ?? []).map((mention) => encodeId("brd", mention.brand_id));
  if (dimension === "first_brand_id")
    return (fact.mentions ?? []).flatMap(({ brand_id, position }) =>
      position === 1 ? encodeId("brd", brand_id) : [],
    );
  if (dimension === "date") return [fact.day];
  if (dimension === "week") return [weekOf(fact.day)];
  return [`${fact.day.slice(0, 8)}01`];
}

/** What is known of how a fact was asked for; with a word for what is not, that, too. */
function partsOf({ asked = {} }: Fact, unknown?: string): string[] {
  const { search_asked: search, search_tool: tool, effort, country_asked: country } = asked;
  return Object.entries({ search, tool, effort, country }).flatMap(([name, value]) =>
    (value ?? unknown) ? [`${name}=${value ?? unknown}`] : [],
  );
}

export type Query = {
  date_from: string;
  date_to: string;
  dimensions: string[];
  filters: { field: string; operator: string; values: string[] }[];
  branded: string;
};

export function randomQuery(market: Market): Query {
  const { random, models, prompts, brands } = market;
  const from = random(90);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const filters: Query["filters"] = [];
  const add = (field: string, value: string) =>
    filters.push({ field, operator: random(3) === 0 ? "not_in" : "in", values: [value] });
  if (random(3) === 0) add("model_id", `mdl_${pick(models).slug}`);
  if (random(3) === 0) add("country_code", pick(["DE", "US"]));
  if (random(4) === 0) add("prompt_id", encodeId("prm", pick(prompts).prompt_id));
  if (random(4) === 0) {
    const tags = [...new Set(prompts.flatMap((prompt) => prompt.tag_ids))];
    if (tags.length > 0) add("tag_id", encodeId("tag", pick(tags)));
  }
  if (random(5) === 0) add("prompt_brand_id", encodeId("brd", pick(brands)));
  if (random(4) === 0) add("searched", pick(["true", "false", "unknown"]));
  if (random(4) === 0) add("asked", pick(["search=forced", "effort=low", "effort=unknown"]));
  if (random(5) === 0) add("not_brand_id", encodeId("brd", pick(brands)));
  if (random(6) === 0) add("first_brand_id", encodeId("brd", pick(brands)));
  const names =
    "model_id prompt_id topic_id tag_id country_code searched asked date week month".split(" ");
  return {
    date_from: addDays("2026-01-01", from),
    date_to: addDays("2026-01-01", from + random(100 - from)),
    dimensions: names.filter(() => random(6) === 0).slice(0, 3),
    filters,
    branded: pick(["include", "include", "exclude", "only"]),
  };
}

/** The facts a query speaks of, each once for every combination of dimension values. */
export function chosen(market: Market, query: Query): { fact: Fact; group: string }[] {
  const kept = market.facts.filter((fact) => {
    const prompt = market.prompts.find((one) => one.prompt_id === fact.prompt_id);
    if (fact.day < query.date_from || fact.day > query.date_to) return false;
    if (query.branded === "only" && !prompt?.is_branded) return false;
    if (query.branded === "exclude" && prompt?.is_branded) return false;
    return query.filters.every(({ field, operator, values }) => {
      const of = field === "asked" ? partsOf(fact, "unknown") : valuesOf(market, fact, field);
      const has = of.some((value) => values.includes(value ?? ""));
      return (operator === "in") === (field === "not_brand_id" ? !has : has);
    });
  });
  return kept.flatMap((fact) =>
    query.dimensions
      .reduce<(string | null)[][]>(
        (groups, name) =>
          groups.flatMap((group) => valuesOf(market, fact, name).map((value) => [...group, value])),
        [[]],
      )
      .map((group) => ({ fact, group: JSON.stringify(group) })),
  );
}

/** How many of some facts have each status, and how many usable ones are to prompts that name the own brand. */
export function naivePopulation(market: Market, picked: readonly { fact: Fact }[]): Row {
  const branded = new Set(
    market.prompts.filter((one) => one.is_branded).map((one) => one.prompt_id),
  );
  const of = (status: string) => picked.filter(({ fact }) => fact.status === status);
  return {
    answers: of("answered").length,
    no_answer: of("no_answer").length,
    refused: of("refused").length,
    error: of("error").length,
    cut_answers: of("answered").filter(({ fact }) => fact.is_cut).length,
    branded_answers: of("answered").filter(({ fact }) => branded.has(fact.prompt_id)).length,
  };
}

export const groupOf = (row: Row, query: Query) =>
  JSON.stringify(query.dimensions.map((name) => row[name]));

export function naiveBrands(market: Market, query: Query): Map<string, Row> {
  const picked = chosen(market, query).filter(({ fact }) => fact.status === "answered");
  const groups = new Set(query.dimensions.length === 0 ? ["[]"] : picked.map(({ group }) => group));
  const rows = new Map<string, Row>();
  for (const group of groups) {
    const facts = picked.filter((one) => one.group === group).map((one) => one.fact);
    const mentions = facts.flatMap((fact) => fact.mentions ?? []);
    for (const brand of market.brands) {
      const own = mentions.filter((mention) => mention.brand_id === brand);
      const scored = own.filter((mention) => mention.sentiment !== null);
      const sum = (numbers: number[]) => numbers.reduce((total, value) => total + value, 0);
      const tone = sum(scored.map((mention) => mention.sentiment ?? 0));
      rows.set(`${group} ${encodeId("brd", brand)}`, {
        visibility_count: own.length,
        visibility_total: facts.length,
        visibility: facts.length > 0 ? own.length / facts.length : null,
        mention_count: sum(own.map((mention) => mention.mention_count)),
        share_of_voice_total: mentions.length,
        share_of_voice: mentions.length > 0 ? own.length / mentions.length : null,
        position: own.length > 0 ? sum(own.map((mention) => mention.position)) / own.length : null,
        first_count: own.filter((mention) => mention.position === 1).length,
        sentiment: scored.length > 0 ? 50 + tone / 20 / scored.length : null,
        sentiment_count: scored.length,
      });
    }
  }
  return rows;
}

/** The rows of the report over domains or pages, by group and address. */
export function naiveSources(
  market: Market,
  query: Query,
  kind: "domain" | "url",
): Map<string, Row> {
  const able = new Set(market.models.filter((model) => model.able).map((model) => model.model_id));
  const isCounted = ({ fact }: { fact: Fact }) =>
    fact.status === "answered" && able.has(fact.model_id);
  const picked = chosen(market, query).filter(isCounted);
  const sources = new Map(market.pages.map((page) => [page[`${kind}_id`], page[kind]]));
  const rows = new Map<string, Row>();
  for (const group of new Set(picked.map((one) => one.group))) {
    const facts = picked.filter((one) => one.group === group).map((one) => one.fact);
    for (const [id, name] of sources) {
      const usesOf = (fact: Fact) =>
        (fact.citations ?? []).filter((citation) => citation[`${kind}_id`] === id);
      const uses = facts.map(usesOf);
      if (uses.every((list) => list.length === 0)) continue;
      const sum = (field: "retrieved" | "cited") =>
        uses.flat().reduce((total, citation) => total + citation[field], 0);
      const named = facts.flatMap((fact) => (usesOf(fact).length > 0 ? (fact.mentions ?? []) : []));
      const brand_ids = [...new Set(named.map(({ brand_id }) => brand_id))];
      rows.set(`${group} ${name}`, {
        total_chat_count: facts.length,
        retrieved_chat_count: uses.filter((list) => list.some((one) => one.retrieved > 0)).length,
        cited_chat_count: uses.filter((list) => list.some((one) => one.cited > 0)).length,
        retrieval_count: sum("retrieved"),
        citation_count: sum("cited"),
        mentioned_brand_ids: brand_ids
          .sort((a, b) => a - b)
          .map((brand) => encodeId("brd", brand))
          .join(),
      });
    }
  }
  return rows;
}

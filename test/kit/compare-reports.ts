import assert from "node:assert/strict";
import { encodeId } from "#core/id.ts";
import { previousPeriod } from "#domain/reports/cell-periods.ts";
import {
  chosen,
  groupOf,
  naiveBrands,
  naivePopulation,
  naiveSources,
  type Query,
  type Row,
  randomQuery,
} from "./naive-reports.ts";
import type { Market } from "./random-project.ts";
import type { RestAnswer } from "./world.ts";

/** Whom reports are asked of: a world, or a process of its own. */
export type Asker = {
  rest(method: string, path: string, body?: unknown): Promise<Pick<RestAnswer, "status" | "body">>;
};

function assertRows(actual: Map<string, Row>, expected: Map<string, Row>, about: string) {
  assert.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort(), about);
  for (const [key, row] of expected) {
    for (const [name, value] of Object.entries(row)) {
      const got = actual.get(key)?.[name];
      const isClose =
        typeof value === "number" && typeof got === "number" && Math.abs(value - got) < 1e-9;
      assert.ok(isClose || value === got, `${about} ${key} ${name}: ${got}, not ${value}`);
    }
  }
}

/** Compares random reports of every kind with what the facts in memory say. */
export async function compareRandom({ rest }: Asker, market: Market, rounds: number) {
  for (let round = 0; round < rounds; round++) {
    const query = randomQuery(market);
    await compareQuery({ rest }, market, query);
    await comparePrevious({ rest }, market, query);
  }
}

/** All rows of a report, page by page, with its population. */
async function readReport({ rest }: Asker, path: string, query: Query) {
  const rows: Row[] = [];
  for (;;) {
    const page = await rest("POST", path, { ...query, limit: 1000, offset: rows.length });
    assert.equal(page.status, 200, `${JSON.stringify(query)} ${JSON.stringify(page.body)}`);
    rows.push(...page.body.data);
    if (page.body.data.length < 1000) return { rows, population: page.body.population };
  }
}

/** Compares what every report answers to a query with what the facts in memory say. */
export async function compareQuery({ rest }: Asker, market: Market, query: Query) {
  const about = JSON.stringify(query);
  const brands = await readReport({ rest }, "/reports/brands", query);
  const keyOf = (row: Row) => `${groupOf(row, query)} ${(row["brand"] as { id: string }).id}`;
  const byBrand = brands.rows.map((row): [string, Row] => [keyOf(row), row]);
  assertRows(new Map(byBrand), naiveBrands(market, query), about);
  const picked = chosen(market, { ...query, dimensions: [] });
  assert.deepEqual(brands.population, naivePopulation(market, picked), about);
  for (const kind of ["domain", "url"] as const) {
    // Here a brand chooses the answers that name it; in the brand report, rows.
    const value = encodeId("brd", market.brands[market.random(market.brands.length)] ?? 0);
    const operator = market.random(2) === 0 ? "in" : "not_in";
    const named = { field: "brand_id", operator, values: [value] };
    const filters = market.random(4) === 0 ? [...query.filters, named] : query.filters;
    await compareSources({ rest }, market, { query: { ...query, filters }, kind });
  }
}

/** Compares the reports on sources by each of some dimensions, of all prompts, without branded ones and of these alone. */
export async function compareBranded(
  { rest }: Asker,
  market: Market,
  dimensions: readonly string[],
) {
  const all = { date_from: "2026-01-01", date_to: "2026-12-31", filters: [] };
  for (const by of [[], ...dimensions.map((name) => [name])]) {
    for (const branded of ["include", "exclude", "only"]) {
      const query = { ...all, branded, dimensions: by };
      for (const kind of ["domain", "url"] as const)
        await compareSources({ rest }, market, { query, kind });
    }
  }
}

/** What each row of a report says of the period before: its counterpart there, zeros where only that is missing. */
async function comparePrevious({ rest }: Asker, market: Market, query: Query) {
  if (query.dimensions.some((name) => ["date", "week", "month"].includes(name))) return;
  const { date_from, date_to } = previousPeriod(query);
  const old = { ...query, date_from, date_to };
  const able = new Set(market.models.filter((model) => model.able).map((one) => one.model_id));
  const answered = chosen(market, old).filter(({ fact }) => fact.status === "answered");
  for (const kind of ["brand", "domain", "url"] as const) {
    const asked = { ...query, compare: "previous_period", limit: 1000 };
    const { body } = await rest("POST", `/reports/${kind}s`, asked);
    const expected = kind === "brand" ? naiveBrands(market, old) : naiveSources(market, old, kind);
    const counted = answered.filter(({ fact }) => kind === "brand" || able.has(fact.model_id));
    for (const row of body.data) {
      const group = groupOf(row, query);
      const about = `${kind} ${group} ${JSON.stringify(query)}`;
      const total = counted.filter((one) => one.group === group).length;
      if (query.dimensions.length > 0 && total === 0) {
        assert.equal(row.previous, null, about);
        continue;
      }
      const key = `${group} ${kind === "brand" ? row.brand.id : row[kind]}`;
      const { mentioned_brand_ids: _, ...counts } = expected.get(key) ?? {
        ...{ total_chat_count: total, retrieved_chat_count: 0, cited_chat_count: 0 },
        ...{ retrieval_count: 0, citation_count: 0 },
      };
      assertRows(new Map([[key, row.previous]]), new Map([[key, counts]]), about);
    }
  }
}

async function compareSources(
  { rest }: Asker,
  market: Market,
  { query, kind }: { query: Query; kind: "domain" | "url" },
) {
  const about = `${kind} ${JSON.stringify(query)}`;
  const { rows } = await readReport({ rest }, `/reports/${kind}s`, query);
  const byKey = rows.map((row): [string, Row] => [
    `${groupOf(row, query)} ${row[kind]}`,
    { ...row, mentioned_brand_ids: String(row["mentioned_brand_ids"]) },
  ]);
  assertRows(new Map(byKey), naiveSources(market, query, kind), about);
}

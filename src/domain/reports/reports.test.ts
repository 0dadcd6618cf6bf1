import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { type Fact, removeFact } from "../../../test/facts.ts";
import { type Market, makeMarket, makeRandom } from "../../../test/market.ts";
import { makeWorld, type World } from "../../../test/world.ts";
import { piecesOf } from "./cells.ts";
import { newcombe, stratified, wilson } from "./intervals.ts";
import { rebuildDirtyRollups } from "./rollup-queries.ts";

type Row = Record<string, unknown>;

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
  if (dimension === "country_code") return [prompt.country_code];
  if (dimension === "date") return [fact.day];
  if (dimension === "week") return [weekOf(fact.day)];
  return [`${fact.day.slice(0, 8)}01`];
}

type Query = {
  date_from: string;
  date_to: string;
  dimensions: string[];
  filters: { field: string; operator: string; values: string[] }[];
  branded: string;
};

function randomQuery(market: Market): Query {
  const { random, models, prompts } = market;
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
  const names = "model_id prompt_id topic_id tag_id country_code date week month".split(" ");
  return {
    date_from: addDays("2026-01-01", from),
    date_to: addDays("2026-01-01", from + random(100 - from)),
    dimensions: names.filter(() => random(6) === 0).slice(0, 3),
    filters,
    branded: pick(["include", "include", "exclude", "only"]),
  };
}

/** The facts a query speaks of, each once for every combination of dimension values. */
function chosen(market: Market, query: Query): { fact: Fact; group: string }[] {
  const kept = market.facts.filter((fact) => {
    const prompt = market.prompts.find((one) => one.prompt_id === fact.prompt_id);
    if (fact.day < query.date_from || fact.day > query.date_to) return false;
    if (query.branded === "only" && !prompt?.is_branded) return false;
    if (query.branded === "exclude" && prompt?.is_branded) return false;
    return query.filters.every(({ field, operator, values }) => {
      const has = valuesOf(market, fact, field).some((value) => values.includes(value ?? ""));
      return operator === "in" ? has : !has;
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

const groupOf = (row: Row, query: Query) =>
  JSON.stringify(query.dimensions.map((name) => row[name]));

function naiveBrands(market: Market, query: Query): Map<string, Row> {
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

function naiveDomains(market: Market, query: Query): Map<string, Row> {
  const able = new Set(market.models.filter((model) => model.able).map((model) => model.model_id));
  const picked = chosen(market, query).filter(
    ({ fact }) => fact.status === "answered" && able.has(fact.model_id),
  );
  const rows = new Map<string, Row>();
  for (const group of new Set(picked.map((one) => one.group))) {
    const facts = picked.filter((one) => one.group === group).map((one) => one.fact);
    for (const { domain_id, domain } of market.domains) {
      const uses = facts.map((fact) =>
        (fact.citations ?? []).filter((citation) => citation.domain_id === domain_id),
      );
      if (uses.every((list) => list.length === 0)) continue;
      const sum = (name: "retrieved" | "cited") =>
        uses.flat().reduce((total, citation) => total + citation[name], 0);
      rows.set(`${group} ${domain}`, {
        total_chat_count: facts.length,
        retrieved_chat_count: uses.filter((list) => list.some((one) => one.retrieved > 0)).length,
        cited_chat_count: uses.filter((list) => list.some((one) => one.cited > 0)).length,
        retrieval_count: sum("retrieved"),
        citation_count: sum("cited"),
      });
    }
  }
  return rows;
}

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

async function compareAll(world: World, market: Market, rounds: number) {
  for (let round = 0; round < rounds; round++) {
    const query = randomQuery(market);
    const about = JSON.stringify(query);
    const brands = await world.rest("POST", "/reports/brands", { ...query, limit: 1000 });
    assert.equal(brands.status, 200, `${about} ${JSON.stringify(brands.body)}`);
    const byBrand = brands.body.data.map((row: Row & { brand: { id: string } }) => [
      `${groupOf(row, query)} ${row.brand.id}`,
      row,
    ]);
    assertRows(new Map(byBrand), naiveBrands(market, query), about);
    const picked = chosen(market, { ...query, dimensions: [] });
    assert.equal(
      brands.body.population.answers,
      picked.filter(({ fact }) => fact.status === "answered").length,
      about,
    );
    const domains = await world.rest("POST", "/reports/domains", { ...query, limit: 1000 });
    assert.equal(domains.status, 200, `${about} ${JSON.stringify(domains.body)}`);
    const byDomain = domains.body.data.map((row: Row) => [
      `${groupOf(row, query)} ${row["domain"]}`,
      row,
    ]);
    assertRows(new Map(byDomain), naiveDomains(market, query), about);
    const urls = await world.rest("POST", "/reports/urls", { ...query, limit: 1000 });
    assert.equal(urls.status, 200, `${about} ${JSON.stringify(urls.body)}`);
  }
}

test("reports equal a naive recomputation, after inserts, deletions and changed prompts", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const market = await makeMarket(world, 7);
  await compareAll(world, market, 40);
  for (const fact of market.facts.splice(0, 60)) await removeFact(db, project.project_id, fact);
  const [moved] = market.prompts;
  assert(moved);
  moved.topic_id = 0;
  await sql`update prompts set topic_id = null where project_id = ${project.project_id}
    and prompt_id = ${moved.prompt_id}`.execute(db);
  await sql`insert into rollup_dirty (project_id, day) select distinct project_id, day from answers
    where project_id = ${project.project_id} and prompt_id = ${moved.prompt_id}`.execute(db);
  await rebuildDirtyRollups(db, project);
  await compareAll(world, market, 20);
});

test("a filter to one brand leaves its share of voice what it is", async () => {
  const world = await makeWorld();
  const market = await makeMarket(world, 11);
  const period = { date_from: "2026-01-01", date_to: "2026-04-10" };
  const all = await world.rest("POST", "/reports/brands", period);
  const [first] = all.body.data;
  const filters = [{ field: "brand_id", operator: "in", values: [first.brand.id] }];
  const one = await world.rest("POST", "/reports/brands", { ...period, filters });
  assert.deepEqual(
    [one.body.total_count, one.body.data[0].share_of_voice],
    [1, first.share_of_voice],
  );
  const having = [{ field: "visibility", operator: "gt", value: 0 }];
  const some = await world.rest("POST", "/reports/brands", { ...period, having });
  assert.equal(some.body.total_count, market.brands.length - 1);
  const compared = await world.rest("POST", "/reports/brands", {
    date_from: "2026-02-20",
    date_to: "2026-04-10",
    compare: "previous_period",
  });
  const { change, previous } = compared.body.data[0];
  assert.ok(previous.visibility_total > 0);
  assert.ok(change.visibility.low < change.visibility.value);
  assert.ok(change.visibility.value < change.visibility.high);
});

test("a period without answers gives brands with null, not zero, and a false request names what is legal", async () => {
  const world = await makeWorld();
  const empty = { date_from: "2025-01-01", date_to: "2025-01-31" };
  const { body } = await world.rest("POST", "/reports/brands", empty);
  const [row] = body.data;
  assert.deepEqual(
    [row.visibility, row.visibility_count, row.share_of_voice, row.position, row.sentiment],
    [null, 0, null, null, null],
  );
  const wrong = await world.rest("POST", "/reports/brands", { ...empty, dimensions: ["colour"] });
  assert.match(wrong.body.error.message, /model_id/);
  const backwards = { date_from: "2025-02-01", date_to: "2025-01-31" };
  assert.equal((await world.rest("POST", "/reports/brands", backwards)).status, 400);
});

test("any range of days is made of few pieces that cover each day once", () => {
  for (let from = 0; from < 140; from++) {
    for (const length of [1, 7, 8, 9, 30, 63, 64, 65, 90, 365, 1000]) {
      const date_from = addDays("2026-01-01", from);
      const date_to = addDays(date_from, length - 1);
      const pieces = piecesOf({ date_from, date_to, dimensions: [] });
      const days = pieces.flatMap(({ span, first, last }) => {
        const covered: string[] = [];
        for (let start = first; start <= last; start = addDays(start, span)) {
          for (let day = 0; day < span; day++) covered.push(addDays(start, day));
        }
        return covered;
      });
      const expected = Array.from({ length }, (_, day) => addDays(date_from, day));
      assert.deepEqual(days.sort(), expected);
      assert.ok(pieces.length <= 5);
    }
  }
});

test("intervals equal published values", () => {
  // Newcombe 1998: 81 of 263, and 56/70 against 48/80.
  const one = wilson(81, 263);
  assert.ok(one && Math.abs(one.low - 0.2553) < 1e-4 && Math.abs(one.high - 0.3662) < 1e-4);
  const two = newcombe({ before: 48, before_total: 80, now: 56, now_total: 70 });
  assert.ok(two && Math.abs(two.low - 0.0524) < 1e-4 && Math.abs(two.high - 0.3339) < 1e-4);
  assert.equal(wilson(0, 0), null);
});

test("without a true change the stratified interval misses zero in about one of twenty cases", () => {
  const random = makeRandom(3);
  let alarms = 0;
  const trials = 600;
  for (let trial = 0; trial < trials; trial++) {
    const cells = Array.from({ length: 20 }, () => {
      const rate = random(100);
      const draw = () => Array.from({ length: 10 }, () => (random(100) < rate ? 1 : 0));
      const count = () => draw().reduce<number>((sum, hit) => sum + hit, 0);
      return { before: count(), before_total: 10, now: count(), now_total: 10 };
    });
    const difference = stratified(cells);
    assert(difference);
    if (difference.low > 0 || difference.high < 0) alarms++;
  }
  assert.ok(alarms / trials < 0.08, `${alarms} of ${trials}`);
});

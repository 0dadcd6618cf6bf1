import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId } from "#core/id.ts";
import { addDays, daysBetween } from "#core/period.ts";
import { studentP } from "#domain/statistics/student.ts";
import type { Fact } from "../../../test/kit/facts.ts";
import {
  type AllAnswers,
  type Counted,
  type NaiveChange,
  naiveChange,
  naiveStanding,
  type Periods,
  tails,
} from "../../../test/kit/naive-changes.ts";
import { chosen, groupOf, type Query, randomQuery } from "../../../test/kit/naive-reports.ts";
import { type Market, makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { previousPeriod } from "./cell-periods.ts";

const DATES = ["date", "week", "month"];
type Change = {
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  significant: boolean | null;
  reason?: string;
};

/** A query over about half of a market's days, so that the days before have answers too. */
function comparedQuery(market: Market): Query {
  const query = randomQuery(market);
  const days = 8 + market.random(40);
  return {
    ...query,
    date_from: addDays("2026-04-10", -days - market.random(4)),
    date_to: "2026-04-10",
    dimensions: query.dimensions.filter((name) => !DATES.includes(name)),
  };
}

/** The usable answers of a query and of the period before, by group. */
function answersOf(market: Market, query: Query) {
  const { date_from, date_to } = previousPeriod(query);
  const group = (asked: Query) =>
    Map.groupBy(
      chosen(market, asked).filter(({ fact }) => fact.status === "answered"),
      (one) => one.group,
    );
  const [now, before] = [group(query), group({ ...query, date_from, date_to })];
  const factsOf = (groups: typeof now, key: string) =>
    (groups.get(key) ?? []).map(({ fact }) => fact);
  const allOf = (groups: typeof now) => [
    ...new Set([...groups.values()].flat().map(({ fact }) => fact)),
  ];
  return {
    of: (key: string) => ({ before: factsOf(before, key), now: factsOf(now, key) }),
    all: { before: allOf(before), now: allOf(now) },
  };
}

/** The usable answers of a query's days and models, whatever else it chooses. */
function everyAnswer(market: Market, query: Query): Periods {
  const filters = query.filters.filter(({ field }) => field === "model_id");
  return answersOf(market, { ...query, filters, branded: "include", dimensions: [] }).all;
}

const isNear = (actual: number | null, expected: number | null) =>
  actual === null || expected === null
    ? actual === expected
    : Math.abs(actual - expected) <= 1e-6 + 1e-6 * Math.abs(expected);

/** Compares a change with what its answers say; `scale`: of the number that is shown. Returns what was expected. */
function assertChange(
  actual: Change,
  { periods, all, counted, days, scale = 1 }: Asked,
  about: string,
): NaiveChange {
  const expected = naiveChange({ ...periods, all }, counted, days);
  const scaled = (value: number | null) => (value === null ? null : value * scale);
  assert.equal(actual.reason, expected.reason, about);
  for (const name of ["low", "high"] as const) {
    assert.ok(isNear(actual[name], scaled(expected[name])), `${name} ${about}`);
  }
  assert.ok(isNear(actual.p, expected.p), `p ${about}: ${actual.p}, not ${expected.p}`);
  if (expected.p !== null) assert.ok(isNear(actual.value, scaled(expected.value)), about);
  return expected;
}
type Asked = { periods: Periods; all: AllAnswers; counted: Counted; days: number; scale?: number };

/** What each number of a brand counts of an answer. */
function brandParts(brand_id: number): Record<string, { counted: Counted; scale?: number }> {
  const own = ({ mentions = [] }: Fact) => mentions.find((one) => one.brand_id === brand_id);
  const has = (fact: Fact) => (own(fact) ? 1 : 0);
  return {
    visibility: { counted: (fact) => ({ part: has(fact), whole: 1 }) },
    share_of_voice: {
      counted: (fact) => ({ part: has(fact), whole: fact.mentions?.length ?? 0 }),
    },
    position: { counted: (fact) => ({ part: own(fact)?.position ?? 0, whole: has(fact) }) },
    sentiment: {
      counted: (fact) => {
        const tone = own(fact)?.sentiment ?? null;
        return { part: (tone ?? 0) / 1_000, whole: tone === null ? 0 : 1 };
      },
      scale: 50,
    },
  };
}

function count(seen: Record<string, number>, flag: boolean | null) {
  const name = flag === null ? "untold" : flag ? "significant" : "noise";
  seen[name] = (seen[name] ?? 0) + 1;
}

test("what brands changed equals a naive recomputation, by any dimensions", async () => {
  const world = await makeWorld();
  const market = await makeMarket(world, 23);
  const seen: Record<string, number> = { noise: 0, untold: 0, alone: 0 };
  for (let round = 0; round < 60; round++) {
    const query = comparedQuery(market);
    const days = daysBetween(query.date_from, query.date_to);
    const asked = { ...query, compare: "previous_period", limit: 1000 };
    const { body } = await world.rest("POST", "/reports/brands", asked);
    const answers = answersOf(market, query);
    const names = market.brands.map(
      (brand_id) =>
        ({ mentions = [] }: Fact) =>
          mentions.some((one) => one.brand_id === brand_id),
    );
    const all = { ...answers.all, every: everyAnswer(market, query), names };
    const [flags, expected]: [(boolean | null)[], (number | null)[]] = [[], []];
    for (const row of body.data) {
      const periods = answers.of(groupOf(row, query));
      const about = `${row.brand.id} ${groupOf(row, query)} ${JSON.stringify(query)}`;
      if (query.dimensions.length > 0 && periods.before.length === 0) {
        assert.deepEqual([row.previous, row.change], [null, null], about);
        count(seen, null);
        seen["alone"] = (seen["alone"] ?? 0) + 1;
        continue;
      }
      for (const [name, part] of Object.entries(brandParts(decodeId("brd", row.brand.id)))) {
        const change = row.change[name];
        const asked = { periods, all, days, ...part };
        expected.push(assertChange(change, asked, `${name} ${about}`).p);
        flags.push(change.significant);
        count(seen, change.significant);
      }
    }
    assert.deepEqual(flags, naiveStanding(expected), JSON.stringify(query));
  }
  for (const [name, times] of Object.entries(seen)) assert.ok(times > 0, name);
});

test("what sources changed equals a naive recomputation, by any dimensions", async () => {
  const world = await makeWorld();
  const market = await makeMarket(world, 29);
  const able = new Set(market.models.filter((model) => model.able).map((one) => one.model_id));
  const isAble = ({ before, now }: Periods): Periods => ({
    before: before.filter(({ model_id }) => able.has(model_id)),
    now: now.filter(({ model_id }) => able.has(model_id)),
  });
  const seen: Record<string, number> = { noise: 0, untold: 0 };
  for (let round = 0; round < 40; round++) {
    const query = comparedQuery(market);
    const days = daysBetween(query.date_from, query.date_to);
    const answers = answersOf(market, query);
    for (const kind of ["domain", "url"] as const) {
      const asked = { ...query, compare: "previous_period", limit: 1000 };
      const { body } = await world.rest("POST", `/reports/${kind}s`, asked);
      const usesOf = (source: string, name: "retrieved" | "cited") => {
        const named = market.pages.filter((page) => page[kind] === source);
        const ids = named.map((page) => page[`${kind}_id`]);
        return ({ citations = [] }: Fact) =>
          citations.some((one) => ids.includes(one[`${kind}_id`]) && one[name] > 0);
      };
      const shown = [...new Set<string>(body.data.map((row: Record<string, string>) => row[kind]))];
      const names = shown.flatMap((one) => [usesOf(one, "retrieved"), usesOf(one, "cited")]);
      const all = { ...isAble(answers.all), every: isAble(everyAnswer(market, query)), names };
      const [flags, expected]: [(boolean | null)[], (number | null)[]] = [[], []];
      for (const row of body.data) {
        if (row.change === null) continue;
        const about = `${row[kind]} ${groupOf(row, query)} ${JSON.stringify(query)}`;
        const periods = isAble(answers.of(groupOf(row, query)));
        for (const name of ["retrieved", "cited"] as const) {
          const has = usesOf(row[kind], name);
          const change = row.change[`${name}_percentage`];
          const counted: Counted = (fact) => ({ part: has(fact) ? 1 : 0, whole: 1 });
          expected.push(
            assertChange(change, { periods, all, days, counted }, `${name} ${about}`).p,
          );
          flags.push(change.significant);
          count(seen, change.significant);
        }
      }
      assert.deepEqual(flags, naiveStanding(expected), JSON.stringify(query));
    }
  }
  for (const [name, times] of Object.entries(seen)) assert.ok(times > 0, name);
});

test("rows by day, week or month have no period before", async () => {
  const world = await makeWorld();
  await makeMarket(world, 24);
  for (const report of ["brands", "domains", "urls"]) {
    for (const name of DATES) {
      const { body } = await world.rest("POST", `/reports/${report}`, {
        ...{ date_from: "2026-03-01", date_to: "2026-04-10", compare: "previous_period" },
        dimensions: ["model_id", name],
      });
      assert.ok(body.data.length > 0);
      for (const { previous, change } of body.data) {
        assert.deepEqual([previous, change], [null, null]);
      }
    }
  }
});

test("rows are sorted and chosen by their changes, over all pages, judged as all of them are", async () => {
  const world = await makeWorld();
  await makeMarket(world, 31);
  const asked = { date_from: "2026-02-20", date_to: "2026-04-10", compare: "previous_period" };
  const ask = async (rest: object) =>
    (await world.rest("POST", "/reports/brands", { ...asked, ...rest })).body;
  type Compared = { brand: object; change: Record<string, Change> | null };
  const dimensions = ["model_id"];
  const all: Compared[] = (await ask({ dimensions })).data;
  const moved = all.flatMap((row) => (row.change?.["visibility"]?.value === null ? [] : [row]));
  const changeIn = (row: Compared) => row.change?.["visibility"]?.value ?? Number.NaN;
  moved.sort((left, right) => changeIn(right) - changeIn(left));
  const order_by = [{ field: "visibility_change", direction: "desc" }];
  const pages = [];
  for (const offset of [0, 4, 8]) {
    const page = await ask({ dimensions, order_by, limit: 4, offset });
    assert.equal(page.total_count, all.length);
    pages.push(...page.data);
  }
  assert.deepEqual(pages.map(changeIn), moved.map(changeIn));
  for (const row of pages) {
    const same = all.find((one) => JSON.stringify(one) === JSON.stringify(row));
    assert.ok(same, "judged as in the whole report");
  }
  const having = [{ field: "visibility_change", operator: "gt", value: 0 }];
  const grown = await ask({ dimensions, having, limit: 1 });
  assert.equal(grown.total_count, moved.filter((row) => changeIn(row) > 0).length);
  for (const wrong of [{ compare: undefined }, { dimensions: ["date"] }]) {
    const { error } = await ask({ order_by, ...wrong });
    assert.match(error.message, /visibility_change needs compare/);
  }
});

test("the chance beyond Student's t equals its density summed up", () => {
  for (const freedom of [1, 2.5, 4, 9, 29, 99]) {
    for (const t of [0.1, 1, 2, 4, 8]) {
      const [found, expected] = [studentP(t, freedom), tails(t, freedom)];
      assert.ok(Math.abs(found - expected) <= 1e-8 + 1e-4 * expected, `${t} ${freedom}`);
    }
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { decodeId, encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, type Fact } from "../../../test/kit/facts.ts";
import { naiveShareChange, naiveVoiceChange } from "../../../test/kit/naive-changes.ts";
import { chosen, groupOf, type Query, randomQuery } from "../../../test/kit/naive-reports.ts";
import { type Market, makeMarket, makeRandom } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { previousPeriod } from "./compare.ts";
import { newcombe, stratified } from "./intervals.ts";
import { type RatioCounts, ratioDifference } from "./ratio-interval.ts";

const DATES = ["date", "week", "month"];
type Change = {
  value: number | null;
  low: number | null;
  high: number | null;
  significant: boolean | null;
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
  return (key: string) => ({ before: factsOf(before, key), now: factsOf(now, key) });
}

function judgementOf({ significant }: Change) {
  if (significant === null) return "untold";
  return significant ? "significant" : "noise";
}

function assertChange(actual: Change, expected: Change | null, about: string) {
  assert(expected);
  const rounded = (change: object) =>
    Object.fromEntries(
      Object.entries(change).map(([name, value]) => [
        name,
        typeof value === "number" ? Math.round(value * 1e9) / 1e9 + 0 : value,
      ]),
    );
  assert.deepEqual(rounded(actual), rounded(expected), about);
}

test("what brands changed equals a naive recomputation, by any dimensions", async () => {
  const world = await makeWorld();
  const market = await makeMarket(world, 23);
  const seen = { significant: 0, noise: 0, untold: 0, alone: 0 };
  for (let round = 0; round < 60; round++) {
    const query = comparedQuery(market);
    const asked = { ...query, compare: "previous_period", limit: 1000 };
    const { body } = await world.rest("POST", "/reports/brands", asked);
    const answers = answersOf(market, query);
    for (const row of body.data) {
      const periods = answers(groupOf(row, query));
      const about = `${row.brand.id} ${groupOf(row, query)} ${JSON.stringify(query)}`;
      if (query.dimensions.length > 0 && periods.before.length === 0) {
        assert.deepEqual([row.previous, row.change], [null, null], about);
        seen.alone++;
        continue;
      }
      const brand_id = decodeId("brd", row.brand.id);
      const has = ({ mentions = [] }: Fact) => mentions.some((one) => one.brand_id === brand_id);
      const { visibility, share_of_voice } = row.change;
      assertChange(visibility, naiveShareChange(periods, has), `visibility ${about}`);
      assertChange(share_of_voice, naiveVoiceChange(periods, has), `voice ${about}`);
      seen[judgementOf(visibility)]++;
      seen[judgementOf(share_of_voice)]++;
    }
  }
  for (const [name, times] of Object.entries(seen)) assert.ok(times > 0, name);
});

test("what sources changed equals a naive recomputation, by any dimensions", async () => {
  const world = await makeWorld();
  const market = await makeMarket(world, 29);
  const able = new Set(market.models.filter((model) => model.able).map((one) => one.model_id));
  const seen = { significant: 0, noise: 0, untold: 0 };
  for (let round = 0; round < 40; round++) {
    const query = comparedQuery(market);
    const answers = answersOf(market, query);
    for (const kind of ["domain", "url"] as const) {
      const asked = { ...query, compare: "previous_period", limit: 1000 };
      const { body } = await world.rest("POST", `/reports/${kind}s`, asked);
      for (const row of body.data) {
        if (row.change === null) continue;
        const about = `${row[kind]} ${groupOf(row, query)} ${JSON.stringify(query)}`;
        const { before, now } = answers(groupOf(row, query));
        const isAble = ({ model_id }: Fact) => able.has(model_id);
        const periods = { before: before.filter(isAble), now: now.filter(isAble) };
        const named = market.pages.filter((page) => page[kind] === row[kind]);
        const ids = named.map((page) => page[`${kind}_id`]);
        for (const name of ["retrieved", "cited"] as const) {
          const has = ({ citations = [] }: Fact) =>
            citations.some((one) => ids.includes(one[`${kind}_id`]) && one[name] > 0);
          const change = row.change[`${name}_percentage`];
          assertChange(change, naiveShareChange(periods, has), `${name} ${about}`);
          seen[judgementOf(change)]++;
        }
      }
    }
  }
  for (const [name, times] of Object.entries(seen)) assert.ok(times > 0, name);
});

test("sources of many answers are compared by sums, and by prompt and model where a filter names prompts", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  const page = await addPage(db, project_id, "a.example");
  const prompts: number[] = [];
  for (const text of ["one", "two"]) prompts.push(await addPrompt(db, project_id, { text }));
  // Every answer to the first prompt cites the page, none to the other.
  await sql`
    insert into answers (project_id, day, model_id, prompt_id, sample, captured_at, status, origin, content_hash)
    select ${project_id}, day, ${model_id}, prompt_id, sample, day, 'answered', 'import',
      sha256(convert_to(concat_ws(',', day, prompt_id, sample), 'UTF8'))
    from unnest(${["2026-01-01", "2026-01-02"]}::date[]) day, unnest(${prompts}::integer[]) prompt_id,
      generate_series(1, 1300) sample`.execute(db);
  await sql`
    insert into citations (project_id, day, model_id, prompt_id, sample, url_id, domain_id, retrieved, cited, position)
    select project_id, day, model_id, prompt_id, sample, ${page.url_id}, ${page.domain_id}, 1, 1, 1
    from answers where project_id = ${project_id} and prompt_id = ${prompts[0]}`.execute(db);
  await markDirty(db, project, ["2026-01-01", "2026-01-02"]);
  await rebuildDirtyRollups(db, project);
  const widthOf = async (filters: object[]) => {
    const { body } = await world.rest("POST", "/reports/domains", {
      ...{ date_from: "2026-01-02", date_to: "2026-01-02", compare: "previous_period", filters },
    });
    const { low, high } = body.data[0].change.cited_percentage;
    return high - low;
  };
  const whole = newcombe({ before: 1300, before_total: 2600, now: 1300, now_total: 2600 });
  assert(whole);
  const values = prompts.map((prompt_id) => encodeId("prm", prompt_id));
  assert.equal(await widthOf([]), whole.high - whole.low);
  const split = await widthOf([{ field: "prompt_id", operator: "in", values }]);
  assert.ok(split < (whole.high - whole.low) / 5, String(split));
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

type Sums = { answers: number; part: number; whole: number; company: number; squares: number };

function countsOf(before: Sums, now: Sums): RatioCounts {
  return {
    ...{ before: before.part, before_total: before.answers, before_whole: before.whole },
    ...{ before_company: before.company, before_squares: before.squares },
    ...{ now: now.part, now_total: now.answers, now_whole: now.whole },
    ...{ now_company: now.company, now_squares: now.squares },
  };
}

test("without a true change a share of voice's interval misses zero in about one of twenty cases", () => {
  const random = makeRandom(5);
  const draw = (rates: readonly number[], answers: number) => {
    const sums = { part: 0, whole: 0, company: 0, squares: 0 };
    for (let answer = 0; answer < answers; answer++) {
      // Answers name many brands or hardly any: mentions come together.
      const isList = random(10) < 7;
      const named = rates.map((rate) => isList && random(100) < rate);
      const whole = named.filter(Boolean).length;
      sums.whole += whole;
      sums.squares += whole ** 2;
      if (!named[0]) continue;
      sums.part++;
      sums.company += whole;
    }
    return { ...sums, answers };
  };
  for (const { cells, answers } of [
    { cells: 20, answers: 10 },
    { cells: 1, answers: 40 },
  ]) {
    const trials = 600;
    let alarms = 0;
    for (let trial = 0; trial < trials; trial++) {
      const drawn = Array.from({ length: cells }, () => {
        const rates = Array.from({ length: 5 }, () => random(100));
        return countsOf(draw(rates, answers), draw(rates, answers));
      });
      const found = ratioDifference(drawn);
      assert(found);
      if (found.low > 0 || found.high < 0) alarms++;
    }
    assert.ok(alarms > 0 && alarms / trials < 0.08, `${alarms} of ${trials}`);
  }
});

test("where every answer names one brand, a share of voice changes as its visibility does", () => {
  const sums = (answers: number, part: number) => ({
    ...{ answers, part, whole: answers, company: part, squares: answers },
  });
  const cells = [countsOf(sums(10, 3), sums(12, 7)), countsOf(sums(8, 8), sums(9, 6))];
  const [voice, visibility] = [ratioDifference(cells), stratified(cells)];
  assert(voice && visibility);
  for (const name of ["value", "low", "high"] as const) {
    assert.ok(Math.abs(voice[name] - visibility[name]) < 1e-9, name);
  }
});

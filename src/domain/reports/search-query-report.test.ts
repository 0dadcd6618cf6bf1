import assert from "node:assert/strict";
import { before, test } from "node:test";
import { addDays } from "#core/period.ts";
import { makeRandom } from "../../../bench/seeded-worlds.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const LAST = "2026-10-28";
const WEEK = addDays(LAST, -6);
const RANGE = { date_from: WEEK, date_to: LAST };
const NUMBERS = Array.from({ length: 8 }, (_, number) => number);
let world: World;

/** Each answer searches for its own words; from the last week on also for tests, before it for prices. */
function plant(day: string, number: number) {
  const common = day >= WEEK ? ["Best  boots TEST", "best boots test"] : ["boots price"];
  return {
    ...{ captured_at: `${day}T12:00:00Z`, prompt: `Which boots, case ${number}?`, model: "alpha" },
    ...{
      answer: "Nothing stands out.",
      sources: [],
      search_queries: [`boots ${number}`, ...common],
    },
  };
}

before(async () => {
  world = await makeWorld();
  const days = Array.from({ length: 14 }, (_, back) => addDays(LAST, -back));
  const lines = days.flatMap((day) => NUMBERS.map((number) => JSON.stringify(plant(day, number))));
  assert.equal((await world.rest("POST", "/chats/import", lines.join("\n"))).status, 200);
  await world.runJobs();
});

async function report(more: object = {}) {
  const { status, body } = await world.rest("POST", "/reports/search-queries", {
    ...RANGE,
    ...more,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

test("searches are counted by what they say, most answers first", async () => {
  const { data, total_count } = await report();
  assert.equal(total_count, 9);
  const [first, second] = data;
  assert.deepEqual(
    [first.query, first.chat_count, first.search_count, first.prompt_count],
    ["best boots test", 56, 112, 8],
  );
  assert.deepEqual([first.percentage, first.total_chat_count], [1, 56]);
  assert.deepEqual([second.query, second.chat_count, second.prompt_count], ["boots 0", 7, 1]);
  const found = await report({ search: "TEST" });
  assert.equal(found.total_count, 1);
  assert.equal(found.population.answers, 56);
  const { population } = await report({ branded: "only" });
  assert.deepEqual([population.answers, population.branded_answers], [0, 0]);
  const page = await report({ limit: 3, offset: 3 });
  assert.deepEqual(page.data, data.slice(3, 6));
});

test("what is searched for more and less than before comes first, with what is more than chance", async () => {
  const compared = { compare: "previous_period" };
  const [risen] = (await report({ ...compared, sort: "rise" })).data;
  assert.deepEqual(
    [risen.query, risen.previous.chat_count, risen.change.value, risen.change.significant],
    ["best boots test", 0, 1, true],
  );
  const { data, total_count } = await report({ ...compared, sort: "fall" });
  assert.equal(total_count, 10);
  assert.deepEqual(
    [data[0].query, data[0].chat_count, data[0].change.value],
    ["boots price", 0, -1],
  );
  const same = data.find(({ query }: { query: string }) => query === "boots 3");
  assert.deepEqual([same.change.value, same.change.significant], [0, false]);
  const refused = await world.rest("POST", "/reports/search-queries", { ...RANGE, sort: "rise" });
  assert.equal(refused.status, 400);
});

test("a search finds a row whole, however capitals and spaces are written in either", async () => {
  const own = await makeWorld();
  const written = ["best boots", "Best  boots ", "best\nBOOTS"];
  const lines = NUMBERS.map((number) =>
    JSON.stringify({
      ...plant(LAST, number),
      search_queries: [written[number % written.length], `boots ${number}`],
    }),
  );
  assert.equal((await own.rest("POST", "/chats/import", lines.join("\n"))).status, 200);
  const rows = async (more: object) => {
    const { status, body } = await own.rest("POST", "/reports/search-queries", {
      ...RANGE,
      ...more,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const [first] = await rows({});
  assert.deepEqual([first.query, first.chat_count], ["best boots", NUMBERS.length]);
  for (const search of ["best boots", "BEST  Boots", "st b", "best\tb"]) {
    assert.deepEqual(await rows({ search }), [first], search);
  }
  assert.deepEqual(await rows({ search: "st_b" }), []);
});

test("the most extreme of many searches by chance are not called more than chance, however few are shown", async () => {
  const days = Array.from({ length: 14 }, (_, back) => addDays(LAST, -back));
  const compared = { ...RANGE, compare: "previous_period" };
  type Row = { query: string; change: { significant: boolean } };
  for (const seed of [1, 2]) {
    const random = makeRandom(seed);
    const { rest, runJobs } = await makeWorld();
    // Each answer searches for some of 300 words; nothing changes.
    const lines = days.flatMap((day) =>
      Array.from({ length: 60 }, (_, prompt) =>
        JSON.stringify({
          ...plant(day, prompt),
          search_queries: Array.from({ length: 5 }, () => `boots ${Math.floor(random() * 300)}`),
        }),
      ),
    );
    assert.equal((await rest("POST", "/chats/import", lines.join("\n"))).status, 200);
    await runJobs();
    for (const sort of ["rise", "fall"]) {
      const read = async (more: object): Promise<Row[]> =>
        (await rest("POST", "/reports/search-queries", { ...compared, sort, ...more })).body.data;
      const sure = (rows: Row[]) =>
        rows.flatMap(({ query, change }) => (change.significant ? [query] : []));
      const all = await read({ limit: 1000 });
      assert.ok(all.length > 250);
      assert.deepEqual(sure(all), [], `all, ${sort}, ${seed}`);
      for (const more of [{ limit: 10 }, { limit: 10, offset: 10 }, { limit: 100 }])
        assert.deepEqual(sure(await read(more)), [], `${JSON.stringify(more)}, ${sort}, ${seed}`);
    }
  }
});

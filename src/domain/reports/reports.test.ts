import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { piecesOf, SPANS, startsOf } from "#domain/sums/spans.ts";
import { compareRandom } from "../../../test/kit/compare-reports.ts";
import { removeFact } from "../../../test/kit/facts.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { wilson } from "./intervals.ts";

test("reports equal a naive recomputation, after inserts, deletions and changed prompts", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const market = await makeMarket(world, 7);
  await compareRandom(world, market, 40);
  for (const fact of market.facts.splice(0, 60)) await removeFact(db, project.project_id, fact);
  const [moved] = market.prompts;
  assert(moved);
  moved.topic_id = 0;
  await sql`update prompts set topic_id = null where project_id = ${project.project_id}
    and prompt_id = ${moved.prompt_id}`.execute(db);
  await sql`insert into rollup_dirty (project_id, day) select distinct project_id, day from answers
    where project_id = ${project.project_id} and prompt_id = ${moved.prompt_id}`.execute(db);
  await rebuildDirtyRollups(db, project);
  await compareRandom(world, market, 20);
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

test("a row by week or month says whether the range leaves out some of its days, in every report and in files", async () => {
  const world = await makeWorld();
  await makeMarket(world, 13);
  // From a Wednesday to a Tuesday, and to the end of a month.
  const range = { date_from: "2026-01-07", date_to: "2026-03-31", limit: 1000 };
  const partsOf = async (kind: string, dimensions: string[]) => {
    const { body } = await world.rest("POST", `/reports/${kind}`, { ...range, dimensions });
    const rows: Record<string, unknown>[] = body.data;
    assert.ok(rows.length > 0);
    const [step = ""] = dimensions;
    return new Set(rows.filter((row) => row["is_partial"]).map((row) => row[step]));
  };
  for (const kind of ["brands", "domains", "urls"]) {
    assert.deepEqual(await partsOf(kind, ["week"]), new Set(["2026-01-05", "2026-03-30"]), kind);
    assert.deepEqual(await partsOf(kind, ["month"]), new Set(["2026-01-01"]), kind);
  }
  for (const dimensions of [["date"], ["model_id"]]) {
    const { body } = await world.rest("POST", "/reports/brands", { ...range, dimensions });
    assert.equal("is_partial" in body.data[0], false);
  }
});

test("every field of every report can be compared with any number, whole or not", async () => {
  const world = await makeWorld();
  await makeMarket(world, 12);
  const period = { date_from: "2026-02-20", date_to: "2026-04-10", limit: 1 };
  const document = (await world.rest("GET", "/openapi.json")).body;
  for (const report of ["/reports/brands", "/reports/domains", "/reports/urls"]) {
    const { schema } = document.paths[report].post.requestBody.content["application/json"];
    const count = async (having: { field: string; operator: string; value: number }[]) => {
      const isOfChange = having.some(({ field }) => field.endsWith("_change"));
      const compare = isOfChange ? { compare: "previous_period" } : {};
      const { body } = await world.rest("POST", report, { ...period, ...compare, having });
      return body.total_count as number;
    };
    const all = await count([]);
    for (const field of schema.properties.having.items.properties.field.enum) {
      for (const value of [0.5, 1, 5e-10, -1e12, 1e12]) {
        const above = await count([{ field, operator: "gt", value }]);
        const others = await count([{ field, operator: "lte", value }]);
        const where = `${report} ${field} ${value}: ${above} and ${others} of ${all}`;
        // Null is neither: what is not defined is not compared.
        assert.ok(above + others <= all && above + others > 0, where);
        if (/(count|total)$/.test(field)) assert.equal(above + others, all, where);
      }
    }
  }
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

/** The days of each rollup row that makes up a query. */
function rowsOf(query: Parameters<typeof piecesOf>[0]): string[][] {
  return piecesOf(query).flatMap(({ span, first, last }) =>
    startsOf(first, last, span).map((start) =>
      Array.from({ length: span }, (_, day) => addDays(start, day)),
    ),
  );
}

test("any range of days is made of few pieces that cover each day once", () => {
  for (let from = 0; from < 140; from++) {
    for (const length of [1, 7, 8, 9, 30, 63, 64, 65, 90, 365, 1000]) {
      const date_from = addDays("2026-01-01", from);
      const date_to = addDays(date_from, length - 1);
      const query = { date_from, date_to, dimensions: [] };
      const expected = Array.from({ length }, (_, day) => addDays(date_from, day));
      assert.deepEqual(rowsOf(query).flat().sort(), expected);
      assert.ok(piecesOf(query).length <= 2 * SPANS.length - 1);
    }
  }
});

test("no piece lies in two weeks or months that rows are wanted by", () => {
  const month = (day: string) => day.slice(0, 7);
  const week = (day: string) => {
    const monday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    return addDays(day, -monday);
  };
  const buckets = { week, month };
  for (const [longest, ...dimensions] of [
    [4, "week"],
    [16, "month"],
    [4, "week", "month"],
    [1, "date", "month"],
  ] as const) {
    for (const [date_from, length] of [
      ["2026-01-01", 1],
      ["2025-12-29", 7],
      ["2024-02-10", 400],
      ["2026-02-28", 40],
    ] as const) {
      const date_to = addDays(date_from, length - 1);
      const rows = rowsOf({ date_from, date_to, dimensions: [...dimensions] });
      const expected = Array.from({ length }, (_, day) => addDays(date_from, day));
      assert.deepEqual(rows.flat().sort(), expected);
      for (const name of dimensions) {
        const of = name === "date" ? (day: string) => day : buckets[name];
        for (const days of rows) assert.equal(new Set(days.map(of)).size, 1, days.join());
      }
      if (length < 400) continue;
      assert.equal(Math.max(...rows.map((days) => days.length)), longest);
    }
  }
});

test("intervals equal published values", () => {
  // Newcombe 1998: 81 of 263.
  const one = wilson(81, 263);
  assert.ok(one && Math.abs(one.low - 0.2553) < 1e-4 && Math.abs(one.high - 0.3662) < 1e-4);
  assert.equal(wilson(0, 0), null);
});

test("a filter with an id of another kind is refused, and nothing else happens", async () => {
  const world = await makeWorld();
  const strays: unknown[] = [];
  const note = (reason: unknown) => strays.push(reason);
  process.on("unhandledRejection", note);
  for (const report of ["brands", "domains", "urls"]) {
    const { status, body } = await world.rest("POST", `/reports/${report}`, {
      ...{ date_from: "2026-01-01", date_to: "2026-04-10", compare: "previous_period" },
      filters: [{ field: "topic_id", operator: "in", values: ["x"] }],
    });
    assert.deepEqual([status, body.error.code], [400, "VALIDATION_ERROR"]);
  }
  await new Promise((done) => setImmediate(done));
  process.off("unhandledRejection", note);
  assert.deepEqual(strays, []);
});

test("an answer that names more brands than an entry of an index can hold is stored, and its sources have them all", async () => {
  const world = await makeWorld();
  const { project_id } = world.project;
  await sql`insert into brands (project_id, name, name_key, color, is_own)
    select ${project_id}, 'Qzx' || n, 'qzx' || n, '#000000', false from generate_series(1, 700) n`.execute(
    world.db,
  );
  const names = Array.from({ length: 700 }, (_, n) => `Qzx${n + 1}`);
  const line = {
    captured_at: "2026-03-02T10:00:00Z",
    prompt: "Which of all?",
    model: "ChatGPT",
    answer: `${names.join(", ")}.`,
    sources: [{ url: "https://crowd.example/all" }],
  };
  const { body: stored } = await world.rest("POST", "/chats/import", JSON.stringify(line));
  assert.equal(stored.imported, 1);
  const { body: prompts } = await world.rest("GET", "/prompts?search=of+all");
  const { body } = await world.rest("POST", "/reports/domains", {
    ...{ date_from: "2026-03-01", date_to: "2026-03-31" },
    filters: [{ field: "prompt_id", operator: "in", values: [prompts.data[0].id] }],
  });
  assert.equal(body.data[0].mentioned_brand_ids.length, 700);
});

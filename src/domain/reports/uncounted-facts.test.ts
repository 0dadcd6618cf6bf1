import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { sql } from "kysely";
import { encodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { importChats } from "#domain/answers/ingest/import-chats.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { countLooks } from "../../../test/kit/count-looks.ts";
import { randomQuery } from "../../../test/kit/naive-reports.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { isCluster } from "../../../test/kit/test-database.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { loadUseCells } from "./brand-cells.ts";
import { NO_ROWS, type ReportQuery } from "./report-query.ts";
import { readSourceRows } from "./source-rows.ts";

// In nested loops some took 10 to 60 s.
const PATIENCE_MS = 8_000;
const QUERIES = 25;
const FACTS = ["answers", "mentions", "citations", "search_queries"];

const skip =
  isCluster && "On a cluster the coordinator does not know what others have and look at.";

test("after a large import the database knows how large facts and sums are", { skip }, async () => {
  const world = await makeWorld();
  const names = ["answers", "cell_rollup", "citations", "url_rollup"];
  const counted = async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relname = any(${names}) and reltuples > 0
      order by 1`.execute(world.db);
    return rows.map(({ name }) => name);
  };
  assert.deepEqual(await counted(), []);
  const lines = Array.from({ length: 1_000 }, (_, n) => ({
    ...{ captured_at: `2026-01-10T06:${String(n % 60).padStart(2, "0")}:00Z`, model: "ChatGPT" },
    ...{
      prompt: `Best kettle ${n}?`,
      answer: "Acme.",
      sources: [{ url: `https://a.example/${n}` }],
    },
  }));
  const body = Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)));
  const { imported } = await run(importChats, world.context(), {}, body);
  assert.equal(imported, 1_000);
  assert.deepEqual(await counted(), names);
});

test("a project whose facts the database has not counted is reported on at once, by whatever filter", async (t) => {
  const world = await makeWorld();
  for (const table of FACTS) {
    await world.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
    await world.pool.query(`analyze ${table}`);
  }
  const market = await makeMarket(world, 7, { isCounted: false });
  const brand = (n: number) => encodeId("brd", market.brands[n] ?? 0);
  let longest = 0;
  const ask = async (method: string, path: string, query?: Record<string, unknown>) => {
    const began = performance.now();
    const { status, body } = await world.rest(method, path, query);
    const took = performance.now() - began;
    longest = Math.max(longest, took);

    const about = `${path} ${JSON.stringify(query)}`;
    assert.equal(status, 200, `${about} ${JSON.stringify(body)}`);
    assert(took < PATIENCE_MS, `${about} took ${Math.round(took)} ms`);
  };
  for (let n = 0; n < QUERIES; n++) {
    const query = randomQuery(market);
    const named = { field: "brand_id", operator: n % 2 ? "in" : "not_in", values: [brand(n % 3)] };
    const filters = [...query.filters, named];
    const { date_from, date_to } = query;
    const scope = { date_from, date_to, filters };
    for (const kind of ["brands", "domains", "urls"])
      await ask("POST", `/reports/${kind}`, { ...query, filters });
    if (n % 5 !== 0) continue;
    for (const kind of ["brands", "domains", "urls"])
      await ask("POST", `/reports/${kind}`, { ...scope, compare: "previous_period" });
    for (const kind of ["models", "search-queries"]) await ask("POST", `/reports/${kind}`, scope);
    await ask("POST", "/reports/changes", { ...scope, brand_id: brand(0) });
    const days = `date_from=${date_from}&date_to=${date_to}`;
    await ask("GET", `/opportunities?${days}&not_brand_id=${brand(1)}`);
    await ask("GET", `/chats?${days}&brand_id=${brand(1)}&not_brand_id=${brand(2)}`);
  }
  t.diagnostic(`the longest took ${Math.round(longest)} ms`);
});

/** An index is looked at once for each of some prompts. For each of four sources, all of that came to 147. */
const LOOKS_MAX = 60;
const QUERY: ReportQuery = {
  ...{ date_from: "2026-01-10", date_to: "2026-02-20", ...NO_ROWS, branded: "include" },
  ...{ dimensions: [], having: [], order_by: [], filters: [], rows: [], limit: 10, offset: 0 },
};

test("cells that are counted in facts are joined whole, whichever report wants them", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  await makeMarket(world, 21);
  // None are found in loops.
  const also = () => sql`current_setting('enable_nestloop') = 'off'`;
  const uses = () => sql`(select u.*, 1 as brand_id, 1 as position, 1 as mention_count,
    null::integer as sentiment from usable u)`;
  const { table } = await db
    .transaction()
    .execute((trx) => loadUseCells(trx, project, { query: QUERY, name: "looped", uses, also }));
  assert.ok(table.cells.length > 0);
});

test("the answers of a report of sources are counted once, not for each source", {
  skip,
}, async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { brands } = await makeMarket(world, 21);
  const query: ReportQuery = {
    ...QUERY,
    filters: [{ field: "brand_id", operator: "not_in", values: brands.slice(0, 1) }],
  };
  const scans = await db.transaction().execute(async (trx) => {
    // What this connection did before may be counted, too.
    const before = await countLooks(trx);
    await joinWhole(trx, true, () => readSourceRows(trx, project, { kind: "url", query }));
    return (await countLooks(trx)) - before;
  });
  assert.ok(scans > 0 && scans < LOOKS_MAX, `answers are looked at ${scans} times`);
});

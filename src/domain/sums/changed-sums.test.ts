import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { assertAsMade, DAYS, linesOf, makeMarket, put } from "../../../test/kit/summed-market.ts";
import { isCluster } from "../../../test/kit/test-database.ts";
import type { World } from "../../../test/kit/world.ts";
import { markDirty, rebuildDirtyRollups } from "./dirty-days.ts";
import { SUMS, type SumsTable } from "./measures.ts";
import { ofStarts } from "./sums-columns.ts";

/** Pages of each of so many answers; each is a row by model, and one over all. */
const MANY = { answers: 8, pages: 400 };

/** The rows of a table of sums as they are written, by their keys and numbers. */
async function readWritten({ pool, project }: World, table: SumsTable) {
  const { rows } = await pool.query(
    `select r::text as row, r.xmin::text || ' ' || r.ctid::text as written
    from ${table}_rollup r where project_id = $1`,
    [project.project_id],
  );
  return new Map<string, string>(rows.map(({ row, written }) => [row, written]));
}

/** How many rows are other ones now; those that say what they said were not written again. */
async function assertOthersKept(world: World, change: () => Promise<unknown>) {
  const tables: SumsTable[] = ["answer", "brand", "domain", "url", "gap", "prompt"];
  const before = new Map<SumsTable, Map<string, string>>();
  for (const table of tables) before.set(table, await readWritten(world, table));
  await change();
  await rebuildDirtyRollups(world.db, world.project);
  const changed: Partial<Record<SumsTable, number>> = {};
  for (const table of tables) {
    const old = before.get(table) ?? new Map();
    const now = await readWritten(world, table);
    assert.ok(old.size > 0, table);
    const same = [...now].filter(([row]) => old.has(row));
    assert.deepEqual(
      same.filter(([row, written]) => old.get(row) !== written),
      [],
      table,
    );
    changed[table] = old.size - same.length;
  }
  return changed;
}

test("days that are summed again have only those rows written that changed", async () => {
  const world = await makeMarket();
  const { db, project } = world;
  const none = await assertOthersKept(world, () => markDirty(db, project, DAYS));
  assert.deepEqual(Object.values(none), [0, 0, 0, 0, 0, 0]);
  const { body: prompts } = await world.rest("GET", "/prompts");
  const { id } = prompts.data.find(({ text }: { text: string }) => text === "Which 1?");
  const changed = await assertOthersKept(world, async () => {
    const { status } = await world.rest("DELETE", `/prompts/${id}`);
    assert.equal(status, 204);
  });
  assert.ok(Object.values(changed).every((rows) => rows > 0));
  await assertAsMade(world);
});

test("a brand that is added changes the rows of answers that name it", async () => {
  const days = DAYS.slice(0, 6);
  const world = await makeMarket(days);
  const lines = linesOf(days.slice(2, 3), 1).map((one) => ({ ...one, answer: "Initech, Acme." }));
  await put(world, lines);
  const changed = await assertOthersKept(world, async () => {
    await world.rest("POST", "/brands", { name: "Initech" });
    await world.runJobs();
  });
  assert.equal(changed.answer, 0);
  await assertAsMade(world, days);
});

test("where more rows changed than are looked up one by one, all of their days are written", async () => {
  const [day = ""] = DAYS;
  const world = await makeMarket([day]);
  const { db, project } = world;
  const lines = linesOf([day], 1).flatMap((one) =>
    Array.from({ length: MANY.answers }, (_, n) => ({
      ...{ ...one, external_id: `many${n}`, prompt: "Which are many?", model: "ChatGPT" },
      sources: Array.from({ length: MANY.pages }, (_, page) => ({
        ...{ url: `https://many.example/${n}/${page}`, cited: true, retrieved: true },
      })),
    })),
  );
  await put(world, lines);
  await sql`delete from citations where project_id = ${project.project_id} and prompt_id in (
    select prompt_id from prompts where project_id = ${project.project_id}
      and text = 'Which are many?')`.execute(db);
  await markDirty(db, project, [day]);
  await assertAsMade(world, [day]);
});

const skip = isCluster && "On a cluster a plan tells which node is asked, not how it reads.";

test("sums of some days are found by their index, without reading those of other days", {
  skip,
}, async () => {
  const world = await makeMarket();
  const { project_id } = world.project;
  for (const table of Object.keys(SUMS) as SumsTable[]) {
    const condition = ofStarts(
      table,
      { project_id, models: [0, 1, 2] },
      { span: 1, starts: ["2026-01-10", "2026-01-11"] },
    );
    const plan = await world.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      await sql`set local enable_bitmapscan = off`.execute(db);
      const explained = sql`explain delete from ${sql.table(`${table}_rollup`)} where ${condition}`;
      return JSON.stringify((await explained.execute(db)).rows);
    });
    // PostgreSQL before 18 skips no column that stands before one that is asked for.
    const [, columns = ""] =
      /PRIMARY KEY \((.*?start)/.exec(await definitionOf(world, `${table}_rollup_pkey`)) ?? [];
    const [, asked = ""] = /Index Cond: (.*?)"/.exec(plan) ?? [];
    for (const column of columns.split(", ")) assert.match(asked, new RegExp(`\\b${column}\\b`));
  }
});

async function definitionOf({ pool }: World, constraint: string): Promise<string> {
  const { rows } = await pool.query<{ definition: string }>(
    "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1",
    [constraint],
  );
  return rows[0]?.definition ?? "";
}

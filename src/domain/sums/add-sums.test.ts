import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { packedNumbers } from "../../../test/kit/packed-numbers.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { changeBrandingOf } from "../answers/facts/prompt-answer-queries.ts";
import { importLines } from "../answers/ingest/import-lines.ts";
import type { NewAnswer } from "../answers/ingest/store-answers.ts";
import { storeBatches } from "../answers/ingest/store-batches.ts";
import { listDirtyDays, markDirty, rebuildDirtyRollups } from "./dirty-days.ts";

const DAYS = Array.from({ length: 20 }, (_, n) => addDays("2026-01-10", n * 5));
const TABLES = ["answer", "brand", "domain", "url", "gap", "prompt"];
let asked = 0;

/** So many answers of each day: two models, six prompts, texts with and without brands and sources. */
function linesOf(days: readonly string[], count: number) {
  return days.flatMap((day) =>
    Array.from({ length: count }, () => {
      const n = ++asked;
      const answer = ["Acme first, then Globex.", "Globex is fine.", "Neither.", ""][n % 4];
      const sources = [1, 2, 3].filter((of) => (n * of) % 5 > 1);
      return {
        ...{ captured_at: `${day}T10:00:00Z`, external_id: `e${n}` },
        prompt: n % 6 === 5 ? "Is Acme good?" : `Which ${n % 6}?`,
        ...{ model: n % 3 === 0 ? "ChatGPT" : "Claude", answer, is_cut: n % 7 === 0 },
        sources: sources.map((of) => ({
          url: `https://site${of % 2}.example/${(n * of) % 4}`,
          cited: n % 2 === of % 2,
          retrieved: true,
        })),
      };
    }),
  );
}

const put = async (world: World, lines: readonly object[]) => {
  const text = lines.map((one) => JSON.stringify(one)).join("\n");
  const { status, body } = await world.rest("POST", "/chats/import", text);
  assert.deepEqual([status, body.imported, body.failed_count], [200, lines.length, 0]);
};

/** All sums of a project, packed cells as the numbers in them. */
async function readSums({ pool, project }: World) {
  const sums: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows } = await pool.query(
      `select (to_jsonb(r) || case when to_jsonb(r) ? 'brands' then
        jsonb_build_object('brands', rtrim(to_jsonb(r) ->> 'brands', '0')) else '{}' end)::text as row
      from ${table}_rollup r where project_id = $1 order by 1`,
      [project.project_id],
    );
    sums[table] = rows.map(({ row }) => row);
  }
  const { rows } = await pool.query(
    "select span, start, model_id, cells from cell_rollup where project_id = $1",
    [project.project_id],
  );
  const cells = new Map<string, number[]>();
  const add = (key: string, numbers: number[]) => {
    const known = cells.get(key) ?? numbers.map(() => 0);
    cells.set(
      key,
      known.map((value, index) => value + (numbers[index] ?? 0)),
    );
  };
  for (const { span, start, model_id, cells: packed } of rows) {
    const { prompts, entries } = packedNumbers(packed);
    const key = `${span} ${start} ${model_id}`;
    for (const { prompt_id, answers, voices } of prompts)
      add(`${key} ${prompt_id}`, [answers, voices]);
    for (const { prompt_id, brand_id, numbers } of entries)
      add(`${key} ${prompt_id} ${brand_id}`, numbers);
  }
  sums["cells"] = [...cells].sort();
  return { sums, parts: rows.length };
}

async function makeMarket(days: readonly string[] = DAYS) {
  const world = await makeWorld();
  await world.rest("POST", "/brands", { name: "Globex" });
  await world.runJobs();
  await put(world, linesOf(days, 12));
  return world;
}

/** Sums what waits, and compares all sums with what they are when these days are summed again. */
async function assertGrown(world: World, days: readonly string[]) {
  const { db, project } = world;
  await rebuildDirtyRollups(db, project);
  const { sums: grown } = await readSums(world);
  await markDirty(db, project, days);
  await rebuildDirtyRollups(db, project);
  const { sums: rebuilt } = await readSums(world);
  assert.deepEqual(grown, rebuilt);
}

/** Watches which sums are made whole, not added to what there is. */
function watch(world: World) {
  const seen = { whole: 0 };
  const db = betweenStatements(world.db, "insert into answer_rollup as answer", async () => {
    seen.whole += 1;
  });
  return { db, seen };
}

test("few answers of days with sums are added to these, and every sum is as if rebuilt", async () => {
  const world = await makeMarket();
  const { project, db } = world;
  assert.deepEqual(await listDirtyDays(db, project), []);
  const before = await readSums(world);
  // A brand that comes later takes more bits than the sums there are have.
  await world.rest("POST", "/brands", { name: "Initech" });
  await world.runJobs();
  const { db: watched, seen } = watch(world);
  const lines = linesOf(DAYS, 3).map((line) => ({ ...line, answer: `${line.answer} Initech!` }));
  async function* body() {
    yield Buffer.from(lines.map((one) => JSON.stringify(one)).join("\n"));
  }
  const context = { ...world.context(), db: watched };
  const result = await importLines(context, body(), { dry_run: false });
  assert.equal(result.imported, lines.length);
  assert.equal(seen.whole, 0, "no day was summed whole");
  const added = await readSums(world);
  assert.notDeepEqual(added, before);
  await markDirty(db, project, DAYS);
  await rebuildDirtyRollups(db, project);
  const rebuilt = await readSums(world);
  assert.deepEqual(added.sums, rebuilt.sums);
  assert.ok(added.parts > rebuilt.parts, "what was added to packed cells is a row of its own");
});

test("parts of packed cells do not become many", async () => {
  const world = await makeMarket();
  const [day = ""] = DAYS;
  for (let n = 0; n < 12; n++) await put(world, linesOf([day], 1));
  const { rows } = await sql<{ parts: number }>`
    select max(count) as parts from (select count(*) from cell_rollup
      where project_id = ${world.project.project_id} group by span, start, model_id) p`.execute(
    world.db,
  );
  assert.ok((rows[0]?.parts ?? 0) > 1 && (rows[0]?.parts ?? 0) <= 9, JSON.stringify(rows));
});

/** A new answer of each day and another text for one of the first: stored and not summed, as captured answers are until the next minute. */
async function storeUnsummed(world: World, days: [string, string]) {
  const { db, project } = world;
  const [day] = days;
  const { rows: answers } = await sql<{ external_id: string }>`
    select external_id from answers where project_id = ${project.project_id} and day = ${day} limit 1`.execute(
    db,
  );
  const base = {
    ...{ country_code: "US", language_code: "en", model_name: "Claude", slug: "claude" },
    ...{
      surface: "import" as const,
      status: "answered" as const,
      answer: "Acme, Globex.",
      served_model: null,
    },
    ...{ search_ran: null, sources: [], search_queries: [], origin: "import" as const },
    prompt: "Which 1?",
  };
  async function* batches(): AsyncGenerator<NewAnswer[]> {
    yield days.map((of, n) => ({
      ...base,
      ...{ external_id: `late${n}`, day: of, captured_at: new Date(`${of}T11:00:00Z`) },
    }));
    yield [
      {
        ...base,
        ...{ external_id: answers[0]?.external_id ?? "", day },
        ...{ answer: "Only Globex.", captured_at: new Date(`${day}T10:00:00Z`) },
      },
    ];
  }
  await storeBatches(world.context(), project, { batches: batches(), log: world.base.log });
}

test("what changes otherwise while added answers wait has its day summed whole", async () => {
  const world = await makeMarket();
  const { db, project } = world;
  const [day = "", other = ""] = DAYS;
  await storeUnsummed(world, [day, other]);
  const { body: topic } = await world.rest("POST", "/topics", { name: "Boots" });
  const { body: prompts } = await world.rest("GET", "/prompts");
  const prompt_ids = prompts.data.map(({ id }: { id: string }) => id);
  for (const id of prompt_ids) await world.rest("PATCH", `/prompts/${id}`, { topic_id: topic.id });
  assert.deepEqual(await listDirtyDays(db, project), [day, other]);
  await assertGrown(world, DAYS);
});

test("packed rows of several days, made from their facts, hold no answers that wait to be added", async () => {
  const days = ["2026-01-11", "2026-01-12", "2026-01-13"];
  const world = await makeMarket(days);
  await storeUnsummed(world, ["2026-01-11", "2026-01-12"]);
  await assertGrown(world, days);
});

test("days of prompts that name the own brand from now on are summed whole, sources and gaps too", async () => {
  const world = await makeMarket();
  const { db, project } = world;
  const { rows } = await sql<{ prompt_id: number }>`
    select prompt_id from prompts where project_id = ${project.project_id} and not is_branded
    order by 1 limit 2`.execute(db);
  const prompt_ids = rows.map(({ prompt_id }) => prompt_id);
  const brand = (is_branded: boolean) =>
    db.transaction().execute((trx) => {
      const change = async () => {
        await sql`update prompts set is_branded = ${is_branded}
          where project_id = ${project.project_id} and prompt_id = any(${prompt_ids})`.execute(trx);
      };
      return changeBrandingOf(trx, project, { prompt_ids, change });
    });
  const { sums: before } = await readSums(world);
  await brand(true);
  assert.deepEqual(await listDirtyDays(db, project), DAYS);
  await assertGrown(world, DAYS);
  const { sums: moved } = await readSums(world);
  for (const table of ["domain", "url", "gap"])
    assert.notDeepEqual(moved[table], before[table], table);
  await brand(false);
  await rebuildDirtyRollups(db, project);
  assert.deepEqual((await readSums(world)).sums, before);
});

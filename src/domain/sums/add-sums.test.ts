import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import {
  assertAsMade,
  DAYS,
  linesOf,
  makeMarket,
  put,
  readSums,
} from "../../../test/kit/summed-market.ts";
import type { World } from "../../../test/kit/world.ts";
import { changeBrandingOf } from "../answers/facts/prompt-answer-queries.ts";
import { importLines } from "../answers/ingest/import-lines.ts";
import type { NewAnswer } from "../answers/ingest/store-answers.ts";
import { storeBatches } from "../answers/ingest/store-batches.ts";
import { listDirtyDays, rebuildDirtyRollups } from "./dirty-days.ts";

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
  await assertAsMade(world);
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
  await assertAsMade(world, DAYS);
});

test("packed rows of several days, made from their facts, hold no answers that wait to be added", async () => {
  const days = ["2026-01-11", "2026-01-12", "2026-01-13"];
  const world = await makeMarket(days);
  await storeUnsummed(world, ["2026-01-11", "2026-01-12"]);
  await assertAsMade(world, days);
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
  await assertAsMade(world, DAYS);
  const { sums: moved } = await readSums(world);
  for (const table of ["domain", "url", "gap"])
    assert.notDeepEqual(moved[table], before[table], table);
  await brand(false);
  await rebuildDirtyRollups(db, project);
  assert.deepEqual((await readSums(world)).sums, before);
});

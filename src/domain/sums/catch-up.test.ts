import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { migrate } from "#adapters/database/migrate.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { catchUpSums } from "./catch-up.ts";
import { markDirty, rebuildDirtyRollups } from "./dirty-days.ts";

const MIGRATIONS = new URL("../../../migrations/", import.meta.url);
const DAYS = ["2026-01-01", "2026-02-15", "2026-05-20"];

/** What the brand report says of the most named brand. */
async function readFirst({ rest }: World) {
  const { status, body } = await rest("POST", "/reports/brands", {
    date_from: "2026-01-01",
    date_to: "2026-05-31",
  });
  assert.equal(status, 200);
  const [{ visibility_count, visibility_total }] = body.data;
  return { visibility_count, visibility_total };
}

async function putAnswers(world: World) {
  const { db, project } = world;
  const model_id = await addModel(db, project.project_id, "a");
  const prompt_id = await addPrompt(db, project.project_id, { text: "one" });
  const brand_id = await insertBrand(db, project, { name: "Globex" });
  const mentions = [{ brand_id, position: 1, mention_count: 2, sentiment: null }];
  for (const day of DAYS)
    await putFact(db, project.project_id, { day, model_id, prompt_id, mentions });
}

test("sums whose definition changed are made again and rebuilt before they are used", async () => {
  const world = await makeWorld();
  const neighbour = await world.neighbour();
  const { db, pool } = world;
  for (const each of [world, neighbour]) {
    await putAnswers(each);
    await rebuildDirtyRollups(db, each.project);
  }
  const before = await readFirst(world);
  assert.deepEqual(before, { visibility_count: DAYS.length, visibility_total: DAYS.length });

  const path = await mkdtemp(join(tmpdir(), "earshot-sums-"));
  await cp(MIGRATIONS, path, { recursive: true });
  const file = join(path, "sums.sql");
  await writeFile(file, `${await readFile(file, "utf8")}\ncreate index on answer_rollup (start);`);
  assert.deepEqual(await migrate(pool, pathToFileURL(`${path}/`)), ["sums.sql"]);
  await rm(path, { recursive: true });

  // Two processes that start at once share the work: who looks later may find less of it.
  const logged: Record<string, unknown>[] = [];
  const log = {
    ...world.base.log,
    info: (fields: Record<string, unknown>) => logged.push(fields),
  };
  await Promise.all([catchUpSums(db, log), catchUpSums(db, log)]);
  assert.ok(logged.every(({ done, total }) => done === total));
  assert.equal(Math.max(...logged.map(({ total }) => Number(total))), 2 * DAYS.length);
  assert.deepEqual(await readFirst(world), before);
  assert.deepEqual(await readFirst(neighbour), before);
  // What is only to be summed again keeps no process from starting.
  await markDirty(db, world.project, DAYS);
  await catchUpSums(db, { ...log, info: () => assert.fail("no day is without sums") });
  assert.equal(await rebuildDirtyRollups(db, world.project), DAYS.length);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { makeTrouble, queryProject } from "../../../../test/kit/failing-provider.ts";
import { makePlanned } from "../../../../test/kit/planned-project.ts";
import { doneOrHeldUp, waitForLock } from "../../../../test/kit/wait-for.ts";
import type { World } from "../../../../test/kit/world.ts";
import { planCaptures } from "./plan-captures.ts";

/** How many rows of a world that a query finds are locked by nobody. */
const countFree = async (world: World, rows: string) =>
  (await queryProject(world, `${rows} for update skip locked`)).length;

const asRest = (world: World, db: World["db"], method: string, path: string, body: object = {}) =>
  world.appOn(db).request(`http://localhost:8787/api/v1${path}`, {
    method,
    headers: { "x-api-key": world.key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("whoever holds several prompts takes them by their numbers, wherever they lie", async () => {
  const { world, plan } = await makePlanned({
    ...{ start: "2026-06-10T00:30:00Z", timezone: "UTC", prompts: 2 },
  });
  const { pool, project } = world;
  const { data } = (await world.rest("GET", "/prompts")).body;
  const prompt_ids = data.map(({ id }: { id: string }) => id).sort();
  const [first] = await queryProject(
    world,
    "select min(prompt_id) as prompt_id from prompts where project_id = $1",
  );
  // The first lies behind the other now, where its table is read as it lies.
  await pool.query("update prompts set text = text || ' now' where prompt_id = $1", [
    first.prompt_id,
  ]);
  for (const [what, start] of [
    ["planning", plan],
    ["asking by hand", () => world.rest("POST", "/runs", {})],
    ["archiving", () => world.rest("POST", "/prompts/archive", { prompt_ids })],
    ["making active", () => world.rest("PATCH", "/prompts", { prompt_ids, status: "active" })],
    ["deleting", () => world.rest("POST", "/prompts/delete", { prompt_ids })],
  ] as const) {
    let started: Promise<unknown> = Promise.resolve();
    await world.db.transaction().execute(async (db) => {
      await sql`select from prompts where prompt_id = ${first.prompt_id} for update`.execute(db);
      const rows = "select from prompts where project_id = $1";
      started = start();
      await waitForLock(pool);
      assert.equal(await countFree(world, rows), 1, what);
    });
    await started;
  }
  const { rows } = await pool.query("select from prompts where project_id = $1", [
    project.project_id,
  ]);
  assert.equal(rows.length, 0);
});

test("a question that fails while its prompt is being deleted waits for that without holding its task", async () => {
  const { world, state, askOpen } = await makeTrouble({ prompts: 1 });
  state.reply = { status: 400, body: '{"error": {"message": "Not this question."}}' };
  const { end } = await askOpen();
  const [prompt] = (await world.rest("GET", "/prompts")).body.data;
  let ending: Promise<void> | undefined;
  const db = betweenStatements(world.db, "delete from prompts", async () => {
    ending = end();
    await waitForLock(world.pool);
    const rows = "select from capture_tasks where project_id = $1 and status = 'running'";
    assert.equal(await countFree(world, rows), 1);
  });
  assert.equal((await asRest(world, db, "DELETE", `/prompts/${prompt.id}`)).status, 204);
  await ending;
});

test("a raised cap and asking by hand at the same time repeat no more than failed", async () => {
  const { world, state, work, advance } = await makeTrouble({ prompts: 1 });
  const { project_id } = world.project;
  state.reply = { status: 400, body: '{"error": {"message": "Not this question."}}' };
  await work();
  // Asked again, which a cap left out.
  await world.pool.query("insert into capture_budgets values ($1, 0, null)", [project_id]);
  await world.rest("POST", "/runs", {});
  await work();
  advance(1);
  let raising: Promise<unknown> | undefined;
  const db = betweenStatements(world.db, "insert into capture_tasks", async () => {
    raising = world.rest("PATCH", "/budget", { daily_cap_usd: 5, monthly_cap_usd: null });
    await doneOrHeldUp(world.pool, raising);
  });
  assert.equal((await asRest(world, db, "POST", "/runs")).status, 200);
  await raising;
  const tasks = await queryProject(
    world,
    "select status, is_repeat from capture_tasks where project_id = $1 order by task_id",
  );
  assert.deepEqual(
    tasks.map(({ status, is_repeat }) => [status, is_repeat]),
    [
      ["failed", false],
      ["queued", false],
      ["queued", true],
    ],
  );
});

test("a plan that takes questions back waits for who plans the same day before it holds one", async () => {
  const { world, plan, change } = await makePlanned({
    ...{ start: "2026-06-10T00:30:00Z", timezone: "UTC", prompts: 2 },
  });
  await plan();
  await change({ schedule: { weekdays: [4], hour: 6 } });
  let planning: Promise<void> | undefined;
  const db = betweenStatements(world.db, "insert into capture_runs", async () => {
    planning = planCaptures.handler(jobContext(world), {});
    await waitForLock(world.pool);
    const rows = "select from capture_tasks where project_id = $1";
    assert.equal(await countFree(world, rows), 2);
  });
  const { status } = await asRest(world, db, "POST", "/runs");
  assert.equal(status, 200);
  await planning;
});

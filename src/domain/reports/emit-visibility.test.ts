import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { jobContext, watch } from "../../../test/kit/event-checks.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import type { World } from "../../../test/kit/world.ts";
import { emitVisibility } from "./emit-visibility.ts";

const PROMPTS = 12;

/**
 * A dozen prompts asked daily; `share` says how many of the answers of a day name the own brand. They name it themselves
 * where `is_branded`.
 */
async function fillDays(
  world: World,
  days: number,
  share: (day: number) => number,
  is_branded = false,
) {
  const { db, pool, project } = world;
  const { project_id } = project;
  const [brand] = (
    await pool.query("select brand_id from brands where project_id = $1", [project_id])
  ).rows;
  const { rows: models } = await pool.query("select model_id from models where project_id = $1", [
    project_id,
  ]);
  const model_id = models[0]?.model_id ?? (await addModel(db, project_id, "a"));
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    const prompt_id = await addPrompt(db, project_id, {
      text: `q${prompt} ${is_branded}`,
      is_branded,
    });
    for (let day = 0; day < days; day++) {
      const isNamed = prompt < share(day) * PROMPTS;
      await putFact(db, project_id, {
        ...{ day: addDays("2026-03-01", day), model_id, prompt_id },
        mentions: isNamed
          ? [{ brand_id: brand.brand_id, position: 1, mention_count: 1, sentiment: null }]
          : [],
      });
    }
  }
  await rebuildDirtyRollups(db, project);
}

test("visibility that moved by more than chance is told once: what is told is what later days are compared with", async () => {
  const { world, sent } = await watch();
  await fillDays(world, 52, (day) => (day < 23 ? 0.1 : day < 44 ? 0.95 : 0.1));
  await fillDays(world, 52, () => 1, true);
  await world.pool.query(
    "update answers set served_model = case when day < '2026-03-24' then 'x-1' else 'x-2' end where project_id = $1",
    [world.project.project_id],
  );
  const emitOn = (day: number) =>
    emitVisibility(jobContext(world), world.project, addDays("2026-03-01", day));
  for (const day of [12, 19, 22]) await emitOn(day);
  assert.deepEqual(await sent(), [], "no two weeks before; then nothing moved");
  await Promise.all([emitOn(27), emitOn(27)]);
  const [event] = await sent();
  const { period, previous, change } = event.data;
  for (const { date_from, date_to, visibility, answers } of [period, previous]) {
    const report = await world.rest("POST", "/reports/brands", {
      ...{ date_from, date_to, branded: "exclude" },
    });
    const [row] = report.body.data;
    assert.deepEqual([visibility, answers], [row.visibility, row.visibility_total]);
  }
  assert.deepEqual(
    [period.date_from, previous.date_from, previous.date_to],
    ["2026-03-22", "2026-03-01", "2026-03-21"],
    "a week against the whole weeks before, from the first answer on",
  );
  assert.ok(change.low > 0);
  assert.equal(event.data.is_simulated, false);
  const breaks = event.data.model_changes.map((one: Record<string, string>) => one["date"]);
  assert.deepEqual(breaks, ["2026-03-24"], "beside the change");
  for (const day of [27, 28, 34, 43]) await emitOn(day);
  assert.equal(
    (await sent()).length,
    1,
    "the same change is not told again, and a rise is no drop",
  );
  // Two weeks after what was told, and a week of another level.
  await emitOn(51);
  const [, second, drop] = await sent();
  assert.deepEqual(
    [second.data.previous.date_from, second.data.change.high < 0],
    ["2026-04-01", true],
  );
  assert.deepEqual(
    [second.type, drop.type, drop.data],
    ["visibility.changed", "visibility.dropped", second.data],
    "who wants drops alone is told of them apart",
  );
});

test("visibility that stayed, or moved in one prompt alone, is not told; a day is looked at once", async () => {
  const { world, sent } = await watch();
  await fillDays(world, 30, (day) => (day < 23 ? 0.5 : 0.58));
  const look = () => emitVisibility(jobContext(world), world.project, addDays("2026-03-01", 29));
  await look();
  assert.deepEqual(await sent(), []);
  // As large a move as can be, on a day that was looked at already.
  await world.pool.query("delete from mentions where project_id = $1 and day >= '2026-03-24'", [
    world.project.project_id,
  ]);
  await markDirty(
    world.db,
    world.project,
    [0, 1, 2, 3, 4, 5, 6].map((day) => addDays("2026-03-24", day)),
  );
  await rebuildDirtyRollups(world.db, world.project);
  await look();
  assert.deepEqual(await sent(), []);
});

test("visibility is not reported while answers are read again", async () => {
  const { world, sent } = await watch();
  await fillDays(world, 24, (day) => (day < 16 ? 0 : 1));
  const recalculate = (status: string) =>
    world.pool.query("update brands set status = $2 where project_id = $1", [
      world.project.project_id,
      status,
    ]);
  const tell = () => emitVisibility(jobContext(world), world.project, addDays("2026-03-01", 22));
  await recalculate("recalculating");
  await tell();
  assert.deepEqual(await sent(), []);
  await recalculate("ready");
  await tell();
  assert.equal((await sent()).length, 1);
});

test("what changes in answers to prompts that name the own brand alone is not told", async () => {
  const { world, sent } = await watch();
  await fillDays(world, 30, () => 0.5);
  await fillDays(world, 30, (day) => (day < 23 ? 0.1 : 0.95), true);
  await emitVisibility(jobContext(world), world.project, addDays("2026-03-01", 29));
  assert.deepEqual(await sent(), []);
});

test("visibility is not reported until answers are read again without a deleted brand", async () => {
  const { world, sent } = await watch();
  await fillDays(world, 24, (day) => (day < 16 ? 0 : 1));
  const { project_id } = world.project;
  const tell = () => emitVisibility(jobContext(world), world.project, addDays("2026-03-01", 22));
  const { body } = await world.rest("POST", "/brands", { name: "Zorbel" });
  await world.pool.query("update brands set status = 'ready' where project_id = $1", [project_id]);
  await world.rest("DELETE", `/brands/${body.id}`);
  await tell();
  assert.deepEqual(await sent(), []);
  await world.pool.query("update recalculations set finished_at = now() where project_id = $1", [
    project_id,
  ]);
  await tell();
  assert.equal((await sent()).length, 1);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { jobContext, watch } from "../../../test/kit/event-checks.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import type { World } from "../../../test/kit/world.ts";
import { emitVisibility } from "./emit-visibility.ts";

/** Ten prompts and two models, asked daily; `share` says how many of the answers of a day name the own brand. */
async function fillDays(world: World, days: number, share: (day: number) => number) {
  const { db, pool, project } = world;
  const { project_id } = project;
  const [brand] = (
    await pool.query("select brand_id from brands where project_id = $1", [project_id])
  ).rows;
  const models = [await addModel(db, project_id, "a"), await addModel(db, project_id, "b")];
  for (let prompt = 0; prompt < 10; prompt++) {
    const prompt_id = await addPrompt(db, project_id, { text: `q${prompt}` });
    for (const model_id of models) {
      for (let day = 0; day < days; day++) {
        const isNamed = prompt < share(day) * 10;
        await putFact(db, project_id, {
          ...{ day: addDays("2026-03-01", day), model_id, prompt_id },
          mentions: isNamed
            ? [{ brand_id: brand.brand_id, position: 1, mention_count: 1, sentiment: null }]
            : [],
        });
      }
    }
  }
  await rebuildDirtyRollups(db, project);
}

test("visibility that moved by more than chance is reported, once in seven days, as the report compares it", async () => {
  const { world, sent } = await watch();
  await fillDays(world, 24, (day) => (day < 12 ? 0.2 : 0.7));
  await world.pool.query(
    "update answers set served_model = case when day < '2026-03-13' then 'x-1' else 'x-2' end where project_id = $1",
    [world.project.project_id],
  );
  const emitOn = (day: number) =>
    emitVisibility(jobContext(world), world.project, addDays("2026-03-01", day));
  await emitOn(11);
  assert.deepEqual(await sent(), [], "nothing moved yet");
  await Promise.all([emitOn(15), emitOn(15)]);
  await emitOn(15);
  await emitOn(16);
  const [event, ...more] = await sent();
  assert.equal(more.length, 0);
  const report = await world.rest("POST", "/reports/brands", {
    ...{ date_from: addDays("2026-03-01", 9), date_to: addDays("2026-03-01", 15) },
    compare: "previous_period",
  });
  const { change, visibility } = report.body.data[0];
  const { value, low, high } = change.visibility;
  assert.deepEqual(event.data.change, { value, low, high });
  assert.deepEqual(
    [event.data.period.visibility, event.data.period.date_from],
    [visibility, addDays("2026-03-01", 9)],
  );
  assert.ok(low > 0);
  const breaks = event.data.model_changes.map((one: Record<string, string>) => one["date"]);
  assert.deepEqual(breaks, ["2026-03-13", "2026-03-13"], "of both models, beside the change");
  await emitOn(22);
  assert.equal((await sent()).length, 2, "still moving against a week before");
});

test("visibility that stayed, or may have moved by chance, is not reported", async () => {
  const { world, sent } = await watch();
  // One answer in twenty more: far inside the interval.
  await fillDays(world, 16, (day) => (day === 12 ? 0.6 : 0.5));
  for (const day of [6, 13, 15]) {
    await emitVisibility(jobContext(world), world.project, addDays("2026-03-01", day));
  }
  assert.deepEqual(await sent(), []);
});

test("visibility is not reported while answers are read again", async () => {
  const { world, sent } = await watch();
  await fillDays(world, 16, (day) => (day < 8 ? 0 : 1));
  const recalculate = (status: string) =>
    world.pool.query("update brands set status = $2 where project_id = $1", [
      world.project.project_id,
      status,
    ]);
  const tell = () => emitVisibility(jobContext(world), world.project, addDays("2026-03-01", 14));
  await recalculate("recalculating");
  await tell();
  assert.deepEqual(await sent(), []);
  await recalculate("ready");
  await tell();
  assert.equal((await sent()).length, 1);
});

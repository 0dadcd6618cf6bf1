import assert from "node:assert/strict";
import { test } from "node:test";
import { makePlanned } from "../../../../test/kit/planned-project.ts";

test("what a started run asks is not asked again by the plan of that day, unless a user starts one more", async () => {
  for (const isPlannedFirst of [false, true]) {
    const { world, plan, goTo, work } = await makePlanned({
      ...{ start: "2026-06-10T00:30:00Z", timezone: "UTC" },
    });
    const start = async () => (await world.rest("POST", "/runs", {})).body.planned;
    if (isPlannedFirst) await plan();
    assert.equal(await start(), 3);
    assert.equal(await work(), 3, "it asks at once");
    goTo("2026-06-10T22:00:00Z");
    await plan();
    assert.equal(await work(), 0, "the day is asked");
    assert.equal(await start(), 3);
    assert.equal(await work(), 3, "more on demand");
    goTo("2026-06-11T22:00:00Z");
    await plan();
    assert.equal(await work(), 3, "the next day as ever");
  }
});

test("of several samples a day a started run asks some, and the plan the rest", async () => {
  const { world, plan, goTo, change, work } = await makePlanned({
    ...{ start: "2026-06-10T00:30:00Z", timezone: "UTC" },
  });
  await world.pool.query("update capture_targets set samples_per_day = 3 where project_id = $1", [
    world.project.project_id,
  ]);
  await plan();
  // What is off the schedule for a moment is asked by the run, and not again once it is on it.
  await change({ schedule: { weekdays: [4], hour: 6 } });
  await plan();
  await world.rest("POST", "/runs", { samples: 2 });
  assert.equal(await work(), 6);
  await change({ schedule: { weekdays: [3], hour: 6 } });
  goTo("2026-06-10T22:00:00Z");
  await plan();
  assert.equal(await work(), 3);
  await world.rest("POST", "/runs", { samples: 4 });
  assert.equal(await work(), 12, "the plan has begun with the day: these are more");
});

test("what a started run was to ask of an assistant that was off meanwhile is asked by the plan", async () => {
  const { world, plan, goTo, work } = await makePlanned({
    ...{ start: "2026-06-10T00:30:00Z", timezone: "UTC" },
  });
  const turn = (is_active: boolean) =>
    world.pool.query("update models set is_active = $2 where project_id = $1", [
      ...[world.project.project_id, is_active],
    ]);
  await world.rest("POST", "/runs", {});
  await turn(false);
  await plan();
  await turn(true);
  goTo("2026-06-10T22:00:00Z");
  await plan();
  assert.equal(await work(), 3);
});

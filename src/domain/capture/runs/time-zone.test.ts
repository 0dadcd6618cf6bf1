import assert from "node:assert/strict";
import { test } from "node:test";
import { makeTrouble } from "../../../../test/kit/failing-provider.ts";
import { makePlanned } from "../../../../test/kit/planned-project.ts";

test("what failed is known to be asked again where another time zone made the day an earlier one", async () => {
  const { world, state, work, plan, advance } = await makeTrouble({ prompts: 2 });
  const { id } = world.project;
  while (await work());
  // The next day, which is the one before on the other side of the date line.
  advance(12 * 3_600);
  await plan();
  state.reply = { status: 400, body: '{"error": {"message": "Not this question."}}' };
  while (await work());
  const [{ id: run_id, day }] = (await world.rest("GET", "/runs")).body.data;
  const counts = async () => {
    const { body } = await world.rest("GET", `/runs/${run_id}`);
    return [body.failed, body.asked_again, body.errors[0].came_back];
  };
  assert.deepEqual([day, await counts()], ["2026-03-03", [2, 0, 0]]);
  for (const timezone of ["Etc/GMT+12", "Pacific/Kiritimati", "UTC"]) {
    await world.rest("PATCH", `/projects/${id}`, { timezone });
    assert.deepEqual(await counts(), [2, 0, 0], timezone);
  }
  await world.rest("PATCH", `/projects/${id}`, { timezone: "Etc/GMT+12" });
  state.reply = null;
  advance(1);
  await world.rest("POST", "/runs", {});
  assert.deepEqual(await counts(), [2, 2, 0], "waiting");
  while (await work());
  assert.deepEqual(await counts(), [2, 2, 2]);
});

test("what was planned of a day that another time zone makes a later one waits for it", async () => {
  const { world, plan, goTo, change, tasks, work } = await makePlanned({
    ...{ start: "2026-06-09T23:00:00Z", timezone: "Pacific/Auckland" },
  });
  await plan();
  assert.deepEqual(
    (await tasks()).map((row) => row.day),
    ["2026-06-10"],
  );
  await change({ timezone: "America/Los_Angeles" });
  await plan();
  goTo("2026-06-10T05:00:00Z");
  await plan();
  const days = async () => {
    const { rows } = await world.pool.query(
      "select distinct day::text from answers where project_id = $1 order by 1",
      [world.project.project_id],
    );
    return rows.map(({ day }) => day);
  };
  await work();
  assert.deepEqual(await days(), ["2026-06-09"], "no answer is of a day that has not begun");
  goTo("2026-06-10T22:00:00Z");
  await plan();
  assert.equal(await work(), 3);
  assert.deepEqual(await days(), ["2026-06-09", "2026-06-10"]);
});

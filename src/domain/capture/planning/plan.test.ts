import assert from "node:assert/strict";
import { test } from "node:test";
import { makePlanned } from "../../../../test/kit/planned-project.ts";

test("a day begins and ends at midnight of the project's time zone", async () => {
  for (const [timezone, before, from, day] of [
    ["Pacific/Auckland", "2026-06-09T11:59:59Z", "2026-06-09T12:00:00Z", "2026-06-10"],
    ["America/Los_Angeles", "2026-06-10T06:59:59Z", "2026-06-10T07:00:00Z", "2026-06-10"],
    ["Asia/Kolkata", "2026-06-09T18:29:59Z", "2026-06-09T18:30:00Z", "2026-06-10"],
  ] as const) {
    const { plan, goTo, tasks } = await makePlanned({ start: before, timezone });
    await plan();
    assert.deepEqual(
      (await tasks()).map((row) => row.day),
      ["2026-06-09"],
      timezone,
    );
    goTo(from);
    await plan();
    await plan();
    const [, next, ...more] = await tasks();
    assert.deepEqual([next.day, next.count, more.length], [day, 3, 0], timezone);
  }
});

test("each prompt keeps its time of day when clocks are put forward and back", async () => {
  for (const days of [
    ["2026-03-28", "2026-03-29", "2026-03-30"],
    ["2026-10-24", "2026-10-25", "2026-10-26"],
  ]) {
    const start = `${days[0]}T00:30:00Z`;
    const { plan, goTo, tasks, times } = await makePlanned({ start, timezone: "Europe/Berlin" });
    for (const day of days) {
      goTo(`${day}T00:30:00Z`);
      await plan();
    }
    const [first, second, third] = await Promise.all(days.map(times));
    assert.deepEqual(second, first);
    assert.deepEqual(third, first);
    for (const row of await tasks()) {
      assert.ok(row.first.slice(3) >= "06:00" && row.last.slice(3) < "08:01", JSON.stringify(row));
      assert.equal(row.first.slice(0, 2), row.day.slice(8));
    }
  }
});

test("a late hour is spread to the end of its day, not into the next", async () => {
  const { plan, change, tasks } = await makePlanned({
    ...{ start: "2026-06-10T00:30:00Z", timezone: "UTC", prompts: 40 },
  });
  await change({ schedule: { weekdays: [3], hour: 23 } });
  await plan();
  const [row] = await tasks();
  assert.ok(row.first >= "10 23:00" && row.last < "10 23:51", JSON.stringify(row));
});

test("a day that clocks make an hour shorter or longer keeps its questions to itself, whatever the hour", async () => {
  // In Nuuk the hour before midnight is left out on one Saturday and comes twice on another.
  for (const day of ["2026-03-28", "2026-10-24"]) {
    for (const hour of [0, 21, 22, 23]) {
      const { plan, change, tasks } = await makePlanned({
        ...{ start: `${day}T12:00:00Z`, timezone: "America/Nuuk", prompts: 40 },
      });
      await change({ schedule: { weekdays: [6], hour } });
      await plan();
      const [row, ...more] = await tasks();
      assert.deepEqual([row.day, row.count, more.length], [day, 40, 0]);
      const seen = `${day} ${hour}: ${JSON.stringify(row)}`;
      assert.ok(row.first.startsWith(day.slice(8)) && row.last.startsWith(day.slice(8)), seen);
    }
  }
});

test("what was not asked yet follows a changed hour, a day that is left out, and one that comes back", async () => {
  const { world, plan, goTo, change, tasks, work } = await makePlanned({
    ...{ start: "2026-06-10T00:30:00Z", timezone: "UTC" },
  });
  await plan();
  await change({ schedule: { weekdays: [1, 2, 3, 4, 5, 6, 7], hour: 15 } });
  await plan();
  const [moved, ...none] = await tasks();
  assert.ok(moved.first >= "10 15:00" && moved.last < "10 17:01", JSON.stringify(moved));
  assert.equal(none.length, 0);
  await change({ schedule: { weekdays: [4], hour: 15 } });
  await plan();
  assert.deepEqual(
    (await tasks()).map((row) => row.status),
    ["cancelled"],
  );
  const [{ errors }] = (await world.rest("GET", "/runs")).body.data;
  assert.deepEqual([errors[0].kind, errors[0].count], ["unscheduled", 3]);
  await change({ schedule: { weekdays: [3], hour: 9 } });
  await plan();
  goTo("2026-06-10T11:30:00Z");
  assert.equal(await work(), 3);
  await change({ schedule: { weekdays: [4], hour: 20 } });
  await plan();
  assert.deepEqual(
    (await tasks()).map((row) => [row.status, row.count]),
    [["done", 3]],
  );
});

test("samples are planned as often as the model is to be asked, also when that changes", async () => {
  const { world, plan, goTo, tasks, work } = await makePlanned({
    ...{ start: "2026-06-10T00:30:00Z", timezone: "UTC" },
  });
  const setSamples = (samples: number) =>
    world.pool.query("update capture_targets set samples_per_day = $2 where project_id = $1", [
      world.project.project_id,
      samples,
    ]);
  const counts = async () => (await tasks()).map((row) => [row.status, row.count]);
  await setSamples(3);
  await plan();
  assert.deepEqual(await counts(), [["queued", 9]]);
  await setSamples(1);
  await plan();
  assert.deepEqual(await counts(), [
    ["cancelled", 6],
    ["queued", 3],
  ]);
  await setSamples(2);
  await plan();
  goTo("2026-06-10T23:00:00Z");
  assert.equal(await work(), 6);
  const { rows } = await world.pool.query(
    "select sample, count(*)::int as count from answers where project_id = $1 group by 1 order by 1",
    [world.project.project_id],
  );
  assert.deepEqual(rows, [
    { sample: 1, count: 3 },
    { sample: 2, count: 3 },
  ]);
});

test("a paused project plans and asks nothing; what waited too long ends for a stated reason", async () => {
  const { world, plan, goTo, change, tasks, work } = await makePlanned({
    ...{ start: "2026-06-10T00:30:00Z", timezone: "UTC" },
  });
  await plan();
  await change({ status: "paused" });
  goTo("2026-06-10T12:00:00Z");
  await plan();
  assert.equal(await work(), 0);
  await change({ status: "active" });
  assert.equal(await work(), 3);
  goTo("2026-06-11T00:30:00Z");
  await plan();
  await change({ status: "paused" });
  goTo("2026-06-12T23:00:00Z");
  await plan();
  assert.equal((await tasks()).at(-1).status, "queued", "an outage of a day is caught up with");
  goTo("2026-06-13T00:00:00Z");
  await plan();
  const { rows } = await world.pool.query(
    "select status, error_kind, error from capture_tasks where project_id = $1 and day = '2026-06-11'",
    [world.project.project_id],
  );
  const ended = {
    status: "failed",
    error_kind: "expired",
    error: "Its day ended before it could be asked.",
  };
  assert.deepEqual(rows, [ended, ended, ended]);
  await world.runJobs();
  const { body } = await world.rest("GET", "/runs");
  assert.deepEqual([body.data[0].status, body.data[0].completed_at !== null], ["partial", true]);
});

test("a month's cap counts the month's days together, and the next month again", async () => {
  const { world, plan, goTo, work } = await makePlanned({
    ...{ start: "2026-06-29T23:00:00Z", timezone: "UTC", prompts: 4 },
  });
  const { project_id } = world.project;
  const spend = async (day: string) => {
    const { rows } = await world.pool.query(
      `select coalesce(sum(spent_micros), 0)::int as spent,
        (select count(*)::int from capture_tasks t where t.project_id = $1 and t.day = $2
          and t.status = 'skipped_budget') as skipped
       from capture_ledger where project_id = $1 and day = $2`,
      [project_id, day],
    );
    return rows[0];
  };
  await plan();
  await work();
  const first = await spend("2026-06-29");
  assert.deepEqual([first.spent > 0, first.skipped], [true, 0]);
  // Room for less than another answer in June.
  await world.pool.query("insert into capture_budgets values ($1, null, $2)", [
    project_id,
    first.spent + 1_000,
  ]);
  goTo("2026-06-30T23:00:00Z");
  await plan();
  await work();
  assert.deepEqual(await spend("2026-06-30"), { spent: 0, skipped: 4 });
  await world.pool.query(
    "update capture_budgets set monthly_cap_micros = $2 where project_id = $1",
    [project_id, first.spent * 3],
  );
  goTo("2026-07-01T23:00:00Z");
  await plan();
  await work();
  const july = await spend("2026-07-01");
  assert.deepEqual([july.spent > 0, july.skipped], [true, 0]);
});

test("after an outage of days nothing is asked of days that are over, before the plan's turn comes, too", async () => {
  const { world, plan, goTo, work, tasks } = await makePlanned({
    ...{ start: "2026-06-10T00:30:00Z", timezone: "America/Los_Angeles" },
  });
  await plan();
  const { project_id } = world.project;
  await world.pool.query(
    `update capture_tasks set day = '2026-06-10' where project_id = $1
       and task_id = (select min(task_id) from capture_tasks where project_id = $1)`,
    [project_id],
  );
  // There it is the 11th until 7:00: what is left of the day before is asked.
  goTo("2026-06-12T06:59:00Z");
  assert.equal(await work(), 1);
  goTo("2026-06-15T09:00:00Z");
  assert.equal(await work(), 0);
  const { rows } = await world.pool.query(
    "select turn_at::text from capture_turns where project_id = $1",
    [project_id],
  );
  assert.deepEqual(rows, [{ turn_at: "infinity" }], "nobody looks again and again");
  await plan();
  assert.deepEqual(
    (await tasks()).map(({ day, status, count }) => [day, status, count]),
    [
      ["2026-06-09", "failed", 2],
      ["2026-06-10", "done", 1],
      ["2026-06-15", "queued", 3],
    ],
  );
});

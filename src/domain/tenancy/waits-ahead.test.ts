import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { startWorker } from "#adapters/queue.ts";
import type { AnyJob } from "#core/job.ts";
import { askCanaries } from "#domain/capture/health/ask-canaries.ts";
import { jobContext } from "../../../test/kit/event-checks.ts";
import { makePlanned } from "../../../test/kit/planned-project.ts";
import { waitFor } from "../../../test/kit/wait-for.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { watchClock } from "./watch-clock.ts";

const RIGHT = "2026-06-10T12:00:00Z";
const AHEAD = "2026-07-10T12:00:00Z";

async function makeWaiting() {
  const planned = await makePlanned({ start: "2026-06-10T00:30:00Z", timezone: "UTC" });
  const { world, goTo } = planned;
  await world.pool.query("delete from seen_clock");
  const { project_id } = world.project;
  /** What the schedule does every ten minutes at a time. */
  const at = async (time: string) => {
    goTo(time);
    await watchClock.handler(jobContext(world), {});
    await planned.plan();
  };
  await watchClock.handler(jobContext(world), {});
  return { ...planned, project_id, at };
}

test("a clock that was ahead while something was asked, and is set right, lets assistants be asked at once", async () => {
  const { world, project_id, at, work } = await makeWaiting();
  await world.pool.query(
    "update capture_targets set requests_per_minute = 60 where project_id = $1",
    [project_id],
  );
  await at(AHEAD);
  assert.equal(await work(), 1);
  await at(RIGHT);
  assert.equal(await work(), 1);
});

test("what waits until a time that a wrong clock named waits no longer than it ever does", async () => {
  const { world, project_id, at, plan } = await makeWaiting();
  await plan();
  const { rows } = await world.pool.query(
    "select model_id from capture_targets where project_id = $1",
    [project_id],
  );
  const { model_id } = rows[0];
  for (const statement of [
    `update capture_targets set next_free_at = $1, slowed_until = $1, paused_until = $1, failing_since = $1`,
    `insert into judges (project_id, model_id, since, created_at, busy_until, waits_until, failing_since)
     values (${project_id}, ${model_id}, '2026-06-01', now(), $1, $1, $1)`,
    `insert into capture_submissions (project_id, model_id, submission_key, base_url, asked, set_up, sent_at, look_at, give_up_at)
     values (${project_id}, ${model_id}, gen_random_uuid(), 'http://localhost', '{}', '', $1, $1, $1::timestamptz + interval '1 day')`,
    `insert into capture_ledger (project_id, day, model_id, reserved_micros, held_until)
     values (${project_id}, '2026-06-10', ${model_id}, 1, $1)`,
    `insert into oauth_clients (client_id, name, redirect_uris, created_at, checked_at)
     values ('https://client.example/waits', 'C', '{}', now(), $1)`,
    `update capture_tasks t set run_after = $1, attempts = p.place, status = p.status, lease_until = case when p.place = 2 then $1::timestamptz end
     from (values (0, 'queued'), (1, 'queued'), (2, 'running')) p (place, status)
     where place = (select count(*) from capture_tasks o where o.project_id = t.project_id and o.task_id < t.task_id)`,
  ]) {
    await world.pool.query(statement, [AHEAD]);
  }
  await at(RIGHT);
  const left = await world.pool.query(
    `select json_build_object('next_free_at', next_free_at, 'slowed_until', slowed_until, 'paused_until', paused_until, 'failing_since', g.failing_since,
       'judge_failing_since', judges.failing_since,
       'busy_until', busy_until, 'waits_until', waits_until, 'look_at', look_at, 'held_until', held_until,
       'checked_at', checked_at,
       'lease_until', (select lease_until from capture_tasks t where t.project_id = g.project_id and attempts = 2),
       'again', (select run_after from capture_tasks t where t.project_id = g.project_id and attempts = 1)) as ends
     from capture_targets g join judges using (project_id) join capture_submissions using (project_id)
     join capture_ledger using (project_id) join oauth_clients on client_id = 'https://client.example/waits'
     where project_id = $1`,
    [project_id],
  );
  const minutes = Object.entries<string>(left.rows[0].ends).map(([name, time]) => [
    name,
    (Date.parse(time) - Date.parse(RIGHT)) / 60_000,
  ]);
  assert.deepEqual(Object.fromEntries(minutes), {
    ...{
      next_free_at: 0,
      slowed_until: 5,
      paused_until: 24 * 60,
      failing_since: 0,
      judge_failing_since: 0,
    },
    ...{ busy_until: 10, waits_until: 24 * 60, look_at: 5 },
    ...{ held_until: 10, checked_at: 0, lease_until: 5, again: 0 },
  });
});

test("what a clock that was ahead for a moment ended of a day is asked on it once the clock is right", async () => {
  const { world, project_id, at, plan, goTo, work, tasks } = await makeWaiting();
  await plan();
  await world.pool.query(
    "insert into canaries (project_id, model_id, day, asked_at) select project_id, model_id, '2026-06-09', '2026-06-09' from capture_targets where project_id = $1",
    [project_id],
  );
  await at("2026-12-10T12:00:00Z");
  await askCanaries.handler(jobContext(world), {});
  assert.equal((await tasks())[0].status, "failed");
  const canaries = await world.pool.query("select from canaries where project_id = $1", [
    project_id,
  ]);
  assert.equal(canaries.rows.length, 1, "nothing is forgotten");
  await at("2026-06-10T01:00:00Z");
  goTo(RIGHT);
  assert.equal(await work(), 3);
  const [of] = (await world.rest("GET", "/runs")).body.data.filter(
    ({ day }: { day: string }) => day === "2026-06-10",
  );
  assert.deepEqual([of.planned, of.questions, of.done, of.failed], [3, 3, 3, 0]);
});

test("a job that is to run later than any job is put off runs when work begins again", async () => {
  const world = await makeWorld();
  const done: number[] = [];
  const note: AnyJob = {
    ...{ name: "note", work: "upkeep", attempts: 1, input: z.object({ day: z.int() }) },
    handler: async (_, { day }) => void done.push(day),
  };
  const add = (hours: number, day: number) =>
    world.base
      .queueOn(world.db)
      .add(note, { day }, { run_at: new Date(Date.now() + hours * 3.6e6) });
  await add(24, 1);
  await add(30 * 24, 30);
  const worker = await startWorker(world.pool, [note], {
    context: jobContext(world),
    onWorkers() {},
  });
  try {
    await waitFor("the job of a month ahead", () => done.length > 0);
  } finally {
    await worker.stop();
  }
  assert.deepEqual(done, [30]);
});

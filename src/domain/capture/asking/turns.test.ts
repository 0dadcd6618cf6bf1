import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { EngineFailure } from "#core/answer-engine.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { fillCaptureProject } from "../../../../test/kit/capture-project.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { waitFor, waitForLock } from "../../../../test/kit/wait-for.ts";
import { makeWorld, type World, type WorldOptions } from "../../../../test/kit/world.ts";
import { LEASE_SECONDS } from "../capture-task.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { startCaptureWorker, workOnce } from "./capture-worker.ts";
import { claimTask } from "./claim-task.ts";
import type { ClaimedTask } from "./claimed-task.ts";
import { settleOutcome } from "./settle-outcome.ts";
import { restProject, takeTurn } from "./turn-queries.ts";

/** Worlds with this many due questions each, to one model, on one clock; each claim takes a millisecond of it. */
async function makeTurns(...due: number[]) {
  let time = Date.parse("2026-03-02T23:00:00Z");
  const options: WorldOptions = { now: () => new Date(time) };
  const server = await startSimulatedServer({ seed: "turns" });
  after(() => server.close());
  const worlds: World[] = [];
  for (const count of due) {
    const world = await makeWorld(options);
    const { project_id } = world.project;
    // Workers look across projects: what tests before this one left is not asked.
    await world.pool.query("update projects set status = 'paused' where project_id <> all($1)", [
      [project_id, ...worlds.map((other) => other.project.project_id)],
    ]);
    await fillCaptureProject(world, { server, prompts: 1, models: 1 });
    await world.pool.query(
      "update capture_targets set concurrency = 64, samples_per_day = 1 where project_id = $1",
      [project_id],
    );
    worlds.push(world);
    await planCaptures.handler(jobContext(world), {});
    await world.pool.query(
      `insert into capture_tasks (project_id, run_id, day, model_id, prompt_id, sample, asked_at, run_after)
       select project_id, run_id, day, model_id, prompt_id, n, run_after, run_after
       from capture_tasks, generate_series(2, $2::integer) n where project_id = $1`,
      [project_id, count],
    );
  }
  const [world] = worlds;
  assert(world);
  const context = jobContext(world);
  const claim = async () => {
    time += 1;
    const claimed = await claimTask(context);
    return claimed.kind === "ask" ? claimed.task : null;
  };
  return {
    ...{ worlds, world, context, claim },
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

const query = async ({ pool, project }: World, text: string) =>
  (await pool.query(text, [project.project_id])).rows;
const pause = (world: World, until: string) =>
  query(world, `update capture_targets set paused_until = '${until}' where project_id = $1`);
/** Ends a question that was claimed. */
const end = (context: Parameters<typeof settleOutcome>[0], task: ClaimedTask) =>
  settleOutcome(context, task, new EngineFailure("permanent", "No."));
const numberOf = (world: World | undefined) => world?.project.project_id;

test("a project with 10,000 due questions and one with 10 take turns", async () => {
  const { worlds, claim } = await makeTurns(10_000, 10);
  const asked: unknown[] = [];
  for (let n = 0; n < 21; n++) asked.push((await claim())?.project_id);
  const [big, small] = worlds.map(numberOf);
  assert.equal(asked.filter((one) => one === small).length, 10, "the small one is through");
  for (const [n, one] of asked.slice(0, 19).entries()) assert.notEqual(one, asked[n + 1]);
  assert.equal(asked[20], big);
});

test("a project whose model is paused, and one that is full, cost one look each and hold nobody up", async () => {
  const { worlds, world, context, claim } = await makeTurns(300, 300, 3);
  const [paused, full, free] = worlds;
  assert(paused && full && free);
  await pause(paused, "infinity");
  await query(full, "update capture_targets set concurrency = 1 where project_id = $1");
  const asked: unknown[] = [];
  for (let n = 0; n < 6; n++) asked.push((await claim())?.project_id);
  assert.deepEqual(
    [full, free].map((one) => asked.filter((id) => id === numberOf(one)).length),
    [1, 3],
  );
  assert.deepEqual(asked.slice(4), [undefined, undefined]);
  const { rows } = await world.pool.query(
    "select project_id from capture_turns where turn_at <= $1",
    [context.now()],
  );
  assert.deepEqual(rows, [], "all rest");
});

test("what makes a question due, or its model free, wakes its project at once", async () => {
  const { world, context, claim, advance } = await makeTurns(5);
  await query(world, "update capture_targets set concurrency = 1 where project_id = $1");
  const first = await claim();
  assert(first);
  assert.equal(await claim(), null, "its model is busy");
  await end(context, first);
  const second = await claim();
  assert(second, "an ended question frees its model");
  assert.equal(await claim(), null);
  advance(LEASE_SECONDS + 1);
  const again = await claim();
  assert(again, "a lease that ran out frees its model");
  await end(context, again);
  await query(world, "update projects set status = 'paused' where project_id = $1");
  assert.equal(await claim(), null);
  await world.rest("PATCH", `/projects/${world.project.id}`, { status: "active" });
  const third = await claim();
  assert(third, "a project that is active again is asked at once");
  await end(context, third);
  await query(world, "update capture_tasks set status = 'cancelled' where project_id = $1");
  assert.equal(await claim(), null);
  await world.rest("POST", "/runs", {});
  assert(await claim(), "what a user wants now is due now");
});

test("of a look that finds nothing and a question that ends meanwhile, the end is not lost", async () => {
  const { world, context, claim, advance } = await makeTurns(3);
  await query(world, "update capture_targets set concurrency = 1 where project_id = $1");
  const task = await claim();
  assert(task);
  // The end is written down, and waits for the look that holds the turn; then the other way round.
  const looking = await world.pool.connect();
  await looking.query("begin");
  await looking.query("select from capture_turns where project_id = $1 for update", [
    task.project_id,
  ]);
  const ending = end(context, task);
  await waitForLock(world.pool);
  await looking.query("update capture_turns set turn_at = 'infinity' where project_id = $1", [
    task.project_id,
  ]);
  await looking.query("commit");
  await ending;
  const next = await claim();
  assert(next);
  await looking.query("begin");
  await looking.query("update capture_turns set turn_at = $2 where project_id = $1", [
    task.project_id,
    context.now(),
  ]);
  const resting = restProject(world.db, task, context.now());
  await waitForLock(world.pool);
  await looking.query("update capture_targets set concurrency = 2 where project_id = $1", [
    task.project_id,
  ]);
  await looking.query("commit");
  looking.release();
  await resting;
  advance(1);
  assert(await claim(), "what was free before the look had the turn is seen");
});

test("a worker that dies with the turn of a project leaves it to others, and many at once take a question once", async () => {
  const { context, claim, world, advance } = await makeTurns(12);
  const turn = await takeTurn(world.db, context.now());
  assert(turn.project_id, "taken, and never used");
  const claims = await Promise.all(Array.from({ length: 40 }, claim));
  const taken = claims.flatMap((task) => task?.task_id ?? []);
  assert.equal(new Set(taken).size, taken.length);
  for (;;) {
    advance(1);
    const task = await claim();
    if (!task) break;
    taken.push(task.task_id);
  }
  assert.equal(new Set(taken).size, 12);
  assert.equal(taken.length, 12);
});

test("a turn that was lost or set aside by hand comes back with the next plan", async () => {
  const { world, context, claim } = await makeTurns(3);
  for (const lose of [
    "delete from capture_turns where project_id = $1",
    "update capture_turns set turn_at = 'infinity' where project_id = $1",
  ]) {
    await query(world, lose);
    assert.equal(await claim(), null);
    await planCaptures.handler(context, {});
    assert(await claim());
  }
});

test("a deleted prompt, a model switched off and a deleted project leave turns that end", async () => {
  const { worlds, world, context, claim, advance } = await makeTurns(3, 3, 3);
  const [one, two, three] = worlds;
  assert(one && two && three);
  for (let n = 0; n < 3; n++) assert(await claim());
  const [prompt] = (await one.rest("GET", "/prompts")).body.data;
  assert.equal((await one.rest("DELETE", `/prompts/${prompt.id}`)).status, 204);
  await query(two, "update models set is_active = false where project_id = $1");
  await query(three, "delete from projects where project_id = $1");
  assert.equal(await claim(), null);
  assert.equal(await workOnce(context), false);
  advance(LEASE_SECONDS + 1);
  assert.equal(await claim(), null);
  const { rows } = await world.pool.query(
    "select project_id, turn_at = 'infinity' as rests from capture_turns where project_id = any($1) order by 1",
    [worlds.map(numberOf)],
  );
  assert.deepEqual(
    rows,
    [one, two].map((other) => ({ project_id: numberOf(other), rests: true })),
  );
});

test("a question whose worker dies while its model is paused is put back, and holds no money", async () => {
  const { world, claim, advance } = await makeTurns(1);
  assert(await claim());
  await pause(world, "infinity");
  advance(LEASE_SECONDS + 1);
  assert.equal(await claim(), null);
  const tasks = "select status, attempts, reserved_micros from capture_tasks where project_id = $1";
  assert.deepEqual(await query(world, tasks), [
    { status: "queued", attempts: 1, reserved_micros: 0 },
  ]);
  const held = "select reserved_micros, asked from capture_ledger where project_id = $1";
  assert.deepEqual(await query(world, held), [{ reserved_micros: 0, asked: 1 }]);
});

test("a question that ends makes room for the next at once, not when it is next looked whether something is due", {
  timeout: 60_000,
}, async () => {
  const { world, context } = await makeTurns(12);
  const { pool, project } = world;
  await pool.query("update capture_targets set concurrency = 1 where project_id = $1", [
    project.project_id,
  ]);
  // Time goes on: a project whose question was just taken rests for a moment.
  const [begun, started] = [context.now().getTime(), performance.now()];
  const now = () => new Date(begun + performance.now() - started);
  const worker = startCaptureWorker(
    { ...context, now },
    { ...{ slots: 3, process_id: () => null }, idle_ms: 3_600_000 },
  );
  after(() => worker.stop(0));
  await waitFor("all questions are asked", async () => {
    const { rows } = await pool.query(
      "select from capture_tasks where project_id = $1 and finished_at is null",
      [project.project_id],
    );
    return rows.length === 0;
  });
});

test("nothing is asked for a project whose server is away; then it is, and others have their turns meanwhile", async () => {
  const { worlds, context, claim, advance } = await makeTurns(2, 2);
  const [away, other] = worlds.map(numberOf);
  const placement = { away: new Set([away]), within: <R>(_: unknown, work: () => R) => work() };
  Object.assign(context, { placement });
  const projects = async () => [(await claim())?.project_id, (await claim())?.project_id];
  assert.deepEqual(await projects(), [other, other]);
  placement.away.clear();
  assert.equal(await claim(), null);
  advance(10);
  assert.deepEqual(await projects(), [away, away]);
});

test("an answer that waits for a server that is away takes no place of others' questions, and is stored when it is back", {
  timeout: 60_000,
}, async () => {
  const { worlds, world, context } = await makeTurns(1, 1);
  const [, other = world] = worlds;
  const away = new Set<number>();
  Object.assign(context, {
    placement: { away, within: (_: unknown, work: () => unknown) => work() },
  });
  const turn = (of: World, at: string) =>
    query(of, `update capture_turns set turn_at = ${at} where project_id = $1`);
  await turn(other, "'infinity'");
  const worker = startCaptureWorker(context, { slots: 1, process_id: () => null, idle_ms: 50 });
  after(() => worker.stop(0));
  const isAnswered = async (of: World) => {
    const rows = await query(of, "select finished_at from capture_tasks where project_id = $1");
    return rows.every(({ finished_at }) => finished_at !== null);
  };
  await world.db.transaction().execute(async (trx) => {
    await lockAnswers(trx, world.project);
    await waitForLock(world.pool);
    away.add(world.project.project_id);
    await turn(other, "now() - interval '100 years'");
    await waitFor("the other's question is answered", () => isAnswered(other));
    assert.equal(await isAnswered(world), false);
  });
  await waitFor("it is stored", () => isAnswered(world));
});

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { makeProgressWatch } from "#domain/capture/runs/watch-progress.ts";
import { fillCaptureProject } from "../../../test/kit/capture-project.ts";
import { jobContext } from "../../../test/kit/event-checks.ts";
import { listen, nextProgress } from "../../../test/kit/event-reader.ts";
import { signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

/** Listens as a signed-in user does. */
async function open(world: World, headers: Record<string, string> = {}) {
  const { visitor } = await signedIn(world);
  return listen(world, visitor, headers);
}

test("a listener learns at once how runs and recalculations are, and again when they move", async () => {
  const world = await makeWorld({ now: () => new Date("2026-03-02T09:00:00Z") });
  const stream = await open(world);
  assert.equal(stream.status, 200);
  assert.match(stream.headers.get("content-type") ?? "", /^text\/event-stream/);
  assert.equal(stream.headers.get("cache-control"), "no-store");
  assert.deepEqual(await nextProgress(stream), {
    ...{ runs: [], recalculation: null, prompt_import: null },
  });
  const server = await startSimulatedServer({ seed: "progress" });
  await fillCaptureProject(world, { server, prompts: 3, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  await server.close();
  const planned = await nextProgress(stream);
  const { run_id, ...counts } = planned.runs[0];
  assert.match(run_id, /^run_/);
  assert.deepEqual(counts, {
    ...{ day: "2026-03-02", completed_at: null, planned: 3, queued: 3, running: 0, done: 0 },
    ...{ submitted: 0, failed: 0, skipped_budget: 0, cancelled: 0, copied: 0, cost_usd: 0 },
  });
  await world.pool.query("update brands set status = 'recalculating' where project_id = $1", [
    world.project.project_id,
  ]);
  assert.deepEqual((await nextProgress(stream)).recalculation, { done: 0, total: 0 });
  await stream.close();
});

test("without a session, from another site, or of another's project there is nothing to listen to", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await visitor.send(path, { headers });
    return [status, body.error.code];
  };
  const path = `/app/progress?project_id=${world.project.id}`;
  assert.deepEqual(await ask(path, { cookie: "sid=x" }), [401, "UNAUTHORIZED"]);
  assert.deepEqual(await ask(path, { "sec-fetch-site": "cross-site" }), [403, "FORBIDDEN"]);
  assert.deepEqual(await ask("/app/progress"), [400, "VALIDATION_ERROR"]);
  assert.deepEqual(await ask("/app/progress?project_id=7"), [400, "VALIDATION_ERROR"]);
  const { project } = await world.neighbour();
  assert.deepEqual(await ask(`/app/progress?project_id=${project.id}`), [404, "NOT_FOUND"]);
});

test("a user has twelve streams at most, and room again when one ends", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const streams = [];
  for (let count = 0; count < 12; count++) streams.push(await listen(world, visitor));
  assert.deepEqual([...new Set(streams.map(({ status }) => status))], [200]);
  assert.equal((await listen(world, visitor)).status, 429);
  const other = await open(world);
  assert.equal(other.status, 200, "another user is not in the way");
  await streams[0]?.close();
  const again = await listen(world, visitor);
  assert.equal(again.status, 200);
  for (const stream of [...streams, other, again]) await stream.close();
});

test("a stream is kept alive, and ends once its session or membership is gone", async () => {
  const world = await makeWorld();
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const [stays, leaves] = [await open(world), await open(world)];
    for (const stream of [stays, leaves]) await nextProgress(stream);
    await world.pool.query("delete from sessions where user_id = (select max(user_id) from users)");
    mock.timers.tick(15_000);
    assert.equal(await leaves.next(), undefined);
    assert.equal(await stays.next(), ": still here");
    await world.pool.query("delete from memberships where organisation_id = $1", [
      world.project.organisation_id,
    ]);
    mock.timers.tick(15_000);
    assert.equal(await stays.next(), undefined);
  } finally {
    mock.timers.reset();
  }
});

test("every listener of a project is served by one read, and none is made without a listener", async () => {
  const world = await makeWorld();
  let reads = 0;
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      reads++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const watch = makeProgressWatch({ db, log: world.base.log });
  const received: string[] = [];
  const first = new Promise<void>((resolve) => {
    for (let count = 0; count < 50; count++) {
      watch.join(world.project, (progress) => {
        received.push(progress);
        if (received.length === 50) resolve();
      });
    }
  });
  await first;
  assert.equal(new Set(received).size, 1);
  // One read is three queries: runs, the recalculation, and the import of prompts.
  assert.equal(reads, 3);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { jobContext } from "../kit/event-checks.ts";
import { listen, nextProgress } from "../kit/event-reader.ts";
import { signedIn } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

test("every process tells what any of them did, and one that stops ends its streams and exits with 0", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const servers = await Promise.all([
    startServer(world, { WORKER: "off" }),
    startServer(world, { WORKER: "off" }),
  ]);
  const streams = await Promise.all(
    servers.map(({ origin }) => listen(world, visitor, { origin })),
  );
  for (const stream of streams) assert.deepEqual((await nextProgress(stream)).runs, []);
  const simulated = await startSimulatedServer({ seed: "progress" });
  await fillCaptureProject(world, { server: simulated, prompts: 3, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  await simulated.close();
  for (const stream of streams) assert.equal((await nextProgress(stream)).runs[0].planned, 3);
  assert.equal(await servers[0].stop(), 0);
  assert.equal(await streams[0]?.next(), undefined);
  await streams[1]?.close();
});

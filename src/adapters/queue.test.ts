import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { AnyJob } from "#core/job.ts";
import { testLog } from "../../test/kit/secret-trail.ts";
import { waitFor } from "../../test/kit/wait-for.ts";
import { makeWorld } from "../../test/kit/world.ts";
import { startWorker } from "./queue.ts";

const POLL_MS = 2_000;

test("a worker that is stopped while its runner is followed by another stops that one, too", async () => {
  const world = await makeWorld();
  let done = 0;
  const job: AnyJob = {
    name: "count",
    attempts: 1,
    timeout_seconds: 10,
    input: z.object({}),
    handler: async () => {
      done += 1;
    },
  };
  const workers: string[] = [];
  const second = Promise.withResolvers<void>();
  const worker = await startWorker(world.pool, [job], {
    context: {
      ...world.base,
      log: testLog,
      actor: { kind: "system", door: "job", access: new Set(["read", "write"]) },
    },
    onWorker(worker_id) {
      // Called while the runner is being made: to stop then is to stop half-way.
      if (workers.push(worker_id) === 2) second.resolve(worker.stop());
    },
  });
  const queue = world.base.queueOn(world.db);
  await queue.add(job, {});
  await waitFor("the job", () => done > 0);
  // What ends a runner without being asked to.
  await world.pool.query(`notify "worker:migrate", '{"breaking": true}'`);
  await second.promise;
  process.exitCode = 0;
  await queue.add(job, {});
  await sleep(2 * POLL_MS);
  assert.equal(done, 1);
  assert.equal(workers.length, 2);
});

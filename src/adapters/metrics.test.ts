import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { makeWorld } from "../../test/kit/world.ts";
import { makeMetrics } from "./metrics.ts";

test("depths that come too late for a scrape are shown at the next, unless that is a minute later", async (t) => {
  const { pool, db } = await makeWorld();
  const asked: ((counts: { due: number; running: number }) => void)[] = [];
  const countTasks = () =>
    new Promise<{ due: number; running: number }>((done) => asked.push(done));
  const metrics = makeMetrics({ pool, db, countTasks });
  const due = async () => {
    const text = await metrics.text();
    return /^earshot_queue_depth\{queue="captures",state="due"\} (\d+)$/m.exec(text)?.[1];
  };
  const answer = async (count: number) => {
    asked.shift()?.({ due: count, running: 0 });
    await wait(500);
  };
  assert.equal(await due(), undefined);
  await answer(7);
  assert.equal(await due(), "7");
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + 61_000);
  assert.equal(await due(), undefined);
  await answer(9);
  const inTime = due();
  await wait(100);
  await answer(9);
  assert.ok(await inTime);
  assert.equal(await due(), undefined, "what was shown in its time is no sign of life later");
});

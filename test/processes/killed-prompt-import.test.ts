import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

const ROWS = 6_000;
const DEADLINE_MS = 150_000;

test("a server that is killed while it imports prompts goes on when it is started again: each is made once", async () => {
  const world = await makeWorld();
  const lines = Array.from({ length: ROWS }, (_, n) => `Which boots last ${n} years?,Boots`);
  const count = async () => {
    const { rows } = await world.pool.query(
      "select count(*)::int as made from prompts where project_id = $1",
      [world.project.project_id],
    );
    return rows[0].made as number;
  };
  const until = Date.now() + DEADLINE_MS;
  const first = await startServer(world);
  const answer = await fetch(`${first.origin}/api/v1/prompts/import`, {
    method: "POST",
    headers: { "x-api-key": world.key, "content-type": "text/csv" },
    body: ["prompt,topic", ...lines].join("\n"),
  });
  assert.equal(answer.status, 201);
  while ((await count()) === 0) {
    assert.ok(Date.now() < until, first.output());
    await sleep(1);
  }
  await first.kill();
  const made = await count();
  assert.ok(made > 0 && made < ROWS, `${made} were made before the kill`);

  const second = await startServer(world);
  const ask = async () => {
    const headers = { "x-api-key": world.key };
    const listed = await fetch(`${second.origin}/api/v1/prompts/imports`, { headers });
    const { data } = (await listed.json()) as { data: { status: string }[] };
    return data[0];
  };
  while ((await ask())?.status === "running") {
    assert.ok(Date.now() < until, second.output());
    await sleep(50);
  }
  const {
    id: _,
    created_at: __,
    finished_at: ___,
    ...outcome
  } = { id: "", created_at: "", finished_at: "", ...(await ask()) };
  assert.deepEqual(outcome, {
    ...{ status: "done", total: ROWS, done: ROWS, imported: ROWS },
    ...{ unchanged: 0, failed: 0, problem: null },
  });
  assert.equal(await count(), ROWS);
});

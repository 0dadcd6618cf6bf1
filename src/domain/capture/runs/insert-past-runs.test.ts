import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { insertPastRuns } from "./insert-past-runs.ts";
import { listRuns } from "./list-runs.ts";

const PAST = { ids: "demo:", since: "2026-03-01", until: "2026-03-08" };
const FAILED = { again_seconds: 7_200, failed: { error_kind: "retry", error: "HTTP 503: down." } };

test("past runs are made of the answers with these ids alone, of days that are over, once", async () => {
  const world = await makeWorld();
  const line = (captured_at: string, external_id?: string) =>
    JSON.stringify({ captured_at, external_id, prompt: "Which?", model: "A", answer: "Acme." });
  const lines = [
    line("2026-03-05T06:00:00Z", "demo:5"),
    // Somebody's own, and two of one question a day: no question of the demo.
    line("2026-03-05T09:00:00Z"),
    line("2026-03-06T06:00:00Z", "mine:6"),
    line("2026-03-06T07:00:00Z", "mine:7"),
    line("2026-03-08T06:00:00Z", "demo:8"),
  ];
  const { body } = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.equal(body.imported, lines.length);
  for (const _ of [1, 2]) {
    await insertPastRuns(world.db, world.project, { ...PAST, ...FAILED });
    const { data } = await run(listRuns, world.context(), {});
    assert.deepEqual(
      data.map(({ day, planned, done, failed }) => [day, planned, done, failed]),
      [["2026-03-05", 1, 1, 0]],
    );
  }
});

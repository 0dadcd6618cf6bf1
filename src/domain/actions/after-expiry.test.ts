import assert from "node:assert/strict";
import { test } from "node:test";
import { deleteExpiredAnswers } from "#domain/answers/facts/expired-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { FIRST, makeProject } from "../../../test/kit/leads.ts";

test("what was decided can be opened and changed once its answers are deleted, and it is said that they are", async () => {
  const { world } = await makeProject();
  const { db, pool, project } = world;
  const [page, site] = ["page_lost:https://acme.com/old", "source_gap:review.example"];
  const decide = (action_key: string, change: object) =>
    world.rest("PATCH", "/actions", { action_key, ...change });
  const read = async (key: string) => {
    const query = `action_key=${encodeURIComponent(key)}&date_from=${FIRST}&date_to=2026-02-28`;
    const { status, body } = await world.rest("GET", `/action?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  for (const key of [page, site]) await decide(key, { status: "done", shipped_on: "2026-02-11" });
  assert.equal((await read(site)).effect.reason, null);
  // Answers are kept for ten days, and the page that none of these uses is forgotten.
  await pool.query("update projects set keep_answers_days = 10 where project_id = $1", [
    project.project_id,
  ]);
  await db
    .transaction()
    .execute((trx) => deleteExpiredAnswers(trx, project, { before: "2026-02-18", limit: 1_000 }));
  await rebuildDirtyRollups(db, project);
  for (const key of [page, site])
    assert.match((await read(key)).effect.reason, /^Answers before 18 Feb 2026 are deleted, /);
  assert.equal((await decide(page, { note: "Page is written." })).status, 200);
  assert.equal((await read(page)).note, "Page is written.");
  assert.equal((await decide("page_lost:https://acme.com/none", { note: "No." })).status, 404);
});

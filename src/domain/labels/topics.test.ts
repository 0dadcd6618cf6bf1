import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "../../../test/kit/world.ts";

test("a topic is made, read, renamed, listed and deleted", async () => {
  const world = await makeWorld();
  const made = await world.rest("POST", "/topics", { name: " Zebra " });
  assert.deepEqual([made.status, made.body.name, made.body.prompt_count], [201, "Zebra", 0]);
  await world.rest("POST", "/topics", { name: "Ant" });
  const path = `/topics/${made.body.id}`;
  const renamed = await world.rest("PATCH", path, { name: "Bee" });
  assert.deepEqual([renamed.status, renamed.body.name], [200, "Bee"]);
  assert.deepEqual((await world.rest("GET", path)).body, renamed.body);
  const { body } = await world.rest("GET", "/topics?limit=1&offset=1");
  assert.deepEqual([body.total_count, body.data[0].name], [2, "Ant"]);
  assert.equal((await world.rest("DELETE", path)).status, 204);
  assert.equal((await world.rest("GET", path)).status, 404);
  assert.equal((await world.rest("DELETE", path)).status, 404);
});

test("no two topics of a project differ by case or spacing only", async () => {
  const world = await makeWorld();
  const first = await world.rest("POST", "/topics", { name: "Trail shoes" });
  const second = await world.rest("POST", "/topics", { name: "TRAIL  Shoes" });
  assert.deepEqual([second.status, second.body.error.code], [409, "CONFLICT"]);
  const other = await world.rest("POST", "/topics", { name: "Other" });
  const renamed = await world.rest("PATCH", `/topics/${other.body.id}`, { name: "trail shoes" });
  assert.equal(renamed.status, 409);
  const same = await world.rest("PATCH", `/topics/${first.body.id}`, { name: "Trail Shoes" });
  assert.deepEqual([same.status, same.body.name], [200, "Trail Shoes"]);
  const neighbour = await world.neighbour();
  assert.equal((await neighbour.rest("POST", "/topics", { name: "Trail shoes" })).status, 201);
  const statuses = [];
  for (const name of [
    "İstanbul",
    "istanbul",
    "ISTANBUL",
    "Straße",
    "STRASSE",
    "cafe\u0301",
    "Café",
  ]) {
    statuses.push((await world.rest("POST", "/topics", { name })).status);
  }
  assert.deepEqual(statuses, [201, 409, 409, 201, 409, 201, 409]);
  assert.equal((await world.rest("POST", "/topics", { name: "e\u0301".repeat(64) })).status, 201);
});

test("deleting a topic leaves its prompts, without it", async () => {
  const world = await makeWorld();
  const { body } = await world.rest("POST", "/topics", { name: "Old" });
  const { project_id } = world.project;
  const topic_id = (
    await world.pool.query("select topic_id from topics where project_id = $1", [project_id])
  ).rows[0].topic_id;
  await world.pool.query(
    `with made as (insert into prompts (project_id, text, country_code, language_code, topic_id)
       values ($1, 'best shoes', 'US', 'en', $2) returning prompt_id)
     insert into answers (project_id, day, model_id, prompt_id, captured_at, status, origin, content_hash)
     select $1, '2026-11-01', 1, prompt_id, now(), 'answered', 'import', 'x' from made`,
    [project_id, topic_id],
  );
  assert.equal((await world.rest("GET", `/topics/${body.id}`)).body.prompt_count, 1);
  assert.equal((await world.rest("DELETE", `/topics/${body.id}`)).status, 204);
  const left = await world.pool.query("select topic_id from prompts where project_id = $1", [
    project_id,
  ]);
  assert.deepEqual(left.rows, [{ topic_id: null }]);
  const dirty = await world.pool.query("select day from rollup_dirty where project_id = $1", [
    project_id,
  ]);
  assert.deepEqual(dirty.rows, [{ day: "2026-11-01" }]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "../../../test/kit/world.ts";

test("a tag is made, read, renamed, listed and deleted", async () => {
  const world = await makeWorld();
  const made = await world.rest("POST", "/tags", { name: " Zebra " });
  assert.deepEqual([made.status, made.body.name, made.body.prompt_count], [201, "Zebra", 0]);
  await world.rest("POST", "/tags", { name: "Ant" });
  const path = `/tags/${made.body.id}`;
  const renamed = await world.rest("PATCH", path, { name: "Bee" });
  assert.deepEqual([renamed.status, renamed.body.name], [200, "Bee"]);
  assert.deepEqual((await world.rest("GET", path)).body, renamed.body);
  const { body } = await world.rest("GET", "/tags?limit=1&offset=1");
  assert.deepEqual([body.total_count, body.data[0].name], [2, "Ant"]);
  assert.equal((await world.rest("DELETE", path)).status, 204);
  assert.equal((await world.rest("GET", path)).status, 404);
  assert.equal((await world.rest("DELETE", path)).status, 404);
});

test("no two tags of a project differ by case or spacing only", async () => {
  const world = await makeWorld();
  const first = await world.rest("POST", "/tags", { name: "Trail shoes" });
  const second = await world.rest("POST", "/tags", { name: "TRAIL  Shoes" });
  assert.deepEqual([second.status, second.body.error.code], [409, "CONFLICT"]);
  const other = await world.rest("POST", "/tags", { name: "Other" });
  const renamed = await world.rest("PATCH", `/tags/${other.body.id}`, { name: "trail shoes" });
  assert.equal(renamed.status, 409);
  const same = await world.rest("PATCH", `/tags/${first.body.id}`, { name: "Trail Shoes" });
  assert.deepEqual([same.status, same.body.name], [200, "Trail Shoes"]);
  const neighbour = await world.neighbour();
  assert.equal((await neighbour.rest("POST", "/tags", { name: "Trail shoes" })).status, 201);
});

test("deleting a tag leaves its prompts, without it", async () => {
  const world = await makeWorld();
  const { body } = await world.rest("POST", "/tags", { name: "Old" });
  const { project_id } = world.project;
  const tag_id = (
    await world.pool.query("select tag_id from tags where project_id = $1", [project_id])
  ).rows[0].tag_id;
  await world.pool.query(
    `with made as (insert into prompts (project_id, text, country_code, language_code)
       values ($1, 'best shoes', 'US', 'en') returning prompt_id)
     insert into prompt_tags (project_id, tag_id, prompt_id) select $1, $2, prompt_id from made`,
    [project_id, tag_id],
  );
  assert.equal((await world.rest("GET", `/tags/${body.id}`)).body.prompt_count, 1);
  assert.equal((await world.rest("DELETE", `/tags/${body.id}`)).status, 204);
  const left = await world.pool.query("select 1 from prompts where project_id = $1", [project_id]);
  assert.equal(left.rowCount, 1);
});

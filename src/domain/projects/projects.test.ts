import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "../../../test/kit/world.ts";

test("a key sees its own project only", async () => {
  const world = await makeWorld();
  const other = await world.neighbour({ name: "Other" });
  const { body } = await world.rest("GET", "/projects");
  assert.deepEqual([body.total_count, body.data[0].id], [1, world.project.id]);
  const foreign = await world.rest("GET", `/projects/${other.project.id}`);
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, "NOT_FOUND"]);
});

test("an update changes the given fields only", async () => {
  const world = await makeWorld();
  const { status, body } = await world.rest("PATCH", `/projects/${world.project.id}`, {
    timezone: "Europe/Berlin",
  });
  assert.deepEqual([status, body.timezone, body.name], [200, "Europe/Berlin", "Acme"]);
});

test("an update with a field that is not declared names the legal ones", async () => {
  const world = await makeWorld();
  const { status, body } = await world.rest("PATCH", `/projects/${world.project.id}`, {
    nmae: "x",
  });
  assert.equal(status, 400);
  assert.match(body.error.message, /unknown argument "nmae" \(valid: name, status/);
});

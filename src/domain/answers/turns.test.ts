import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { eraseProject } from "../tenancy/erase-project.ts";
import { detectAgain } from "./facts/detect-again.ts";

const ANSWERS = 600;
const systemOf = (world: World) => ({
  ...world.base,
  actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) } as const,
});

/** A project with some answers, in which every look at the clock takes a minute. */
async function makeHurriedWorld(): Promise<World> {
  let minute = 0;
  const world = await makeWorld({ now: () => new Date(Date.UTC(2026, 2, 9, 0, minute++)) });
  const lines = Array.from({ length: ANSWERS }, (_, index) =>
    JSON.stringify({
      captured_at: `2026-03-0${1 + (index % 3)}T10:00:00Z`,
      prompt: `Which boots last longest on trail ${index % 200}?`,
      model: "ChatGPT",
      answer: `Take Acme or Borealis, ${index}.`,
    }),
  );
  assert.equal(
    (await world.rest("POST", "/chats/import", lines.join("\n"))).body.imported,
    ANSWERS,
  );
  await world.runJobs();
  return world;
}

const waiting = async ({ pool, project }: World, name: string) => {
  const { rows } = await pool.query(
    `select from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
     where j.task_identifier = $1 and p.payload ->> 'project_id' = $2`,
    [name, String(project.project_id)],
  );
  return rows.length;
};

test("a big project's answers are read again in turns, and brands say so until the last", async () => {
  const world = await makeHurriedWorld();
  const brand = await world.rest("POST", "/brands", { name: "Borealis" });
  const statusOf = async () => (await world.rest("GET", `/brands/${brand.body.id}`)).body.status;
  await world.pool.query("delete from graphile_worker._private_jobs");
  for (const [read, left] of [
    [250, 1],
    [500, 1],
  ]) {
    await detectAgain.handler(systemOf(world), { project_id: world.project.project_id });
    const { rows } = await world.pool.query(
      "select done from recalculations where project_id = $1",
      [world.project.project_id],
    );
    assert.deepEqual([rows[0].done, await waiting(world, "detect_again")], [read, left]);
    assert.equal(await statusOf(), "recalculating");
  }
  await world.runJobs();
  assert.equal(await statusOf(), "ready");
  const { body } = await world.rest("POST", "/reports/brands", {
    ...{ date_from: "2026-03-01", date_to: "2026-03-31" },
  });
  const row = body.data.find((one: { brand: { name: string } }) => one.brand.name === "Borealis");
  assert.equal(row.visibility_count, ANSWERS);
});

test("a deleted project's facts go in turns", async () => {
  const world = await makeHurriedWorld();
  const { project_id } = world.project;
  await world.pool.query("delete from projects where project_id = $1", [project_id]);
  await eraseProject.handler(systemOf(world), { project_id });
  assert.equal(await waiting(world, "erase_project"), 1);
  await world.runJobs();
  const { rows } = await world.pool.query("select from answers where project_id = $1", [
    project_id,
  ]);
  assert.equal(rows.length, 0);
});

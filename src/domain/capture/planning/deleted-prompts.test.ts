import assert from "node:assert/strict";
import { test } from "node:test";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { doneOrHeldUp } from "../../../../test/kit/wait-for.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { insertTarget } from "../targets/target-queries.ts";
import { planCaptures } from "./plan-captures.ts";
import { insertManualTasks } from "./plan-queries.ts";

const DAY = "2026-03-02";

/** A project with a model to ask and one prompt that was planned before. */
async function makePlanned() {
  const world = await makeWorld({ now: () => new Date(`${DAY}T23:00:00Z`) });
  await insertTarget(world.db, world.project, {
    ...{ slug: "simulated-a", name: "A", provider: "simulated", surface: "local" },
    ...{ requested_model: "a", base_url: "http://127.0.0.1:1", parameters: {}, api_key: null },
    ...{ api_key_hint: null, samples_per_day: 1, concurrency: 1, requests_per_minute: null },
    supports: { search_queries: true, retrieved: true, cited: true, location: true },
  });
  const prompts = [{ text: "Which boots last?" }];
  const { body } = await world.rest("POST", "/prompts", { prompts });
  await planCaptures.handler(jobContext(world), {});
  return { world, prompt_id: body.data[0].id as string };
}

const planMore = ({ project }: World, db: World["db"], run_id: number) =>
  insertManualTasks(db, project, {
    ...{ run_id, day: DAY, now: new Date(), samples: 1, prompt_ids: null, model_ids: null },
  });

async function readTasks({ pool, project }: World) {
  const { rows } = await pool.query("select run_id from capture_tasks where project_id = $1", [
    project.project_id,
  ]);
  return rows as { run_id: number }[];
}

test("a prompt that is deleted while it is planned takes what is planned along", async () => {
  const { world, prompt_id } = await makePlanned();
  const [task] = await readTasks(world);
  let deleting: Promise<{ status: number }> | undefined;
  await world.db.transaction().execute(async (db) => {
    assert.equal(await planMore(world, db, task?.run_id ?? 0), 1);
    deleting = world.rest("DELETE", `/prompts/${prompt_id}`);
    await doneOrHeldUp(world.pool, deleting);
  });
  assert.equal((await deleting)?.status, 204);
  assert.deepEqual(await readTasks(world), []);
});

test("what is planned while a prompt is being deleted leaves it out", async () => {
  const { world, prompt_id } = await makePlanned();
  const [task] = await readTasks(world);
  let planning: Promise<number> | undefined;
  const db = betweenStatements(world.db, "delete from prompts", async () => {
    planning = planMore(world, world.db, task?.run_id ?? 0);
    await doneOrHeldUp(world.pool, planning);
  });
  const address = `http://localhost:8787/api/v1/prompts/${prompt_id}`;
  const headers = { "x-api-key": world.key };
  const { status } = await world.appOn(db).request(address, { method: "DELETE", headers });
  assert.equal(status, 204);
  assert.equal(await planning, 0);
  assert.deepEqual(await readTasks(world), []);
});

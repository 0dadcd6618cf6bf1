import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { jobContext } from "../kit/event-checks.ts";
import { urlOf } from "../kit/real-server.ts";
import { findErrors, readBooks, storm } from "../kit/worker-storm.ts";
import { makeWorld } from "../kit/world.ts";

test("two workers, killed again and again, answer every question once; the books balance and the cap holds", async () => {
  const late = () => new Date(`${new Date().toISOString().slice(0, 10)}T23:59:00Z`);
  const world = await makeWorld({ now: late });
  const capped = await world.neighbour({ name: "Capped", domain: "capped.example" });
  const server = await startSimulatedServer({
    seed: "storm",
    faults: { rate: 0.05, kinds: ["rate_limited", "unavailable", "truncated", "reset"] },
  });
  after(() => server.close());
  await fillCaptureProject(world, { server, prompts: 75, models: 2 });
  await fillCaptureProject(capped, { server, prompts: 50, models: 1 });
  const cap = 100_000;
  await world.pool.query("insert into capture_budgets values ($1, $2, null)", [
    capped.project.project_id,
    cap,
  ]);
  await planCaptures.handler(jobContext(world), {});
  await world.pool.query("update capture_tasks set run_after = now(), asked_at = now()");
  const committed: number[] = [];
  const { kills, crashes, problems } = await storm({
    ...{ pool: world.pool, database_url: urlOf(world), workers: 2 },
    ...{ kill_every: { steps: 100 }, limit_ms: 600_000 },
    async look() {
      const { rows } = await world.pool.query(
        "select sum(spent_micros + reserved_micros)::int as sum from capture_ledger where project_id = $1",
        [capped.project.project_id],
      );
      committed.push(rows[0].sum ?? 0);
    },
  });
  await world.runJobs();
  const books = await readBooks(world.pool);
  assert.deepEqual(findErrors(books, 200), [], JSON.stringify(books));
  assert.deepEqual([crashes, problems], [0, []]);
  assert.ok(Math.max(...committed) <= cap, `${Math.max(...committed)}`);
  assert.ok((books.tasks["skipped_budget"] ?? 0) > 0, "the cap was felt");
  assert.ok(kills > 1, `${kills} kills`);
});

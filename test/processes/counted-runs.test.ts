import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { askOnAnotherDay, fillCaptureProject } from "../kit/capture-project.ts";
import { startProcess } from "../kit/own-process.ts";
import { startServer, urlOf } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const SETTINGS = {
  ENCRYPTION_KEY: "a key for tests",
  LOG_LEVEL: "warn",
  // Worlds of several organisations ask models on this machine.
  ENGINES_ALLOW_PRIVATE: "on",
};

test("who sees that a run is completed finds all its answers in reports, also while others are imported", async () => {
  const world = await makeWorld();
  const engine = await startSimulatedServer({ seed: "counted" });
  after(() => engine.close());
  await fillCaptureProject(world, { server: engine, prompts: 5, models: 2 });
  await askOnAnotherDay(world);
  startProcess(["src/worker.ts"], { DATABASE_URL: urlOf(world), GIT_COMMIT: "two", ...SETTINGS });
  const { origin } = await startServer(world, SETTINGS);
  const neighbour = await world.neighbour();
  let isOver = false;
  const beside = Promise.all(
    [world, neighbour].map(async (one) => {
      for (let n = 0; !isOver; n++) await importSome(one, n);
    }),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const asked = await world.rest("POST", "/runs", { samples: 1 + (round % 3) });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    const run = await completed(world, asked.body.run_id);
    assert.equal(run.done, run.planned);
    const response = await fetch(`${origin}/api/v1/reports/brands`, {
      method: "POST",
      headers: { "x-api-key": world.key, "content-type": "application/json" },
      body: JSON.stringify({ date_from: run.day, date_to: run.day }),
    });
    assert.equal(response.status, 200);
    const { answers, no_answer, refused, error } = (await response.json()).population;
    assert.equal(answers + no_answer + refused + error, run.done, `round ${round}`);
  }
  isOver = true;
  await beside;
});

/** Asks without a pause until a run says that it is over; where it never is, what it waits for. */
async function completed(world: World, run_id: string) {
  const until = Date.now() + 200_000;
  for (;;) {
    const { status, body } = await world.rest("GET", `/runs/${run_id}`);
    assert.equal(status, 200);
    if (!["waiting", "running"].includes(body.status)) return body;
    assert.ok(Date.now() < until, JSON.stringify([body, await whatWaits(world)]));
  }
}

async function whatWaits({ pool }: World): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select 'question' as what, to_jsonb(t) as row from capture_tasks t where finished_at is null
     union all select 'day', to_jsonb(d) from rollup_dirty d
     union all select 'job', to_jsonb(j) from graphile_worker.jobs j
     union all select 'work', to_jsonb(a) from pg_stat_activity a where state <> 'idle'`,
  );
  return rows;
}

/** Answers of days before the run's. */
async function importSome({ rest }: World, n: number): Promise<void> {
  const chats = Array.from({ length: 20 }, (_, at) => ({
    captured_at: `2026-03-${String(1 + (n % 28)).padStart(2, "0")}T10:00:00Z`,
    ...{ prompt: `Which boots last on trail ${at}?`, model: "ChatGPT", answer: `Acme, ${n}.` },
  }));
  const lines = chats.map((chat) => JSON.stringify(chat)).join("\n");
  assert.equal((await rest("POST", "/chats/import", `${lines}\n`)).status, 200);
  await sleep(50);
}

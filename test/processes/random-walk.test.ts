import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { DETECT_AGAIN } from "#domain/brands/brand.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { compareBranded, compareQuery, compareRandom } from "../kit/compare-reports.ts";
import { type OwnProcess, startProcess } from "../kit/own-process.ts";
import { makeRandom } from "../kit/random-project.ts";
import { type Call, newMemory, newSession, step } from "../kit/random-walk.ts";
import { readMarket } from "../kit/read-market.ts";
import { type RealServer, startServer, urlOf } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { findFaults } from "../kit/walk-faults.ts";
import { makeWorld, type World } from "../kit/world.ts";

// By hand, as long as wanted: EARSHOT_TEST_MINUTES=80 ROUNDS=200 SEED=7 npm test -- test/processes/random-walk.test.ts
const ROUNDS = Number(process.env["ROUNDS"] ?? 4);
const SEED = Number(process.env["SEED"] ?? Math.floor(Math.random() * 1_000_000));
const ROUND_MS = 150_000;
const SESSIONS = 8;
const STEPS = 6;
const LOGGED_MS = 5_000;
const SETTINGS = { ENCRYPTION_KEY: "a key for tests", LOG_LEVEL: "warn" };
const DIMENSIONS = "model_id topic_id tag_id prompt_id country_code date".split(" ");

/** `lost` is why the last call had no answer. */
type Processes = { server: RealServer; worker: OwnProcess; lost?: unknown };

function startWorker(world: World): OwnProcess {
  const environment = { DATABASE_URL: urlOf(world), GIT_COMMIT: "walk", ...SETTINGS };
  return startProcess(["src/worker.ts"], environment);
}

/** Calls of one session; none is acknowledged by a server that was killed. */
function callOn(world: World, processes: Processes): Call {
  return async (method, path, body) => {
    try {
      const response = await fetch(`${processes.server.origin}/api/v1${path}`, {
        method,
        headers: {
          "x-api-key": world.key,
          "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json",
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    } catch (error) {
      processes.lost = error;
      return null;
    }
  };
}

/** Kills the server, a worker, both or nobody at some moment, and starts again who is gone. */
async function strike(world: World, processes: Processes, random: (below: number) => number) {
  await sleep(100 + random(700));
  const victims = random(8);
  const isServer = victims % 2 === 0;
  const isWorker = victims < 3;
  if (isServer) await processes.server.kill();
  if (isWorker) processes.worker.child.kill("SIGKILL");
  return async () => {
    if (isWorker) processes.worker = startWorker(world);
    if (isServer) processes.server = await startServer(world, SETTINGS);
    return `${isServer ? "server " : ""}${isWorker ? "worker " : ""}`;
  };
}

async function pauseModels({ pool, project }: Pick<World, "pool" | "project">, until: string) {
  await pool.query(
    "update capture_targets set paused_until = nullif($2::timestamptz, '-infinity') where project_id = $1",
    [project.project_id, until],
  );
  await pool.query("update capture_turns set turn_at = now() where project_id = $1", [
    project.project_id,
  ]);
}

/** What of a project is still to be done, and by whom. */
const OPEN_WORK = `
  select 'brand' as what, to_jsonb(b) as one from brands b where project_id = $1 and status <> 'ready'
  union all
  select 'task', to_jsonb(t) from capture_tasks t join capture_targets g using (project_id, model_id)
    join prompts p using (project_id, prompt_id)
    where project_id = $1 and (t.status = 'running' or (t.status = 'queued' and run_after <= now()
      and p.status = 'active' and g.paused_until is null))
  union all
  select 'job', to_jsonb(j) from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = $2
    where j.attempts < j.max_attempts`;

/** Waits until no brand is read again, no question is under way, and all sums are rebuilt. */
async function settle({ pool, db, project }: World) {
  let open: unknown[] = [];
  const isDone = async () => {
    open = (await pool.query(OPEN_WORK, [project.project_id, DETECT_AGAIN.name])).rows;
    return open.length === 0;
  };
  const wait = () =>
    waitFor("the background work is done", isDone).catch((error: Error) =>
      assert.fail(`${error.message}: ${JSON.stringify(open)}`),
    );
  await pauseModels({ pool, project }, "-infinity");
  await wait();
  // From here on until the next round nothing is asked, whatever is planned or to be tried again.
  await pauseModels({ pool, project }, "infinity");
  await wait();
  await rebuildDirtyRollups(db, project);
}

test("a random walk of parallel sessions, with processes killed in between, leaves every number right and nothing lost", {
  timeout: ROUNDS * ROUND_MS,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const world = await makeWorld();
  const engine = await startSimulatedServer({ seed: String(SEED) });
  after(() => engine.close());
  await fillCaptureProject(world, { server: engine, prompts: 4, models: 2 });
  const random = makeRandom(SEED);
  const processes: Processes = {
    server: await startServer(world, SETTINGS),
    worker: startWorker(world),
  };
  const memory = newMemory();
  const rest = callOn(world, processes);
  const sessions = Array.from({ length: SESSIONS }, (_, n) =>
    newSession(String(n), { seed: SEED + n + 1, memory, call: rest }),
  );
  for (let round = 1; round <= ROUNDS; round++) {
    const started = Date.now();
    await pauseModels(world, "-infinity");
    const walks = sessions.map(async (session) => {
      for (let n = 0; n < STEPS; n++) await step(session);
    });
    const [restart] = await Promise.all([strike(world, processes, random), ...walks]);
    const killed = await restart();
    await settle(world);
    const faults = await findFaults(world, memory);
    assert.deepEqual(faults, [], `round ${round}, SEED=${SEED}: ${JSON.stringify(faults)}`);
    const market = await readMarket(world.db, world.project.project_id, random);
    const asker = {
      rest: async (...call: Parameters<Call>) => {
        const answer = await rest(...call);
        if (answer && answer.status < 500) return answer;
        // Why it is out of service is logged once it is known whether the database is away.
        await sleep(LOGGED_MS);
        const why = answer ? JSON.stringify(answer) : `no answer: ${String(processes.lost)}`;
        return assert.fail(`${call} ${why}; ${processes.server.output().slice(-2_000)}`);
      },
    };
    const all = { date_from: "2026-01-01", date_to: "2026-12-31", filters: [], branded: "include" };
    for (const dimensions of [[], ...DIMENSIONS.map((name) => [name])])
      await compareQuery(asker, market, { ...all, dimensions });
    await compareBranded(asker, market, ["model_id", "date"]);
    await compareRandom(asker, market, 2);
    const line = `round ${round}: killed ${killed || "nobody "}${market.facts.length} answers, ${Date.now() - started} ms`;
    if (ROUNDS > 4) console.log(line);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries([...memory.counts].sort())));
});

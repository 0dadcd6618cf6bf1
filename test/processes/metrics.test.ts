import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { countTasks } from "#domain/capture/task-queries.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { jobContext } from "../kit/event-checks.ts";
import { freePort, loginOf, startServer } from "../kit/real-server.ts";
import { startSilentProxy } from "../kit/silent-proxy.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

/** The series of a text in Prometheus' format, by name and labels. */
async function readMetrics(port: number): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [, series = "", value] =
        /^([a-z_0-9]+(?:\{.*\})?) (\S+)$/.exec(line) ?? assert.fail(line);
      return [series, Number(value)];
    }),
  );
}

test("a process counts requests, calls, jobs, questions, connections and queues on a port of its own", async () => {
  const world = await makeWorld();
  const simulated = await startSimulatedServer({ seed: "metrics" });
  await fillCaptureProject(world, { server: simulated, prompts: 3, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  await world.pool.query("update capture_tasks set run_after = now(), asked_at = now()");
  const port = await freePort();
  const server = await startServer(world, { METRICS: String(port) });
  const get = (path: string, key = world.key) =>
    fetch(`${server.origin}${path}`, { headers: { "x-api-key": key } });
  await get("/api/v1/brands");
  await get("/api/v1/brands", "wrong");
  for (let count = 0; count < 3; count++) await get(`/no/such/page/${count}`);
  let metrics = await readMetrics(port);
  const answered = 'earshot_captures_total{provider="simulated",outcome="answered"}';
  while ((metrics.get(answered) ?? 0) < 3) metrics = await readMetrics(port);
  await simulated.close();
  const expected = {
    'earshot_http_requests_total{door="rest",status="200"}': 1,
    'earshot_http_requests_total{door="rest",status="401"}': 1,
    'earshot_http_requests_total{door="pages",status="404"}': 3,
    'earshot_calls_total{door="rest",operation="list_brands",outcome="ok"}': 1,
    'earshot_call_duration_seconds_count{operation="list_brands"}': 1,
    'earshot_http_request_duration_seconds_count{door="rest"}': 2,
    'earshot_capture_duration_seconds_count{provider="simulated"}': 3,
    'earshot_queue_depth{queue="captures",state="due"}': 0,
    'earshot_queue_depth{queue="captures",state="running"}': 0,
    'earshot_queue_depth{queue="jobs",state="given_up"}': 0,
    earshot_workers: 1,
    'earshot_database_connections{state="waiting"}': 0,
  };
  for (const [series, value] of Object.entries(expected)) {
    assert.equal(metrics.get(series), value, series);
  }
  assert.ok((metrics.get("process_resident_memory_bytes") ?? 0) > 0);
  assert.equal((await get("/metrics")).status, 404, "nothing of it at the public port");
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
  assert.equal(await server.stop(), 0);
});

test("metrics are off unless they are switched on", async () => {
  const world = await makeWorld();
  const server = await startServer(world, { WORKER: "off" });
  assert.doesNotMatch(server.output(), /"msg":"metrics"/);
  assert.equal((await fetch(`${server.origin}/metrics`)).status, 404);
});

test("while the database says nothing the rest is there, without depths, before a scrape is given up", async () => {
  const world = await makeWorld();
  const { host = "", port: at = 0, database } = world.pool.options;
  const proxy = await startSilentProxy(
    host.startsWith("/") ? { path: `${host}/.s.PGSQL.${at}` } : { host, port: at },
  );
  const port = await freePort();
  await startServer(world, {
    DATABASE_URL: `postgresql://${loginOf(world)}@127.0.0.1:${proxy.port}/${database}`,
    ...{ METRICS: String(port), WORKER: "off" },
  });
  const depths = async () =>
    [...(await readMetrics(port)).keys()].filter((name) => name.startsWith("earshot_queue_depth"));
  assert.equal((await depths()).length, 5);
  assert.equal((await readMetrics(port)).get("earshot_workers"), 0);
  // What a worker had taken that is gone.
  await world.pool.query(
    "select graphile_worker.add_job('suggest'); update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now()",
  );
  assert.equal(
    (await readMetrics(port)).get('earshot_queue_depth{queue="jobs",state="running"}'),
    0,
  );
  const thaw = proxy.freeze();
  const began = Date.now();
  const metrics = await readMetrics(port);
  assert.ok(Date.now() - began < 5_000, `${Date.now() - began} ms`);
  assert.ok(metrics.has('earshot_database_connections{state="used"}'));
  assert.equal(metrics.get("earshot_workers"), undefined);
  assert.deepEqual(await depths(), []);
  thaw();
  await waitFor("depths", async () => (await depths()).length === 5);
});

test("what waits for a project or an assistant that is not active is not due", async () => {
  const world = await makeWorld();
  const simulated = await startSimulatedServer({ seed: "due" });
  await fillCaptureProject(world, { server: simulated, prompts: 3, models: 1 });
  await simulated.close();
  await planCaptures.handler(jobContext(world), {});
  const { pool, db } = world;
  await pool.query("update capture_tasks set run_after = now()");
  const due = async () => (await countTasks(db)).due;
  assert.equal(await due(), 3);
  await pool.query("update models set is_active = false");
  assert.equal(await due(), 0);
  await pool.query("update models set is_active = true");
  await pool.query("update projects set status = 'paused'");
  assert.equal(await due(), 0);
});

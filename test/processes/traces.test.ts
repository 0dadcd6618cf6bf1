import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { jobContext } from "../kit/event-checks.ts";
import { startReceiver } from "../kit/otlp-receiver.ts";
import { startServer } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const SECRET = "whsec-or-any-other-word-0123456789";

test("requests, jobs, questions and statements are spans of one trace each, without a secret or a text", async () => {
  const receiver = await startReceiver();
  const world = await makeWorld();
  const simulated = await startSimulatedServer({ seed: "traces" });
  await fillCaptureProject(world, { server: simulated, prompts: 2, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  await world.pool.query("update capture_tasks set run_after = now(), asked_at = now()");
  const server = await startServer(world, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: "earshot-of-tests",
  });
  const headers = {
    "x-api-key": world.key,
    "content-type": "application/json",
    "x-request-id": "from-the-proxy.1",
    traceparent: `00-${TRACE}-${PARENT}-01`,
  };
  const body = JSON.stringify({ name: SECRET });
  const made = await fetch(`${server.origin}/api/v1/topics`, { method: "POST", headers, body });
  assert.deepEqual([made.status, made.headers.get("x-request-id")], [201, "from-the-proxy.1"]);
  await fetch(`${server.origin}/s/a-share-link-that-is-a-secret`);
  await waitFor("the answers", async () => {
    const { rows } = await world.pool.query(
      "select from capture_tasks where project_id = $1 and status = 'done'",
      [world.project.project_id],
    );
    return rows.length === 2;
  });
  // On a fast machine the answers are there before the first job is.
  await waitFor("a job", async () => server.output().includes('"job":"plan_captures"'));
  assert.equal(await server.stop(), 0);
  await simulated.close();

  const { spans } = receiver;
  assert.deepEqual(new Set(spans.map(({ service }) => service)), new Set(["earshot-of-tests"]));
  const request = spans.find(
    ({ trace_id, parent_id }) => trace_id === TRACE && parent_id === PARENT,
  );
  assert(request);
  assert.equal(request.name, "rest create_topic");
  assert.equal(request.attributes["http.response.status_code"], 201);
  assert.equal(request.attributes["earshot.request_id"], "from-the-proxy.1");
  const statements = spans.filter(({ parent_id }) => parent_id === request.span_id);
  assert.ok(statements.some(({ name }) => name === "INSERT"));
  assert.ok(
    statements.every(({ trace_id, attributes }) => {
      return trace_id === TRACE && attributes["db.system.name"] === "postgresql";
    }),
  );
  const jobs = spans.filter(({ name }) => name.startsWith("job "));
  assert.ok(jobs.some(({ span_id }) => spans.some(({ parent_id }) => parent_id === span_id)));
  const questions = spans.filter(({ name }) => name === "chat simulated-a");
  assert.equal(questions.length, 2);
  assert.equal(questions[0]?.attributes["gen_ai.provider.name"], "simulated");
  const { rows } = await world.pool.query(
    "select text from prompts where project_id = $1 union all select answer from answers where project_id = $1",
    [world.project.project_id],
  );
  for (const hidden of [SECRET, world.key, "a-share-link", ...rows.map(({ text }) => text)]) {
    assert.ok(hidden.length > 10 && !receiver.text().includes(hidden), hidden);
  }
  const lines = server
    .output()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const call = lines.find(({ operation }) => operation === "create_topic");
  assert.deepEqual(
    [call.request_id, call.trace_id, call.span_id],
    ["from-the-proxy.1", TRACE, request.span_id],
  );
  const done = lines.filter(({ msg }) => msg === "job");
  assert.ok(done.length > 0 && done.every(({ request_id }) => /^job-\d+$/.test(request_id)));
});

test("a collector that is away is told of once and holds nothing up", async () => {
  const world = await makeWorld();
  const server = await startServer(world, {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_TRACES_SAMPLER: "always_on",
  });
  const answer = await fetch(`${server.origin}/api/v1/brands`, {
    headers: { "x-api-key": world.key },
  });
  assert.equal(answer.status, 200);
  assert.equal(await server.stop(), 0);
  const told = server.output().match(/traces are not sent/g) ?? [];
  assert.ok(told.length <= 1);
});

test("what traces take is loaded in one place, and only where they are wanted", () => {
  const files = globSync("src/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const using = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(file, "utf8"))).sort();
  assert.deepEqual(using(/from "@opentelemetry\//), ["src/adapters/traces.ts"]);
  assert.deepEqual(using(/^import (?!type )[^;]*from "[^"]*\/traces\.ts"/m), []);
  assert.deepEqual(using(/await import\("[^"]*\/traces\.ts"\)/), ["src/installation.ts"]);
});

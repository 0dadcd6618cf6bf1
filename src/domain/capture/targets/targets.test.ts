import assert from "node:assert/strict";
import { after, test } from "node:test";
import { makeProviders } from "#adapters/engines/providers.ts";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import type { Role } from "#core/context.ts";
import { run } from "#core/run.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { serveJson, startProviderServer } from "../../../../test/kit/provider-server.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { workOnce } from "../asking/capture-worker.ts";
import { setBudget } from "../budget/set-budget.ts";
import { runCaptures } from "../planning/run-captures.ts";
import { createTarget } from "./create-target.ts";
import { listTargetsForUser } from "./list-targets.ts";
import { tryTarget } from "./try-target.ts";
import { updateTarget } from "./update-target.ts";

const OPENAI = {
  ...{ provider: "openai", name: "OpenAI", requested_model: "model-x" },
  api_key: "key-0123456789abcdef",
};
const model_id = "mdl_openai";

const as = (world: World, role: Role) => world.context({ role });
const create = (world: World, input: object, role: Role = "owner") =>
  run(createTarget, as(world, role), { ...OPENAI, ...input });
const update = (world: World, input: object, role: Role = "owner") =>
  run(updateTarget, as(world, role), { model_id, ...input });

test("a key that no header can carry is refused as it is saved, and white space around one is left out", async () => {
  const world = await makeWorld();
  for (const api_key of [
    "sk-4fJ2x9…",
    "sk-4fJ2х9Qm7LwT0vKc",
    "sk-4fJ2\nx9Qm7LwT",
    "sk-\u200b4fJ2x9",
  ]) {
    const { status, body } = await world.rest("POST", "/targets", { ...OPENAI, api_key });
    assert.equal(status, 400, api_key);
    assert.match(body.error.message, /api_key: .*cannot be sent.*copy the whole key/);
  }
  const server = await serveJson({});
  after(server.close);
  const spaced = { base_url: server.base_url, api_key: "\u00a0 key-0123456789abcdef \r\n" };
  await create(world, spaced);
  await run(tryTarget, as(world, "owner"), { model_id });
  assert.equal(server.seen[0]?.headers["authorization"], "Bearer key-0123456789abcdef");
});

test("where a model is reached is for admins and owners to say; the rest is any member's", async () => {
  const world = await makeWorld();
  const base_url = "https://gateway.example/v1";
  await assert.rejects(create(world, { base_url }, "member"), { code: "ROLE_REQUIRED" });
  await create(world, {}, "member");
  const api_key = "another-0123456789";
  await assert.rejects(update(world, { base_url, api_key }, "member"), { code: "ROLE_REQUIRED" });
  await update(world, { base_url, api_key }, "admin");
  const kept = await update(world, { base_url, name: "Ours" }, "member");
  assert.deepEqual([kept.base_url, kept.name], [base_url, "Ours"]);
  await assert.rejects(update(world, { base_url: null, api_key }, "member"), {
    code: "ROLE_REQUIRED",
  });
  await assert.rejects(update(world, { name: "Mine" }, "viewer"), { code: "ROLE_REQUIRED" });
  for (const bad of [
    "file:///etc/passwd",
    "https://user:secret@a.example/v1",
    "gopher://a.example",
  ]) {
    await assert.rejects(create(world, { base_url: bad }), { code: "VALIDATION_ERROR" }, bad);
  }
});

test("of changes at once none is lost", async () => {
  const world = await makeWorld();
  await create(world, {});
  for (let round = 1; round <= 5; round++) {
    await Promise.all([
      update(world, { name: `OpenAI ${round}` }),
      update(world, { samples_per_day: round }),
      update(world, { concurrency: round }),
      update(world, { is_active: round % 2 === 0 }),
    ]);
    const { data } = await run(listTargetsForUser, as(world, "owner"), {});
    const [{ name, samples_per_day, concurrency, is_active }] = data as [(typeof data)[number]];
    assert.deepEqual(
      [name, samples_per_day, concurrency, is_active],
      [`OpenAI ${round}`, round, round, round % 2 === 0],
    );
  }
});

test("a kept key goes to the server it was given for and to no other", async () => {
  const world = await makeWorld();
  const server = await serveJson({});
  after(() => server.close());
  await create(world, {});
  const { base_url } = server;
  await assert.rejects(update(world, { base_url }), {
    code: "VALIDATION_ERROR",
    message: /^api_key: give it again/,
  });
  await update(world, { base_url: "https://api.openai.com/v1/" });
  await assert.rejects(update(world, { base_url }), { code: "VALIDATION_ERROR" });
  await update(world, { base_url, api_key: "key-for-that-server" });
  await run(tryTarget, world.context(), { model_id });
  assert.equal(server.seen[0]?.headers.authorization, "Bearer key-for-that-server");
  await update(world, { base_url: `${base_url}/v2` });
  await update(world, { base_url: null, api_key: null });
});

test("no model is reached at a metadata address, nor in the operator's networks where that is switched off", async () => {
  const world = await makeWorld();
  const inside = await startSimulatedServer({ seed: "inside" });
  after(() => inside.close());
  await create(world, { base_url: "http://169.254.169.254/latest" });
  const tested = await run(tryTarget, world.context(), { model_id });
  assert.equal(tested.is_working, false);
  assert.match(tested.message, /169\.254\.169\.254 is a link-local or metadata address/);
  await world.rest("POST", "/prompts", { prompts: [{ text: "Which shoes last?" }] });
  await run(runCaptures, world.context(), {});
  await workOnce(jobContext(world));
  const list = async () => (await run(listTargetsForUser, world.context(), {})).data[0];
  assert.match((await list())?.paused_reason ?? "", /metadata address/);
  await update(world, { base_url: inside.base_url, api_key: OPENAI.api_key });
  assert.equal((await run(tryTarget, world.context(), { model_id })).is_working, true);
  const outside = { ...world.context(), providers: makeProviders(null, "public") };
  const refused = await run(tryTarget, outside, { model_id });
  assert.match(refused.message, /127\.0\.0\.1 is not on the public internet/);
  assert.equal(inside.requests(), 1);
  // What this process simulates by itself is in reach whatever the setting.
  const own = { ...world.context(), providers: makeProviders(inside.base_url, "public") };
  const invented = { provider: "simulated", name: "Invented", requested_model: "simulated-a" };
  const made = await run(createTarget, own, { ...OPENAI, ...invented });
  const simulated = await run(tryTarget, own, { model_id: made.model_id });
  assert.equal(simulated.is_working, true, simulated.message);
});

test("a model whose answers are invented says so, whatever it is called", async () => {
  const world = await makeWorld();
  const base_url = "http://127.0.0.1:9/v1";
  const made = await create(world, { provider: "simulated", name: "ChatGPT", base_url });
  assert.equal(made.name, "ChatGPT (simulated)");
  const renamed = await update(world, { model_id: made.model_id, name: "x".repeat(100) });
  assert.match(renamed.name, /^x{88} \(simulated\)$/);
  const { body } = await world.rest("GET", "/models");
  assert.equal(body.data[0].name, renamed.name);
});

test("a test question is counted in the ledger and asked only while the budget has room", async () => {
  const world = await makeWorld();
  let status = 200;
  const simulated = await startSimulatedServer({ seed: "test" });
  const server = await startProviderServer((response) => {
    response.writeHead(status).end(status === 200 ? '{"of": "another shape"}' : "{}");
  });
  after(() => Promise.all([simulated.close(), server.close()]));
  const spent = async () => {
    const { rows } = await world.pool.query(
      "select sum(spent_micros)::int as spent, sum(reserved_micros)::int as held from capture_ledger where project_id = $1",
      [world.project.project_id],
    );
    return [rows[0].spent, rows[0].held];
  };
  const ask = () => run(tryTarget, world.context(), { model_id });
  await create(world, { base_url: simulated.base_url, requested_model: "gpt-6-sol" });
  const answer = await ask();
  assert.deepEqual(await spent(), [Math.round((answer.cost_usd ?? 0) * 1e6), 0]);
  const [before = 0] = await spent();
  await update(world, { base_url: server.base_url, api_key: OPENAI.api_key });
  // It came and could not be read: it was made, and is counted at its estimate.
  assert.match((await ask()).message, /not in the openai-responses shape/);
  const [counted] = await spent();
  assert.equal(counted, before + 100_000);
  status = 401;
  assert.match((await ask()).message, /^HTTP 401/);
  assert.deepEqual(await spent(), [counted, 0]);
  await run(setBudget, world.context(), { daily_cap_usd: 0.2, monthly_cap_usd: null });
  assert.match((await ask()).message, /daily budget leaves no room/);
  assert.equal(server.seen.length, 2);
});

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { makeProviders } from "#adapters/engines/providers.ts";
import type { Role } from "#core/context.ts";
import { run } from "#core/run.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { serveJson, startProviderServer } from "../../../../test/kit/provider-server.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { createTarget } from "./create-target.ts";
import { findLocalModels } from "./find-local-models.ts";
import { listProviderModels } from "./list-provider-models.ts";
import { listTargetsForUser } from "./list-targets.ts";
import { listEnding } from "./listed.ts";
import { readModelLists } from "./read-model-lists.ts";
import { updateTarget } from "./update-target.ts";

const KEY = "key-0123456789abcdef";
const LIST = {
  object: "list",
  data: [
    { id: "model-x", created: 1_790_000_000, shutdown_date: "2026-12-24" },
    { id: "model-y", created: 1_780_000_000, shutdown_date: null },
  ],
};

const list = (world: World, input: object, role: Role = "owner") =>
  run(listProviderModels, world.context({ role }), { provider: "openai", ...input });
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

async function serveList() {
  const server = await serveJson(LIST);
  after(server.close);
  return server;
}

test("a list is asked for with the key that was typed, or the kept one, and at no other server with that", async () => {
  const world = await makeWorld();
  const server = await serveList();
  const elsewhere = await serveList();
  const typed = await list(world, { base_url: server.base_url, api_key: KEY });
  assert.deepEqual([ids(typed), typed.problem], [["model-x", "model-y"], null]);
  const made = { provider: "openai", name: "OpenAI", requested_model: "model-x", api_key: KEY };
  await run(createTarget, world.context(), { ...made, base_url: server.base_url });
  const model_id = "mdl_openai";
  await list(world, { model_id }, "member");
  assert.equal(server.seen[1]?.headers.authorization, `Bearer ${KEY}`);
  await assert.rejects(list(world, { model_id, base_url: elsewhere.base_url }), {
    message: /^api_key: give it again/,
  });
  await list(world, { model_id, base_url: elsewhere.base_url, api_key: "another-0123456789" });
  assert.equal(elsewhere.seen[0]?.headers.authorization, "Bearer another-0123456789");
  assert.equal(elsewhere.seen.length, 1);
});

test("another address is an admin's to give, a viewer lists nothing, and a provider is one of ours", async () => {
  const world = await makeWorld();
  const { base_url } = await serveList();
  await assert.rejects(list(world, { base_url, api_key: KEY }, "member"), {
    code: "ROLE_REQUIRED",
  });
  await assert.rejects(list(world, { api_key: KEY }, "viewer"), { code: "ROLE_REQUIRED" });
  await assert.rejects(list(world, { provider: "skynet" }), { code: "VALIDATION_ERROR" });
  await assert.rejects(list(world, { model_id: "mdl_none" }), { code: "NOT_FOUND" });
  const foreign = await makeWorld();
  const made = { provider: "openai", name: "OpenAI", requested_model: "x", api_key: KEY };
  await run(createTarget, foreign.context(), made);
  await assert.rejects(list(world, { model_id: "mdl_openai" }), { code: "NOT_FOUND" });
});

test("why there is no list is said in a sentence without the key", async () => {
  const world = await makeWorld();
  let status = 401;
  const failing = await startProviderServer((response, { headers }) => {
    const message = `What key is ${headers.authorization}?`;
    response.writeHead(status).end(JSON.stringify({ error: { message } }));
  });
  after(failing.close);
  const problem = async (input: object) => (await list(world, input)).problem ?? "";
  const at = { base_url: failing.base_url, api_key: KEY };
  assert.equal(
    await problem(at),
    "OpenAI refused the key (HTTP 401: What key is Bearer [redacted]?)",
  );
  assert.equal((await list(world, at)).is_key_refused, true);
  status = 404;
  assert.equal((await list(world, at)).is_key_refused, false);
  assert.equal(
    await problem(at),
    "OpenAI lists no models at this address: write the model's name.",
  );
  status = 500;
  assert.match(await problem(at), /^OpenAI gave no list\. HTTP 500/);
  await failing.close();
  assert.match(await problem(at), /^OpenAI gave no list\. The connection failed \(ECONN\w+\)\.$/);
  assert.equal(await problem({}), "OpenAI needs its key first.");
  assert.equal(
    await problem({ provider: "openai_compatible" }),
    "OpenAI-compatible server needs its address first.",
  );
  assert.equal(
    await problem({ ...at, provider: "azure_openai" }),
    "Azure OpenAI lists no models: write your deployment's name.",
  );
  const public_only = { ...world.context(), providers: makeProviders(null, "public") };
  const kept = await run(listProviderModels, public_only, { provider: "openai", ...at });
  assert.match(kept.problem ?? "", /127\.0\.0\.1 is not on the public internet/);
  const fixed = await list(world, { provider: "serpapi" });
  assert.deepEqual([ids(fixed), fixed.problem], [["google_ai_mode", "bing_copilot"], null]);
});

test("what the list says of a model that is asked is kept with its day, until another model is asked", async () => {
  const now = () => new Date("2026-11-22T10:00:00Z");
  const world = await makeWorld({ now });
  const { base_url } = await serveList();
  const made = { provider: "vllm", name: "Own", requested_model: "model-x", base_url };
  await run(createTarget, world.context(), made);
  const model_id = "mdl_own";
  const kept = async () => (await run(listTargetsForUser, world.context(), {})).data[0]?.listed;
  assert.equal(await kept(), null);
  await list(world, { provider: "vllm", model_id });
  const unsaid = { context_tokens: null, input_usd: null, output_usd: null };
  assert.deepEqual(await kept(), {
    ...{ retires_on: "2026-12-24", read_on: "2026-11-22" },
    ...unsaid,
  });
  await run(updateTarget, world.context(), { model_id, samples_per_day: 2 });
  assert.equal((await kept())?.retires_on, "2026-12-24");
  await run(updateTarget, world.context(), { model_id, requested_model: "model-z" });
  assert.equal(await kept(), null);
  await list(world, { provider: "vllm", model_id });
  assert.equal(await kept(), null, "it is not in the list");
});

test("models on this machine are found where their servers listen, all asked at once; a silent one is left", async () => {
  const world = await makeWorld();
  const ollama = await serveList();
  const silent = await startProviderServer(() => {});
  after(silent.close);
  const own_urls = {
    ollama: ollama.base_url,
    lm_studio: silent.base_url,
    vllm: "http://127.0.0.1:1/v1",
  };
  const find = (reach: "private" | "public", role: Role = "member") => {
    const providers = makeProviders(null, reach, { own_urls });
    return run(findLocalModels, { ...world.context({ role }), providers }, {});
  };
  const { servers } = await find("private");
  assert.deepEqual(
    servers.map(({ provider, label, base_url, models }) => [
      provider,
      label,
      base_url,
      models[0]?.id,
    ]),
    [["ollama", "Ollama", ollama.base_url, "model-x"]],
  );
  assert.equal(servers[0]?.models[0]?.can_search, false);
  assert.equal(ollama.seen[0]?.headers.authorization, undefined);
  assert.equal(silent.seen.length, 1);
  assert.deepEqual((await find("public")).servers, []);
  assert.equal(ollama.seen.length, 1, "private addresses are not even tried where they are off");
  await assert.rejects(find("private", "viewer"), { code: "ROLE_REQUIRED" });
});

test("every week each list is read once again, and models that end soon are told of", async () => {
  let time = Date.parse("2026-09-01T10:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const server = await serveList();
  const made = { provider: "openai", api_key: KEY, base_url: server.base_url };
  await run(createTarget, world.context(), { ...made, name: "Ends", requested_model: "model-x" });
  await run(createTarget, world.context(), { ...made, name: "Stays", requested_model: "model-y" });
  const idle = { ...made, name: "Idle", requested_model: "model-x", api_key: "other-0123456789" };
  const { model_id } = await run(createTarget, world.context(), idle);
  await run(updateTarget, world.context(), { model_id, is_active: false });
  await run(createTarget, world.context(), {
    ...{ provider: "serpapi", name: "Page", requested_model: "google_ai_mode", api_key: KEY },
    base_url: server.base_url,
  });
  const week = async () => {
    await readModelLists.handler(jobContext(world), {});
    await world.runJobs();
  };
  await week();
  assert.equal(server.seen.length, 1, "the two that are asked are on one list");
  const listed = async () => {
    const { data } = await run(listTargetsForUser, world.context(), {});
    return data.map(({ name, listed }) => [name, listed?.retires_on, listed?.read_on]);
  };
  assert.deepEqual(await listed(), [
    ["Ends", "2026-12-24", "2026-09-01"],
    ["Idle", undefined, undefined],
    ["Page", undefined, undefined],
    ["Stays", null, "2026-09-01"],
  ]);
  const ending = async (day: string) =>
    (await listEnding(world.db, day)).filter(({ name }) => name === "Ends");
  assert.deepEqual(await ending("2026-10-24"), []);
  assert.deepEqual(
    (await ending("2026-10-25")).map(({ name, model, retires_on }) => [name, model, retires_on]),
    [["Ends", "model-x", "2026-12-24"]],
  );
  time += 7 * 86_400_000;
  await week();
  assert.deepEqual((await listed())[0], ["Ends", "2026-12-24", "2026-09-08"]);
});

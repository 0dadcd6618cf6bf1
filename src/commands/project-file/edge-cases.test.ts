import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { updateBrand } from "#domain/brands/update-brand.ts";
import { getBudget } from "#domain/capture/budget/get-budget.ts";
import { updateTarget } from "#domain/capture/targets/update-target.ts";
import { listPrompts } from "#domain/prompts/list-prompts.ts";
import { serveApp } from "../../../test/kit/serve-app.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { callHere, callRemote } from "./callers.ts";
import { describeProject } from "./describe-project.ts";
import { planChanges } from "./plan-changes.ts";
import { sayDay } from "./plan-day.ts";
import { type Call, readProviders, readState } from "./project-state.ts";
import { readProjectFile } from "./read-file.ts";
import { takeSteps } from "./take-steps.ts";

const first = await makeWorld();
const ACCESS = new Set(["read", "write"] as const);
const HEAD = "version: 1\nproject: { name: Acme, domain: acme.com }\n";

async function planFor(call: Call, text: string, secrets = new Map<string, string>()) {
  const whole = text.includes("version: 1") ? text : HEAD + text;
  const { file } = readProjectFile(whole, "project.yaml");
  return planChanges({
    ...{ file, people: null, organisation_id: "", prune: false, secrets },
    state: await readState(call),
    providers: await readProviders(call),
  });
}

async function tenant() {
  const world = await first.neighbour();
  const user = { ...world.user, access: ACCESS };
  return { world, call: callHere(world.base, user, world.project.project_id) };
}

/** Applies a text and asserts that a second time changes nothing. */
async function apply(call: Call, text: string): Promise<void> {
  await takeSteps(call, (await planFor(call, text)).steps);
  const again = await planFor(call, text);
  assert.deepEqual(
    again.steps.flatMap(({ lines }) => lines),
    [],
  );
}

test("the own brand gets another name while a rival gets its old one", async () => {
  const { call } = await tenant();
  await apply(call, "brands:\n  - { name: Acme }\n  - { name: Acme Group, own: true }\n");
  const { brands } = await readState(call);
  assert.deepEqual(
    brands.map(({ name, is_own }) => [name, is_own]),
    [
      ["Acme Group", true],
      ["Acme", false],
    ],
  );
});

test("prompts that get the same topic get it by the hundred, and what else changes with it", async () => {
  const { call } = await tenant();
  const prompts = (more: (n: number) => string) =>
    Array.from({ length: 250 }, (_, n) => `  - { text: Which ${n}?${more(n)} }\n`).join("");
  await apply(call, `prompts:\n${prompts(() => "")}`);
  const text = `prompts:\n${prompts((n) => `, topic: Boots${n < 2 ? ", language_code: fr" : ""}`)}`;
  const { steps } = await planFor(call, text);
  assert.deepEqual(
    steps.map(({ operation, lines }) => [operation.name, lines.length]),
    [
      ["create_topic", 1],
      ...[100, 100, 50].map((count) => ["update_prompts", count]),
      ...[0, 0].map((count) => ["update_prompt", count]),
    ],
  );
  assert.match(String(steps[1]?.lines[0]?.details), /language_code: en -> fr,topic: .*Boots/);
  await apply(call, text);
  await apply(call, `prompts:\n${prompts(() => ", topic: null")}`);
});

test("two assistants of the file are never one of the project's", async () => {
  const { call } = await tenant();
  const one = (name: string) => `  - { name: ${name}, provider: ollama, requested_model: a }\n`;
  assert.throws(
    () => readProjectFile(`${HEAD}assistants:\n${one("Chat GPT")}${one("chat-gpt")}`, "p.yaml"),
    /p\.yaml:5: assistants\[1\]: has the name of assistants\[0\] already/,
  );
  await apply(call, `assistants:\n${one("Old")}`);
  const [made] = (await readState(call)).targets;
  await call(updateTarget, { model_id: made?.model_id, name: "New" });
  // By its id it could be either; its name says which.
  assert.deepEqual((await planFor(call, `assistants:\n${one("New")}`)).steps, []);
  const both = await planFor(call, `assistants:\n${one("Old")}${one("New")}`);
  assert.deepEqual(
    both.steps.map(({ operation }) => operation.name),
    ["create_target"],
  );
});

test("an export with a read key leaves out webhooks, whose addresses it is not shown", async () => {
  const { world, call } = await tenant();
  await apply(call, "webhooks:\n  - { url: 'https://a.example/T0/x', events: [webhook.test] }\n");
  const { url } = await serveApp(world);
  const reader = await callRemote(url, await world.makeKey("read"));
  const text = describeProject(await readState(reader), null, url);
  assert.doesNotMatch(text, /a\.example/);
  assert.match(text, /^# Without webhooks: /m);
  assert.equal(readProjectFile(text, "read.yaml").file.webhooks, undefined);
  const whole = describeProject(await readState(await callRemote(url, world.key)), null, url);
  assert.match(whole, /https:\/\/a\.example\/T0\/x/);
});

test("a name that is a common word keeps the spellings that a person chose for it", async () => {
  const { call } = await tenant();
  await apply(call, "brands: [{ name: Apple, aliases: [{ text: Apple Inc }] }]\n");
  const cased = (await readState(call)).brands[1]?.aliases ?? [];
  assert.ok(cased.some(({ text, case_sensitive }) => text === "Apple" && case_sensitive));
  // As somebody leaves it who takes them away.
  const brand_id = (await readState(call)).brands[1]?.id;
  await call(updateBrand, { brand_id, aliases: [{ text: "Apple Inc", case_sensitive: false }] });
  const text = describeProject(await readState(call), null, "");
  const there = await tenant();
  await apply(there.call, text);
  assert.ok((await readState(there.call)).brands[1]?.aliases.every((one) => !one.case_sensitive));
});

test("a brand with all the spellings that it may have, and those of its name, is made by its own file", async () => {
  const { call } = await tenant();
  const others = Array.from({ length: 50 }, (_, n) => `{ text: Orchard ${n} }`);
  await apply(call, `brands: [{ name: Apple, aliases: [${others.join()}] }]\n`);
  const brands = async (by: Call) => (await readState(by)).brands.map(({ aliases }) => aliases);
  const before = await brands(call);
  assert.ok((before[1]?.length ?? 0) > 50);
  const text = describeProject(await readState(call), null, "");
  const there = await tenant();
  await apply(there.call, text);
  assert.deepEqual(await brands(there.call), before);
});

test("a text that grows when it is read is refused in a sentence", () => {
  const lists = Array.from(
    { length: 9 },
    (_, n) =>
      `l${n}: &l${n} [${Array(9)
        .fill(n ? `*l${n - 1}` : "x")
        .join(", ")}]`,
  );
  assert.throws(() => readProjectFile(lists.join("\n"), "bomb.yaml"), {
    code: "VALIDATION_ERROR",
    message: /^bomb\.yaml: .*alias/i,
  });
});

test("a server that sends on, or is none of ours, is told as such: nothing is sent to another place", async () => {
  const asked: string[] = [];
  const other = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.startsWith("/away")) response.writeHead(301, { location: "/here" }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello</p>");
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  after(() => other.close());
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  await assert.rejects(callRemote(`${url}/away`, "key"), /sends on to \/here: give --server/);
  assert.deepEqual(asked, ["GET /away/api/v1/projects"]);
  await assert.rejects(callRemote(url, "key"), /is no Earshot/);
});

test("anchors that hold themselves are refused as such", () => {
  const text = `version: 1
project: { name: Acme, domain: acme.com }
assistants: [{ name: A, provider: ollama, requested_model: a, parameters: &p { of: *p } }]
`;
  assert.throws(() => readProjectFile(text, "project.yaml"), {
    code: "VALIDATION_ERROR",
    message: /^project\.yaml: its anchors cannot be resolved: /,
  });
});

test("prompts that a plan has room for are made, whatever is archived before them or now", async () => {
  const world = await makeWorld({ plan: "brand/starter" });
  const user = { ...world.user, access: ACCESS };
  const call = callHere(world.base, user, world.project.project_id);
  const prompts = (name: string, count: number, status = "active") =>
    Array.from({ length: count }, (_, n) => `  - { text: "${name} ${n}", status: ${status} }\n`);
  const text = (...all: string[][]) => ["prompts:\n", ...all.flat()].join("");
  await apply(call, text(prompts("Idle", 60, "archived"), prompts("Asked", 50)));
  await apply(call, text(prompts("Asked", 50, "archived"), prompts("Other", 50)));
  const { data } = await call(listPrompts, { status: "active", limit: 100 });
  assert.deepEqual([...new Set(data.map((prompt) => prompt.text.split(" ")[0]))], ["Other"]);
});

test("prompts are twins by the project's country where the file names none", async () => {
  const { call } = await tenant();
  await apply(call, "version: 1\nproject: { name: Acme, domain: acme.com, country_code: DE }\n");
  const two = await planFor(
    call,
    "prompts:\n  - { text: Which pan? }\n  - { text: Which pan?, country_code: US }\n",
  );
  assert.deepEqual(
    two.steps.flatMap(({ lines }) => lines.map(({ what }) => what)),
    ["prompt Which pan? (DE)", "prompt Which pan? (US)"],
  );
  const { problems } = await planFor(
    call,
    "prompts:\n  - { text: Which pan? }\n  - { text: Which pan?, country_code: DE }\n",
  );
  assert.deepEqual(
    problems.map(({ path }) => path),
    [["prompts", 1]],
  );
  const same = planFor(call, "prompts:\n  - { text: Which pan? }\n  - { text: Which pan? }\n");
  await assert.rejects(same, /prompts\[1\]: is the prompt of prompts\[0\]/);
});

test("the plan says what a day costs, sets the budget first, and makes an assistant at an own address without its key", async () => {
  const { call } = await tenant();
  const text = `budget: { daily_cap_usd: 3 }
prompts: [{ text: "Which shoes last?" }, { text: "Which do not?", status: archived }]
assistants:
  - { name: Azure, provider: azure_openai, requested_model: ours, base_url: "https://a.example/openai/v1", api_key_env: AZURE }
  - { name: Local, provider: ollama, requested_model: llama3.2, samples_per_day: 10, price: { input: 0, output: 0, search: 0, answer: 0.05 } }
`;
  const { steps, notes } = await planFor(call, text);
  assert.equal(steps[0]?.operation.name, "set_budget");
  assert.match(notes.join(), /Azure is not asked until it has the/);
  const told = "A scheduled day: 0 answers, 0.00 USD -> 10 answers, 0.50 USD.";
  assert.equal(await sayDay(call, await readState(call), steps), told);
  await apply(call, text);
  const { estimated_cost_per_day_usd, planned_answers_per_day } = await call(getBudget, {});
  assert.deepEqual([planned_answers_per_day, estimated_cost_per_day_usd], [10, 0.5]);
  const now = await readState(call);
  const azure = now.targets.find(({ name }) => name === "Azure");
  assert.deepEqual([azure?.is_active, azure?.base_url], [false, "https://a.example/openai/v1"]);
  const { steps: more } = await planFor(
    call,
    text.replace("samples_per_day: 10", "samples_per_day: 1"),
  );
  assert.equal(
    await sayDay(call, now, more),
    "A scheduled day: 10 answers, 0.50 USD -> 1 answer, 0.05 USD.",
  );
  const keyed = await planFor(call, text, new Map([["AZURE", "sk-of-azure"]]));
  assert.deepEqual(
    keyed.steps.flatMap(({ lines }) => lines.map(({ details }) => details)),
    [["is_active: false -> true", "api_key: from AZURE"]],
  );
  assert.match(
    (await sayDay(call, now, keyed.steps)) ?? "",
    /^A scheduled day: 10 answers, 0\.50 USD -> 11 answers, [1-9]/,
  );
});

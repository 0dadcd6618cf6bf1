import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeId } from "#core/id.ts";
import { projectFiles } from "../../../test/kit/random-project-file.ts";
import { serveApp } from "../../../test/kit/serve-app.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { callHere, callRemote, divideSteps, refuseKey } from "./callers.ts";
import { describeProject, toFile } from "./describe-project.ts";
import type { Plan } from "./plan.ts";
import { planChanges } from "./plan-changes.ts";
import type { ProjectFile } from "./project-file.ts";
import { type Call, readPeople, readProviders, readState } from "./project-state.ts";
import { readProjectFile } from "./read-file.ts";
import { takeSteps } from "./take-steps.ts";

const RUNS = Number(process.env["EARSHOT_TEST_RUNS"] ?? 12);
const first = await makeWorld();
const ACCESS = new Set(["read", "write"] as const);

const callerOf = ({ base, user }: World, project_id: number | null) =>
  callHere(base, { ...user, access: ACCESS }, project_id);

type Wish = { world: World; call: Call; is_there: boolean; prune?: boolean; secret?: string };

/** The plan for a project of a world, as the command makes it. */
async function planFor(file: ProjectFile, wish: Wish): Promise<Plan> {
  const organisation_id = encodeId("org", wish.world.project.organisation_id);
  return planChanges({
    ...{ file, organisation_id, prune: wish.prune ?? false },
    state: wish.is_there ? await readState(wish.call) : null,
    people: await readPeople(callerOf(wish.world, null), organisation_id),
    providers: await readProviders(wish.call),
    secrets: new Map(wish.secret === undefined ? [] : [["OPENAI_API_KEY", wish.secret]]),
  });
}

test("applied twice a file changes nothing, and its export makes the same project in another installation", async () => {
  await fc.assert(
    fc.asyncProperty(projectFiles, projectFiles, fc.boolean(), async (file, later, prune) => {
      const world = await first.neighbour();
      const call = callerOf(world, null);
      await takeSteps(call, (await planFor(file, { world, call, is_there: false })).steps);
      assert.deepEqual((await planFor(file, { world, call, is_there: true })).steps, []);

      await takeSteps(call, (await planFor(later, { world, call, is_there: true, prune })).steps);
      const wish = { world, call, is_there: true, prune };
      const again = await planFor(later, wish);
      assert.deepEqual([again.steps, again.problems], [[], []]);
      if (prune) assert.deepEqual(again.left, []);

      const text = describeProject(await readState(call), null, "");
      const { file: exported } = readProjectFile(text, "exported.yaml");
      assert.deepEqual((await planFor(exported, { ...wish, prune: true })).steps, []);
      const empty = await first.neighbour();
      const there = callerOf(empty, null);
      const moved = await planFor(exported, { world: empty, call: there, is_there: false });
      await takeSteps(there, moved.steps);
      assert.equal(describeProject(await readState(there), null, ""), text);
    }),
    { numRuns: RUNS },
  );
});

test("nothing is deleted unasked, and a section that is left out stays as it is whatever is asked", async () => {
  const world = await first.neighbour();
  const call = callerOf(world, null);
  const whole = readProjectFile(
    JSON.stringify({
      ...{ version: 1, project: { name: "Whole", domain: "acme.com" } },
      ...{ brands: [{ name: "Umbra" }], topics: ["Trail"], tags: [{ name: "Core" }] },
      prompts: [{ text: "Which shoes last?", topic: "Trail", tags: ["Core"] }],
      assistants: [{ name: "One", provider: "ollama", requested_model: "llama3.2" }],
      webhooks: [{ url: "https://a.example/x", events: ["webhook.test"] }],
      members: [{ email: "ann@acme.example", role: "member" }],
    }),
    "whole.yaml",
  ).file;
  await takeSteps(call, (await planFor(whole, { world, call, is_there: false })).steps);
  const before = await readState(call);
  const bare: ProjectFile = { version: 1, project: whole.project };
  const none: ProjectFile = {
    ...bare,
    ...{ brands: [], topics: [], tags: [], prompts: [], assistants: [], webhooks: [] },
    members: [{ email: world.user.email, role: "owner" }],
  };
  const wish = { world, call, is_there: true };
  assert.deepEqual((await planFor(bare, { ...wish, prune: true })).steps, []);
  const kept = await planFor(none, wish);
  assert.deepEqual(kept.steps, []);
  assert.equal(kept.left.length, 7);
  const deleted = await planFor(none, { ...wish, prune: true });
  assert.deepEqual(
    new Set(deleted.steps.flatMap(({ lines }) => lines.map(({ sign }) => sign))),
    new Set(["-"]),
  );
  assert.deepEqual(await readState(call), before);
  await takeSteps(call, deleted.steps);
  const { brands, topics, tags, prompts, webhooks, targets } = await readState(call);
  assert.deepEqual([brands.length, topics, tags, prompts, webhooks], [1, [], [], [], []]);
  // Its answers would name it: an assistant ends, and stays.
  assert.deepEqual(
    targets.map(({ is_active }) => is_active),
    [false],
  );
});

test("what goes wrong half-way in one transaction leaves nothing behind, and its steps are in the audit log else", async () => {
  const world = await first.neighbour();
  const count = async () =>
    (
      await world.db
        .selectFrom("projects")
        .select("name")
        .where("organisation_id", "=", world.project.organisation_id)
        .execute()
    ).length;
  const file = readProjectFile(
    JSON.stringify({
      ...{ version: 1, project: { name: "Broken", domain: "acme.com" } },
      brands: [{ name: "Umbra", regex: "(" }],
    }),
    "broken.yaml",
  ).file;
  const work = world.db.transaction().execute(async (db) => {
    const call = callerOf({ ...world, base: { ...world.base, db } }, null);
    await takeSteps(call, (await planFor(file, { world, call, is_there: false })).steps);
  });
  await assert.rejects(work, { code: "VALIDATION_ERROR" });
  assert.equal(await count(), 1);
  const call = callerOf(world, null);
  const good = { ...file, brands: [{ name: "Umbra", own: false }] };
  await takeSteps(call, (await planFor(good, { world, call, is_there: false })).steps);
  const { rows } = await world.pool.query(
    "select operation, door, actor from audit_log where organisation_id = $1 order by audit_id",
    [world.project.organisation_id],
  );
  const noted = rows.map((row) => [row.operation, row.door, row.actor]);
  const who = `user:${world.user.user_id}`;
  assert.deepEqual(noted.slice(-2), [
    ["create_project", "command", who],
    ["create_brand", "command", who],
  ]);
});

test("an assistant waits for its key, takes it from a variable, and is not told it twice", async () => {
  const world = await first.neighbour();
  const call = callerOf(world, world.project.project_id);
  const { file } = readProjectFile(
    `version: 1
project: { name: Acme, domain: acme.com }
assistants:
  - { name: GPT, provider: openai, requested_model: gpt-5.1, api_key_env: OPENAI_API_KEY, concurrency: 2, is_active: true }
`,
    "keys.yaml",
  );
  const wish = { world, call, is_there: true };
  await takeSteps(call, (await planFor(file, wish)).steps);
  const waiting = await planFor(file, wish);
  assert.deepEqual(waiting.steps, []);
  assert.match(waiting.notes.join(), /GPT is not asked until it has the .*OPENAI_API_KEY/);
  const given = await planFor(file, { ...wish, secret: "sk-of-the-provider" });
  assert.deepEqual(
    given.steps.map(({ lines }) => lines[0]?.details),
    [["is_active: false -> true", "api_key: from OPENAI_API_KEY"]],
  );
  await takeSteps(call, given.steps);
  const [target] = (await readState(call)).targets;
  assert.deepEqual(
    [target?.is_active, target?.concurrency, target?.api_key_hint],
    [true, 2, "…ider"],
  );
  const done = await planFor(file, { ...wish, secret: "sk-of-the-provider" });
  assert.deepEqual([done.steps, done.notes], [[], []]);
});

test("over REST a key does what ends with it, and the rest is told", async () => {
  const world = await first.neighbour();
  const { url } = await serveApp(world);
  const call = await callRemote(url, world.key);
  const { file } = readProjectFile(
    `version: 1
project: { name: Acme, domain: acme.com, schedule: { weekdays: [2], hour: 4 } }
brands: [{ name: Umbra, aliases: [{ text: Umbra Shoes }] }]
topics: [Trail]
prompts: [{ text: "Which shoes last?", topic: Trail, status: archived }]
assistants:
  - { name: Local, provider: ollama, requested_model: llama3.2, base_url: "http://10.0.0.5/v1", is_active: false }
budget: { daily_cap_usd: 3 }
retention: { answers_days: 90, audit_days: 90 }
webhooks: [{ url: "https://a.example/x", events: [webhook.test] }]
members: [{ email: ann@acme.example, role: member }]
`,
    "remote.yaml",
  );
  const plan = async () =>
    planChanges({
      ...{ file, people: null, organisation_id: "", prune: false, secrets: new Map() },
      state: await readState(call),
      providers: await readProviders(call),
    });
  const before = await plan();
  await takeSteps(call, divideSteps(before.steps).taken);
  const after_it = await plan();
  assert.deepEqual(
    divideSteps(after_it.steps).refused.flatMap((step) =>
      step.lines.length === 0 ? [] : [[step.lines[0]?.what, refuseKey(step)]],
    ),
    [
      ["assistant Local", "a base_url outlives a key"],
      ["retention", "a key does not decide over the audit log"],
      ["webhook https://a.example/x", "create_webhook outlives a key"],
    ],
  );
  assert.deepEqual(divideSteps(after_it.steps).taken, []);
  assert.match(after_it.notes.join(), /^members: a key neither reads nor changes them/);
  const state = await readState(callerOf(world, world.project.project_id));
  assert.deepEqual(toFile(await readState(call), null), toFile(state, null));
  // What the form promises to editors is what the reader takes.
  const schema = await (await fetch(`${url}/docs/project.schema.json`)).json();
  assert.equal((schema as { title: string }).title, "A project of Earshot");
});

test("a wrong file is refused with the line of each fault and what to do", () => {
  const refused = (text: string) => {
    try {
      readProjectFile(text, "project.yaml");
    } catch (error) {
      return (error as Error).message.split("\n");
    }
    return [];
  };
  const head = "version: 1\nproject:\n  name: Acme\n  domain: acme.com\n";
  assert.deepEqual(
    refused(`${head}  colour: red\nprompts:\n  - text: Which?\n    country_code: usa\n`),
    [
      'project.yaml:8: prompts[0].country_code: must be an ISO 3166-1 country code of two capitals, like "US"',
      'project.yaml:5: project: unknown argument "colour" (valid: name, domain, status, country_code, language_code, timezone, schedule, profile)',
    ].sort((a, b) => Number(/:(\d+):/.exec(a)?.[1]) - Number(/:(\d+):/.exec(b)?.[1])),
  );
  assert.match(refused(`${head}topics: [a\n`)[0] ?? "", /^project\.yaml:\d+: /);
  assert.deepEqual(
    refused(`${head}topics: [Trail]\nprompts:\n  - text: Which?\n    topic: Road\n`),
    [
      'project.yaml:8: there is no topic "Road": add it under topics'.replace(
        "8: ",
        "8: prompts[0].topic: ",
      ),
    ],
  );
  assert.deepEqual(refused(`${head}brands:\n  - name: Umbra\n  - name: umbra\n`), [
    "project.yaml:7: brands[1]: has the name of brands[0] already; keep one of them",
  ]);
  assert.deepEqual(refused("version: 1\n"), ["project.yaml:1: project: is required"]);
  const asked = `${head}assistants:\n  - name: A\n    provider: openai\n    requested_model: m\n`;
  assert.deepEqual(refused(`${asked}    api_key_env: ENCRYPTION_KEY\n`), [
    "project.yaml:9: assistants[0].api_key_env: is a setting of Earshot itself",
  ]);
  assert.deepEqual(refused(`${asked}    api_key_env: OPENAI_API_KEY\n`), []);
});

test("webhooks to one address, and fields of a provider's that look like references, are exported and made alike", async () => {
  const world = await first.neighbour();
  const call = callerOf(world, null);
  const { file } = readProjectFile(
    `version: 1
project: { name: Twins, domain: acme.com }
assistants:
  - name: Local
    provider: ollama
    requested_model: llama3.2
    parameters: { format: { properties: { one: { $ref: "#/$defs/one" } } } }
webhooks:
  - { url: "https://a.example/x", events: [webhook.test] }
  - { url: "https://a.example/x", events: [run.completed], is_active: false }
`,
    "twins.yaml",
  );
  await takeSteps(call, (await planFor(file, { world, call, is_there: false })).steps);
  const text = describeProject(await readState(call), null, "");
  assert.match(text, /^# Addresses of webhooks may be secrets/m);
  const again = readProjectFile(text, "again.yaml").file;
  assert.deepEqual(again.assistants?.[0]?.parameters, file.assistants?.[0]?.parameters);
  assert.deepEqual(
    again.webhooks?.map(({ events, is_active }) => [events, is_active]),
    [
      [["webhook.test"], undefined],
      [["run.completed"], false],
    ],
  );
  const wish = { world, call, is_there: true, prune: true };
  assert.deepEqual((await planFor(again, wish)).steps, []);
});

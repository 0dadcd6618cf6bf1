import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { AnyOperation } from "#core/operation.ts";
import { insertTarget, listTargets } from "#domain/capture/targets/target-queries.ts";
import { catalog } from "../../src/catalog.ts";
import { call, signedIn } from "../kit/http-client.ts";
import { makeThings } from "../kit/one-of-each.ts";
import { makeWorld } from "../kit/world.ts";

const operations: readonly AnyOperation[] = catalog;
const guide = readFileSync("docs/automation.md", "utf8");
const world = await makeWorld();
const { whk } = await makeThings(world);
const reader = await world.makeKey("read");
const HERE = "http://127.0.0.1:9/v1";
const words = (text: string) => text.trim().split(/\s+/);

/** What changes something and takes a person, by why: written by hand, as docs/automation.md tells it. */
const PERSONAL = {
  "outlives the key": `
    create_webhook update_webhook create_share_link create_key rotate_key revoke_key
    invite_member update_member remove_member revoke_invitation set_sign_on remove_sign_on`,
  "beyond its project":
    "create_project delete_project create_demo start_onboarding complete_onboarding",
  "of one person": `
    change_password delete_account revoke_session end_other_sessions forget_browser disconnect_client
    begin_authenticator confirm_authenticator remove_authenticator renew_recovery_codes
    begin_passkey add_passkey remove_passkey set_mail_choice`,
};
/** What tools do in one operation and the REST API in three. */
const FOR_TOOLS = ["reopen_suggestions"];

test("what changes a project is in the REST API, or takes a person for a reason that the guide gives", () => {
  const without = operations.filter(({ effect, route }) => effect !== "reads" && !route);
  const known = [...Object.values(PERSONAL).flatMap(words), ...FOR_TOOLS];
  assert.deepEqual(without.map(({ name }) => name).sort(), known.sort());
  for (const [why, names] of Object.entries(PERSONAL)) {
    const line = guide.split("\n").find((text) => text.includes(`**${why}**`)) ?? "";
    for (const name of words(names)) assert.ok(line.includes(`\`${name}\``), `${why}: ${name}`);
  }
});

test("a key sends prompts and answers to no address of its own choosing", async () => {
  const made = { provider: "ollama", name: "Local", requested_model: "llama3.2" };
  for (const [method, path, body] of [
    ["POST", "/targets", { ...made, base_url: HERE }],
    ["POST", "/providers/models", { provider: "ollama", base_url: HERE }],
  ] as const) {
    const { status, body: answer } = await world.rest(method, path, body);
    assert.deepEqual([path, status], [path, 403]);
    assert.match(answer.error.message, /^base_url takes a person/);
  }
  const { status, body } = await world.rest("POST", "/targets", made);
  assert.deepEqual([status, body.base_url], [201, null]);
  const path = `/targets/${body.model_id}`;
  assert.equal((await world.rest("PATCH", path, { base_url: HERE })).status, 403);
  assert.equal((await world.rest("PATCH", path, { base_url: null, concurrency: 2 })).status, 200);
});

test("nor has it a provider send them on", async () => {
  const made = { provider: "openai", name: "Tools", requested_model: "gpt-5.1", api_key: "a:b" };
  const posted = { postback_url: "https://a.example/in", postback_data: "advanced" };
  const tool = { tools: [{ type: "mcp", server_label: "a", server_url: "https://a.example" }] };
  for (const parameters of [posted, tool]) {
    const { status, body } = await world.rest("POST", "/targets", { ...made, parameters });
    assert.equal(status, 403, JSON.stringify(body));
    assert.match(body.error.message, /^parameters: an address in them takes a person/);
  }
  const { status, body } = await world.rest("POST", "/targets", { ...made, parameters: {} });
  assert.equal(status, 201);
  const path = `/targets/${body.model_id}`;
  assert.equal((await world.rest("PATCH", path, { parameters: tool })).status, 403);
  await world.pool.query(
    `update capture_targets t set parameters = $2 from models m
     where t.project_id = $1 and m.project_id = $1 and m.model_id = t.model_id and m.slug = 'tools'`,
    [world.project.project_id, JSON.stringify(tool)],
  );
  const kept = await world.rest("PATCH", path, { parameters: tool, concurrency: 3 });
  assert.equal(kept.status, 200, "what a person set may stay");
  assert.equal((await world.rest("PATCH", path, { parameters: { top_p: 1 } })).status, 200);
});

test("a provider's key can be written with a key of ours and read with none", async () => {
  const api_key = "a-provider's-secret-key";
  const sent = { provider: "openai", name: "GPT", requested_model: "gpt-5.1", api_key };
  const made = await world.rest("POST", "/targets", sent);
  assert.equal(made.status, 201);
  for (const { body } of [made, await world.rest("GET", "/targets")]) {
    assert.ok(!JSON.stringify(body).includes(api_key));
  }
  const [row] = await listTargets(world.db, world.project, "gpt");
  assert.ok(row?.api_key && !row.api_key.toString().includes(api_key), "it is kept sealed");
  assert.equal((await world.rest("POST", "/targets", sent, reader)).status, 403);
});

test("who may only read learns where webhooks go, not their whole addresses, which may be secrets", async () => {
  const all = await world.rest("GET", "/webhooks");
  const read = await world.rest("GET", "/webhooks", undefined, reader);
  assert.deepEqual([all.body.data[0].id, read.body.data[0].id], [whk, whk]);
  assert.equal(all.body.data[0].url, "https://hooks.example/T0/secret");
  assert.equal(read.body.data[0].url, "https://hooks.example/…");
  for (const role of ["viewer", "member"] as const) {
    const { visitor } = await signedIn(world, role);
    const { body } = await call(visitor, "list_webhooks", { project_id: world.project.id });
    const whole = body.data[0].url === "https://hooks.example/T0/secret";
    assert.deepEqual([role, whole], [role, role === "member"]);
  }
});

test("a budget, a judge and an assistant are set with a key, and each change is in the audit log", async () => {
  const { body: budget } = await world.rest("PATCH", "/budget", {
    ...{ daily_cap_usd: 2, monthly_cap_usd: null },
  });
  assert.equal(budget.daily_cap_usd, 2);
  await insertTarget(world.db, world.project, {
    ...{ slug: "judge", name: "Judge", provider: "ollama", surface: "local" },
    ...{ requested_model: "a", base_url: null, parameters: {}, api_key: null },
    ...{ api_key_hint: null, samples_per_day: 1, concurrency: 1, requests_per_minute: null },
    supports: { search_queries: false, retrieved: false, cited: false, location: false },
  });
  const { body: judge } = await world.rest("PATCH", "/judge", { model_id: "mdl_judge" });
  assert.equal(judge.model_id, "mdl_judge");
  const { rows } = await world.pool.query(
    "select operation, door from audit_log where project_id = $1 and door = 'rest'",
    [world.project.project_id],
  );
  const noted = rows.map(({ operation }) => operation);
  for (const name of ["set_budget", "set_judge", "create_target", "update_target"]) {
    assert.ok(noted.includes(name), name);
  }
});

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { call, signedIn } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { findLeaks, testLog } from "../kit/secret-trail.ts";
import { makeWorld } from "../kit/world.ts";

// What the canary sees; that it lives is reported at the end of every run of tests.

const folder = process.env["EARSHOT_TEST_TRAIL"];
const read = (kind: string) =>
  globSync(`${folder}/${process.pid}.${kind}`)
    .map((file) => readFileSync(file, "utf8"))
    .join("");

test("a line that shows a secret, or its middle, is found among those that do not", () => {
  const secrets = [
    "correct horse battery",
    "earshot_sk_0123456789ABCDEF",
    "whsec_abcdefghijklmnop",
  ];
  const bad = [
    'password "correct horse battery" is wrong',
    "key=…_sk_0123456789…",
    "https://x.example/?s=whsec_abcdefghijklmnop",
  ];
  const good = ["correct horse", "earshot_sk_… works", "", "whsec_"];
  assert.deepEqual(findLeaks([...good, ...bad], secrets), bad);
  const unknown = `a token that was never noted: earshot_at_${"x".repeat(43)}`;
  assert.deepEqual(findLeaks([unknown], []), [unknown]);
});

test("logs, refusals and what servers print are in the trail; what was sent and made is noted", async () => {
  const world = await makeWorld();
  await world.rest("GET", "/projects?limit=x");
  const { visitor } = await signedIn(world);
  const password = "a password of this test";
  await call(visitor, "change_password", { current_password: password, new_password: password });
  const input = { project_id: world.project.id, name: "Key", access: "read" };
  const made = await call(visitor, "create_key", input);
  const webhook = { project_id: world.project.id, url: "https://hooks.example/x", events: [] };
  const { body } = await call(visitor, "create_webhook", { ...webhook, events: ["run.completed"] });
  const server = await startServer(world);
  await server.stop();
  const trail = read("trail");
  for (const seen of ['"operation":"create_key"', "limit: must be", '"msg":"listening"']) {
    assert.ok(trail.includes(seen), seen);
  }
  const noted = read("secrets");
  const { cookies } = visitor;
  for (const secret of [world.key, made.body.key, password, body.secret, cookies.get("sid")]) {
    assert.ok(secret && noted.includes(JSON.stringify(secret)), secret);
    assert.ok(!trail.includes(secret));
  }
});

test("a test that would log a key fails at once", () => {
  const key = `earshot_sk_${"a".repeat(38)}`;
  assert.throws(() => testLog.info({ headers: { key } }, "call"), /would be logged/);
});

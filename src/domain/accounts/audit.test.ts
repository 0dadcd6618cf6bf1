import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { addUser, call, signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const orgOf = ({ project }: World) => encodeId("org", project.organisation_id);

test("every change in an organisation is listed, newest first: who, by which door, what, to what", async () => {
  const world = await makeWorld();
  const { visitor, email } = await signedIn(world, "admin");
  const organisation_id = orgOf(world);
  const brand = await world.rest("POST", "/brands", { name: "Borealis" });
  const project_id = world.project.id;
  await call(visitor, "update_project", { project_id, name: "Acme Ltd" });
  const member = await addUser(world, "viewer");
  const user_id = encodeId("usr", member.user_id);
  await call(visitor, "update_member", { organisation_id, user_id, role: "member" });
  const { body } = await call(visitor, "list_audit", { organisation_id });
  const seen = body.data.map((entry: Record<string, unknown>) => [
    entry["operation"],
    entry["door"],
    (entry["actor"] as Record<string, unknown>)["name"],
    entry["project_id"],
  ]);
  assert.deepEqual(seen, [
    ["update_member", "dashboard", email, null],
    ["update_project", "dashboard", email, project_id],
    ["create_brand", "rest", "Test", project_id],
  ]);
  assert.deepEqual(body.data[0].target, { organisation_id, user_id });
  assert.deepEqual(body.data[2].target, { brand_id: brand.body.id });
  assert.equal(body.data[2].actor.kind, "key");

  const only = (filter: Record<string, unknown>) =>
    call(visitor, "list_audit", { organisation_id, ...filter });
  const byKey = await only({ key_id: body.data[2].actor.id });
  assert.deepEqual([byKey.body.total_count, byKey.body.data[0].operation], [1, "create_brand"]);
  const byUser = await only({ user_id: body.data[0].actor.id, limit: 1, offset: 1 });
  assert.deepEqual([byUser.body.total_count, byUser.body.data[0].operation], [2, "update_project"]);
  const byName = await only({ operation: "update_project" });
  assert.equal(byName.body.total_count, 1);
  assert.equal((await only({ project_id })).body.total_count, 2);
});

test("a change of prompts that were all skipped leaves no row", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const project_id = world.project.id;
  const prompts = [{ text: "Which shop is best?" }];
  const made = await call(visitor, "create_prompts", { project_id, prompts });
  const again = await call(visitor, "create_prompts", { project_id, prompts });
  assert.deepEqual([made.body.data.length, again.body.data.length], [1, 0]);
  const prompt_ids = ["prm_PqYbRw9s"];
  for (const name of ["archive_prompts", "unarchive_prompts", "update_prompts", "delete_prompts"]) {
    const change = name === "update_prompts" ? { topic_id: null } : {};
    const { status, body } = await call(visitor, name, { project_id, prompt_ids, ...change });
    assert.deepEqual([name, status, body.data], [name, 200, []]);
  }
  const { body } = await call(visitor, "list_audit", { organisation_id: orgOf(world) });
  assert.deepEqual([body.total_count, body.data[0].operation], [1, "create_prompts"]);
});

test("what several revoke at the same moment is noted once, by who ended it", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const project_id = world.project.id;
  const key = await call(visitor, "create_key", { project_id, name: "Mine" });
  const days = { page: "overview", last_days: 7 };
  const link = await call(visitor, "create_share_link", { project_id, name: "Theirs", ...days });
  const given = {
    revoke_key: { key_id: key.body.id },
    revoke_share_link: { share_id: link.body.id },
  };
  for (const [operation, target] of Object.entries(given)) {
    const revoke = () => call(visitor, operation, { project_id, ...target });
    const ends = await Promise.all([revoke(), revoke(), revoke()]);
    assert.deepEqual(
      ends.map(({ status }) => status),
      [200, 200, 200],
    );
    const asked = { organisation_id: orgOf(world), operation };
    const { body } = await call(visitor, "list_audit", asked);
    assert.deepEqual(
      body.data.map((entry: Record<string, unknown>) => entry["target"]),
      [target],
    );
  }
});

test("the log names no secret: not a password, a key or an invitation's link", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const organisation_id = orgOf(world);
  const project_id = world.project.id;
  const key = await call(visitor, "create_key", { project_id, name: "Mine", access: "read" });
  assert.equal(key.status, 201, key.text);
  const email = "new@example.com";
  const link = await call(visitor, "invite_member", { organisation_id, email, role: "viewer" });
  const { text, body } = await call(visitor, "list_audit", { organisation_id });
  assert.equal(body.total_count, 2);
  const token = link.body.url.split("/").at(-1);
  const secrets = [key.body.key, token].map(String);
  for (const secret of secrets) {
    assert.ok(secret.length > 20 && !text.includes(secret), secret.slice(0, 12));
  }
});

test("who made a project and who joined by an invitation is listed too", async () => {
  const world = await makeWorld();
  const { visitor, email } = await signedIn(world);
  const organisation_id = orgOf(world);
  const begun = await call(visitor, "start_onboarding", { name: "Beta", domain: "beta.example" });
  const { session_id } = begun.body;
  const made = await call(visitor, "complete_onboarding", { session_id });
  assert.equal(made.status, 201, made.text);
  const link = await call(visitor, "invite_member", {
    organisation_id,
    email: "joins@example.com",
    role: "viewer",
  });
  const path = new URL(link.body.url).pathname;
  const joined = await visitor.submit(path, { name: "Jo", password: "correct horse battery" });
  assert.equal(joined.status, 303, joined.text);
  const admin = await signedIn(world);
  const { body } = await call(admin.visitor, "list_audit", { organisation_id });
  const seen = body.data.map((entry: Record<string, unknown>) => [
    entry["operation"],
    (entry["actor"] as Record<string, unknown>)["name"],
  ]);
  assert.deepEqual(seen, [
    ["accept_invitation", "joins@example.com"],
    ["invite_member", email],
    ["complete_onboarding", email],
    ["start_onboarding", email],
  ]);
  const of = await call(admin.visitor, "list_audit", {
    organisation_id,
    project_id: made.body.id,
  });
  assert.equal(of.body.total_count, 1);
});

test("members and viewers may not read the log, and another organisation's is not there", async () => {
  const world = await makeWorld();
  const other = await world.neighbour();
  for (const role of ["member", "viewer"] as const) {
    const { visitor } = await signedIn(world, role);
    const { status } = await call(visitor, "list_audit", { organisation_id: orgOf(world) });
    assert.equal(status, 403, role);
  }
  const { visitor } = await signedIn(world);
  await world.rest("POST", "/brands", { name: "Borealis" });
  const foreign = await call(visitor, "list_audit", { organisation_id: orgOf(other) });
  assert.equal(foreign.status, 404);
  const stranger = await signedIn(other);
  const own = await call(stranger.visitor, "list_audit", { organisation_id: orgOf(other) });
  assert.equal(own.body.total_count, 0);
});

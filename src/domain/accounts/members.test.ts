import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, PASSWORD as KNOWN, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { waitForLock } from "../../../test/kit/wait-for.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const organisationOf = (world: World) => encodeId("org", world.project.organisation_id);
const PASSWORD = "a fine new password";

/** A world whose only owner is the one signed in. */
async function ownedWorld(options = {}) {
  const world = await makeWorld(options);
  const { organisation_id } = world.project;
  await world.db.deleteFrom("memberships").where("organisation_id", "=", organisation_id).execute();
  return { world, organisation_id: organisationOf(world), owner: await signedIn(world) };
}

/** The answer to a call that waits for another change of the organisation's members, which makes these changes. */
async function whileHeld(
  world: World,
  start: () => ReturnType<typeof call>,
  ...changes: [text: string, values: number[]][]
) {
  const client = await world.pool.connect();
  try {
    await client.query("begin");
    const own = [world.project.organisation_id];
    await client.query("select from organisations where organisation_id = $1 for update", own);
    const answer = start();
    await waitForLock(world.pool);
    for (const [text, values] of changes) await client.query(text, values);
    await client.query("commit");
    return await answer;
  } finally {
    client.release(true);
  }
}

test("an invitation makes an account with the invited e-mail and role, once", async () => {
  const { world, organisation_id, owner } = await ownedWorld();
  const email = "New.Member@example.com";
  const made = await call(owner.visitor, "invite_member", {
    organisation_id,
    email,
    role: "member",
  });
  assert.equal(made.status, 201);
  const path = new URL(made.body.url).pathname;
  const guest = visitorOf(world);
  const page = await guest.get(path);
  assert.match(page.text, /New\.Member@example\.com/);
  const form = { name: "Nia", password: PASSWORD, role: "owner", email: "other@example.com" };
  const joined = await guest.submit(path, form);
  assert.deepEqual([joined.status, joined.headers.get("location")], [303, "/"]);
  const me = await call(guest, "get_me");
  assert.deepEqual(
    [me.body.email, me.body.name, me.body.organisations[0].role],
    [email, "Nia", "member"],
    "114: what the form says of role and e-mail counts for nothing",
  );
  const again = await visitorOf(world).submit(path, form);
  assert.equal(again.status, 404, "114: a link works once");
});

test("114: an invitation expires, can be revoked, and is replaced by the next", async () => {
  let now = Date.now();
  const { world, organisation_id, owner } = await ownedWorld({ now: () => new Date(now) });
  const invite = async (email: string) =>
    (await call(owner.visitor, "invite_member", { organisation_id, email, role: "viewer" })).body;
  const guest = visitorOf(world);
  const statusOf = async ({ url }: { url: string }) =>
    (await guest.get(new URL(url).pathname)).status;
  const first = await invite("late@example.com");
  const second = await invite("late@example.com");
  assert.deepEqual([await statusOf(first), await statusOf(second)], [404, 200]);
  const invitation_id = second.id;
  const revoked = await call(owner.visitor, "revoke_invitation", {
    organisation_id,
    invitation_id,
  });
  assert.deepEqual([revoked.status, await statusOf(second)], [204, 404]);
  const third = await invite("late@example.com");
  now += 7 * 86_400_000 + 1_000;
  assert.equal(await statusOf(third), 404);
  const form = { name: "", password: PASSWORD };
  assert.equal((await guest.submit(new URL(third.url).pathname, form)).status, 404);
});

test("114: an account that exists joins only by signing in with the invited address", async () => {
  const { world, organisation_id, owner } = await ownedWorld();
  const other = await world.neighbour();
  const known = await signedIn(other);
  const stranger = await signedIn(other);
  const input = { organisation_id, email: known.email.toUpperCase(), role: "admin" };
  const { body } = await call(owner.visitor, "invite_member", input);
  const path = new URL(body.url).pathname;
  const form = { name: "", password: PASSWORD };
  assert.equal((await visitorOf(world).submit(path, form)).status, 403);
  assert.equal((await stranger.visitor.submit(path, form)).status, 403);
  assert.equal((await known.visitor.submit(path, {})).status, 303);
  const me = await call(known.visitor, "get_me");
  assert.equal(me.body.organisations.length, 2);
});

test("of two invitations to a new address, used at the same moment, one makes the account and one asks to sign in", async () => {
  const { world, organisation_id, owner } = await ownedWorld();
  const other = await world.neighbour();
  const theirs = await signedIn(other);
  const email = "both@example.com";
  const links = await Promise.all(
    [
      { visitor: owner.visitor, organisation_id },
      { visitor: theirs.visitor, organisation_id: organisationOf(other) },
    ].map(({ visitor, ...one }) =>
      call(visitor, "invite_member", { ...one, email, role: "viewer" }),
    ),
  );
  const form = { name: "Bo", password: PASSWORD };
  const joined = await Promise.all(
    links.map(({ body }) => visitorOf(world).submit(new URL(body.url).pathname, form)),
  );
  const [first, second] = joined.sort((one, two) => one.status - two.status);
  assert.deepEqual([first?.status, second?.status], [303, 403]);
  assert.match(second?.text ?? "", /This address has an account\. Sign in with it to join\./);
});

test("a link that is used several times at the same moment lets join once, and then says that it was used", async () => {
  const { world, organisation_id, owner } = await ownedWorld();
  const { visitor, email } = await signedIn(await world.neighbour());
  const input = { organisation_id, email, role: "member" };
  const { body } = await call(owner.visitor, "invite_member", input);
  const join = () => visitor.submit(new URL(body.url).pathname, {});
  const statuses = (await Promise.all([join(), join(), join()])).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [303, 404, 404]);
});

test("114: nobody hands out or touches a role above their own", async () => {
  const { world, organisation_id, owner } = await ownedWorld();
  const admin = await signedIn(world, "admin");
  const member = await signedIn(world, "member");
  const ask = { organisation_id, email: "x@example.com" };
  const up = await call(admin.visitor, "invite_member", { ...ask, role: "owner" });
  assert.deepEqual([up.status, up.body.error.code], [403, "FORBIDDEN"]);
  assert.equal(
    (await call(member.visitor, "invite_member", { ...ask, role: "viewer" })).status,
    403,
  );
  const user_id = encodeId("usr", owner.user_id);
  const demote = { organisation_id, user_id, role: "viewer" };
  assert.equal((await call(admin.visitor, "update_member", demote)).status, 403);
  assert.equal(
    (await call(admin.visitor, "remove_member", { organisation_id, user_id })).status,
    403,
  );
  const self = { organisation_id, user_id: encodeId("usr", admin.user_id), role: "owner" };
  assert.equal((await call(admin.visitor, "update_member", self)).status, 403);
});

test("114: the last owner can be neither demoted nor removed, also not by two at once", async () => {
  const { world, organisation_id, owner } = await ownedWorld();
  const user_id = encodeId("usr", owner.user_id);
  const demoted = await call(owner.visitor, "update_member", {
    organisation_id,
    user_id,
    role: "admin",
  });
  assert.deepEqual([demoted.status, demoted.body.error.code], [409, "CONFLICT"]);
  assert.equal(
    (await call(owner.visitor, "remove_member", { organisation_id, user_id })).status,
    409,
  );
  const second = await signedIn(world, "owner");
  const both = await Promise.all(
    [owner, second].map((one) =>
      call(one.visitor, "remove_member", {
        organisation_id,
        user_id: encodeId("usr", one.user_id),
      }),
    ),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 409]);
});

test("an owner who is demoted while their call waits has the rights that they have left", async () => {
  const { world, organisation_id } = await ownedWorld();
  const { visitor, user_id: number } = await signedIn(world, "owner");
  const user_id = encodeId("usr", number);
  const { status, body } = await whileHeld(
    world,
    () => call(visitor, "update_member", { organisation_id, user_id, role: "owner" }),
    ["update memberships set role = 'viewer' where user_id = $1", [number]],
  );
  assert.deepEqual([status, body.error?.code], [403, "FORBIDDEN"]);
  assert.equal((await call(visitor, "get_me")).body.organisations[0].role, "viewer");
});

test("a member who is made the only owner while they delete their account stays", async () => {
  const { world, owner } = await ownedWorld();
  const { visitor, user_id } = await signedIn(world, "member");
  const { status } = await whileHeld(
    world,
    () => call(visitor, "delete_account", { current_password: KNOWN }),
    ["update memberships set role = 'owner' where user_id = $1", [user_id]],
    ["delete from memberships where user_id = $1", [owner.user_id]],
  );
  assert.equal(status, 409);
});

test("members of another organisation are not found by any role", async () => {
  const { world, owner } = await ownedWorld();
  const other = await world.neighbour();
  const { status, body } = await call(owner.visitor, "list_members", {
    organisation_id: organisationOf(other),
  });
  assert.deepEqual([status, body.error.code], [404, "NOT_FOUND"]);
});

test("a removed member is out with the next call", async () => {
  const { world, organisation_id, owner } = await ownedWorld();
  const member = await signedIn(world, "member");
  const project_id = world.project.id;
  assert.equal((await call(member.visitor, "get_project", { project_id })).status, 200);
  const user_id = encodeId("usr", member.user_id);
  assert.equal(
    (await call(owner.visitor, "remove_member", { organisation_id, user_id })).status,
    204,
  );
  assert.equal((await call(member.visitor, "get_project", { project_id })).status, 404);
});

test("open invitations take seats of the plan", async () => {
  const { organisation_id, owner } = await ownedWorld({ plan: "brand/starter" });
  const invite = (email: string) =>
    call(owner.visitor, "invite_member", { organisation_id, email, role: "viewer" });
  assert.equal((await invite("a@example.com")).status, 201);
  assert.equal((await invite("b@example.com")).status, 201);
  assert.equal((await invite("b@example.com")).status, 201, "a new link for the same seat");
  const over = await invite("c@example.com");
  assert.deepEqual([over.status, over.body.error.code], [403, "FORBIDDEN"]);
  const { body } = await call(owner.visitor, "list_invitations", { organisation_id });
  assert.equal(body.total_count, 2, "a refused one leaves nothing behind");
});

test("invitations that a smaller plan has no seat for stay open, and let in as many as it has", async () => {
  const { world, organisation_id, owner } = await ownedWorld({ plan: "brand/growth" });
  const setPlan = (plan: string) =>
    world.pool.query("update organisations set plan = $1 where organisation_id = $2", [
      plan,
      world.project.organisation_id,
    ]);
  const known = await signedIn(await makeWorld());
  const paths: string[] = [];
  for (const email of [
    "one@seats.example",
    "two@seats.example",
    "new@seats.example",
    known.email,
  ]) {
    const asked = { organisation_id, email, role: "viewer" };
    const { body } = await call(owner.visitor, "invite_member", asked);
    paths.push(new URL(body.url).pathname);
  }
  await setPlan("brand/starter");
  const join = (path = "") => visitorOf(world).submit(path, { name: "Guest", password: PASSWORD });
  const joinKnown = () => known.visitor.submit(paths[3] ?? "", {});
  assert.equal((await join(paths[0])).status, 303);
  assert.equal((await join(paths[1])).status, 303);
  for (const answer of [await join(paths[2]), await joinKnown()]) {
    assert.equal(answer.status, 403);
    assert.match(answer.text, /has room for 3 members; this would make 4\. .* stays open/);
  }
  const { body } = await call(owner.visitor, "list_members", { organisation_id });
  assert.equal(body.total_count, 3);
  await setPlan("brand/growth");
  assert.deepEqual([(await join(paths[2])).status, (await joinKnown()).status], [303, 303]);
});

test("an invitation lets nobody in whose maker is taken out while it is accepted", async () => {
  const { world, organisation_id, owner } = await ownedWorld();
  const admin = await signedIn(world, "admin");
  const email = `late-${admin.user_id}@example.com`;
  const invited = await call(admin.visitor, "invite_member", {
    ...{ organisation_id, email, role: "member" },
  });
  assert.equal(invited.status, 201, invited.text);
  const guest = visitorOf(world);
  const { pathname } = new URL(invited.body.url);
  const { status } = await whileHeld(
    world,
    () => guest.submit(pathname, { name: "Late", password: PASSWORD }),
    ["delete from memberships where user_id = $1", [admin.user_id]],
  );
  assert.equal(status, 404);
  const { body } = await call(owner.visitor, "list_members", { organisation_id });
  assert.equal(body.total_count, 1);
});

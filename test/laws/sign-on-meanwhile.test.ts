import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { disableUser } from "#domain/tenancy/delete-user.ts";
import { type Lie, startFalseProvider } from "../kit/false-provider.ts";
import {
  type Answer,
  call,
  makeShare,
  signedIn,
  type Visitor,
  visitorOf,
} from "../kit/http-client.ts";
import { meanwhile } from "../kit/meanwhile.ts";
import { makeWorld, type WorldOptions } from "../kit/world.ts";

const CLIENT = { client_id: "earshot", client_secret: "a secret of the provider" };

/** An organisation whose people come by a provider on this machine that says of them what a test wants. */
async function makeScene(options: WorldOptions = {}) {
  const world = await makeWorld(options);
  const { issuer, told } = await startFalseProvider(CLIENT);
  const owner = await signedIn(world);
  const organisation_id = encodeId("org", world.project.organisation_id);
  const settings = {
    ...{ organisation_id, issuer, ...CLIENT, label: "It" },
    roles: [{ group: "staff", role: "admin" }],
  };
  const set = (change = {}) => call(owner.visitor, "set_sign_on", { ...settings, ...change });
  assert.equal((await set()).status, 200);
  const start = `/sign-on/${organisation_id}`;
  const domain = `${organisation_id.slice(4).toLowerCase()}.example`;
  /** Comes by the provider, which says this of the person, in a browser. */
  const signOn = async (visitor: Visitor, claims: Lie["claims"] = {}) => {
    const begun = await visitor.submit(start, {});
    const asked = new URL(begun.headers.get("location") ?? "").searchParams;
    told.lie = { claims: { email: `person@${domain}`, ...claims } };
    told.nonce = asked.get("nonce") ?? "";
    const answer = new URLSearchParams({ code: "a-code", state: asked.get("state") ?? "" });
    return visitor.arrive(`${start}/callback?${answer}`);
  };
  return { world, owner, organisation_id, set, signOn, domain };
}

test("a provider that is removed or replaced while somebody comes by it leaves them no session", async () => {
  for (const how of ["removed", "replaced"] as const) {
    const s = await makeScene();
    const { organisation_id } = s;
    const end = () =>
      how === "removed"
        ? call(s.owner.visitor, "remove_sign_on", { organisation_id })
        : s.set({ client_id: "another" });
    const race = meanwhile(s.world, "left join sign_ons so", end);
    await s.signOn(race.visitor);
    assert.equal(await race.acted(), how === "removed" ? 204 : 200);
    assert.equal((await call(race.visitor, "get_me")).status, 401, how);
  }
});

test("a member who is disabled while they come by the provider for the first time is out", async () => {
  const s = await makeScene();
  const { user_id, email } = await signedIn(s.world, "viewer");
  const { db, now } = s.world.base;
  const actor = { kind: "system", door: "command", access: new Set<never>() } as const;
  const disable = () =>
    db.transaction().execute(async (trx) => {
      await disableUser({ db: trx, now, actor }, { user_id, email }, { keys: false });
      return { status: 200 } as Answer;
    });
  // The first is read before the person goes to the provider, the second before its answer is, the third with the organisation locked.
  const race = meanwhile(s.world, "select * from sign_ons", disable, 3);
  const { status } = await s.signOn(race.visitor, { email, sub: "first" });
  assert.deepEqual([await race.acted(), status], [200, 303]);
  assert.equal((await call(race.visitor, "get_me")).status, 401);
});

test("a browser is known again when its user comes back from the provider", async () => {
  const s = await makeScene();
  const person = visitorOf(s.world);
  for (let round = 0; round < 2; round++) assert.equal((await s.signOn(person)).status, 303);
  const { rows } = await s.world.pool.query(
    "select from known_devices join users using (user_id) where email = $1",
    [`person@${s.domain}`],
  );
  assert.equal(rows.length, 1, "who comes from there with another one each time is told of it");
});

test("who was removed comes back by the provider only while the plan has a seat", async () => {
  const s = await makeScene({ plan: "brand/starter" });
  const { organisation_id } = s;
  const person = visitorOf(s.world);
  assert.equal((await s.signOn(person)).status, 303, "the third of three");
  const { id: user_id } = (await call(person, "get_me")).body;
  const taken = await call(s.owner.visitor, "remove_member", { organisation_id, user_id });
  assert.equal(taken.status, 204, taken.text);
  const invite = { organisation_id, email: `other@${s.domain}`, role: "viewer" };
  const invited = await call(s.owner.visitor, "invite_member", invite);
  assert.equal(invited.status, 201, invited.text);
  const refused = await s.signOn(person);
  assert.deepEqual([refused.status, /no seat left/.test(refused.text)], [403, true]);
  const { id: invitation_id } = invited.body;
  await call(s.owner.visitor, "revoke_invitation", { organisation_id, invitation_id });
  assert.equal((await s.signOn(person)).status, 303, "the seat is free again");
});

test("who is invited and comes by the provider takes one seat, their own", async () => {
  const s = await makeScene({ plan: "brand/starter" });
  const { organisation_id, owner } = s;
  const invite = (name: string) =>
    call(owner.visitor, "invite_member", {
      ...{ organisation_id, email: `${name}@${s.domain}`, role: "viewer" },
    });
  const first = visitorOf(s.world);
  assert.equal((await invite("person")).status, 201);
  const other = { sub: "person-2", email: `second@${s.domain}` };
  assert.equal((await s.signOn(visitorOf(s.world), other)).status, 403, "the last is another's");
  assert.equal((await s.signOn(first)).status, 303, "the third of three, who is invited");
  const open = await call(owner.visitor, "list_invitations", { organisation_id });
  assert.deepEqual(open.body.data, [], "a member is not invited any more");
  const { id: user_id } = (await call(first, "get_me")).body;
  await call(owner.visitor, "remove_member", { organisation_id, user_id });
  assert.equal((await invite("person")).status, 201);
  assert.equal((await s.signOn(first)).status, 303, "who was removed and is invited, too");
});

test("who was made anew at the provider is told how to come back, and comes back by an invitation", async () => {
  const s = await makeScene();
  const { organisation_id, owner } = s;
  const person = visitorOf(s.world);
  assert.equal((await s.signOn(person)).status, 303);
  const { id: user_id, email } = (await call(person, "get_me")).body;
  const anew = () => s.signOn(visitorOf(s.world), { sub: "person-1-anew" });
  const refused = await anew();
  assert.equal(refused.status, 403);
  assert.match(refused.text, /ask an admin to remove you under Members and to invite you again/);
  const remove = () => call(owner.visitor, "remove_member", { organisation_id, user_id });
  const invite = async () =>
    (await call(owner.visitor, "invite_member", { organisation_id, email, role: "viewer" })).body;
  await remove();
  assert.equal((await anew()).status, 403, "removing alone links nobody");
  const invited = await invite();
  assert.equal((await anew()).status, 403, "nor does an invitation that nobody took");
  const own = visitorOf(s.world);
  await s.world.pool.query(
    "update users set password_hash = (select password_hash from users where user_id = $1) where lower(email) = lower($2)",
    [owner.user_id, email],
  );
  assert.equal((await own.signIn(email)).status, 303);
  const join = async (url: string) =>
    assert.equal((await own.submit(new URL(url).pathname, {})).status, 303);
  await join(invited.url);
  assert.equal((await anew()).status, 303);
  assert.equal((await s.signOn(visitorOf(s.world))).status, 403, "the one before is nobody now");
  // Who joins once more is whom the provider knew them as, also under another address, until it knows them anew.
  await remove();
  await join((await invite()).url);
  const renamed = { sub: "person-1-anew", email: `renamed@${s.domain}` };
  const back = visitorOf(s.world);
  assert.equal((await s.signOn(back, renamed)).status, 303);
  assert.equal((await call(back, "get_me")).body.id, user_id);
  await remove();
  await join((await invite()).url);
  assert.equal((await s.signOn(visitorOf(s.world), { ...renamed, groups: [] })).status, 403);
  const members = (await call(owner.visitor, "list_members", { organisation_id })).body.data;
  assert.ok(!members.some((one: { id: string }) => one.id === user_id), "their access ended");
});

test("a key that is made while the provider ends its maker's access ends, too", async () => {
  const s = await makeScene();
  const person = visitorOf(s.world);
  assert.equal((await s.signOn(person, { auth_time: Date.now() / 1_000 })).status, 303);
  // The session stands, and then the provider says that its person is in no group any more.
  const end = () => s.signOn(visitorOf(s.world), { groups: [] });
  const race = meanwhile(s.world, "select from sessions where session_id", end);
  for (const [name, value] of person.cookies) race.visitor.cookies.set(name, value);
  const project_id = s.world.project.id;
  const made = await call(race.visitor, "create_key", { project_id, name: "X", access: "read" });
  assert.equal(await race.acted(), 403);
  assert.equal(made.status, 201, made.text);
  const { status } = await s.world.rest("GET", "/prompts", undefined, made.body.key);
  assert.equal(status, 401);
});

test("share links of who is in no group any more end with the rest, and nobody else's", async () => {
  const s = await makeScene();
  const person = visitorOf(s.world);
  assert.equal((await s.signOn(person, { auth_time: Date.now() / 1_000 })).status, 303);
  const [theirs, others] = [
    await makeShare(s.world, person),
    await makeShare(s.world, s.owner.visitor),
  ];
  assert.deepEqual([await theirs.open(), await others.open()], [200, 200]);
  assert.equal((await s.signOn(visitorOf(s.world), { groups: [] })).status, 403);
  assert.deepEqual([await theirs.open(), await others.open()], [404, 200]);
  const { rows } = await s.world.pool.query(
    "select target from audit_log where operation = 'end_sign_on_access' and target->>'organisation_id' = $1",
    [s.organisation_id],
  );
  assert.deepEqual(rows[0]?.target.share_ids, [theirs.id]);
});

test("set_sign_on changes what it is given, and what another owner set meanwhile stays", async () => {
  const s = await makeScene();
  const { organisation_id } = s;
  const change = (given: object) =>
    call(s.owner.visitor, "set_sign_on", { organisation_id, ...given });
  const kept = async () =>
    (await call(s.owner.visitor, "get_sign_on", { organisation_id })).body.settings;
  await s.signOn(visitorOf(s.world));
  const narrow = { domains: [s.domain], default_role: "viewer", is_enforced: true };
  assert.equal((await change(narrow)).status, 200);
  const before = await kept();
  const { status, body } = await change({ label: "Corp" });
  assert.equal(status, 200);
  assert.deepEqual(body, { ...before, ...narrow, label: "Corp" });
  assert.deepEqual(await kept(), body);
  assert.equal((await change({ roles: [] })).body.roles.length, 0);
  assert.equal((await call(s.owner.visitor, "remove_sign_on", { organisation_id })).status, 204);
  const { organisation_id: _, has_secret: __, ...whole } = body;
  const first = (label: string) => change({ ...whole, is_enforced: false, label, is_new: true });
  const both = await Promise.all([first("One"), first("Other")]);
  const winner = both.find(({ status }) => status === 200)?.body.label;
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await kept()).label, winner, "of two that set it up at once the second is told");
  assert.equal((await call(s.owner.visitor, "remove_sign_on", { organisation_id })).status, 204);
  // What is gone is not set again by a change of a part of it.
  const refused = await change({ label: "Corp" });
  assert.equal(refused.status, 400, refused.text);
  assert.equal(await kept(), null);
});

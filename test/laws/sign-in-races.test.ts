import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { setDisabled } from "#domain/accounts/account-queries.ts";
import { disableUser } from "#domain/tenancy/delete-user.ts";
import { openReset } from "#domain/tenancy/reset-password.ts";
import { codeAt, turnOnApp } from "../kit/authenticator-app.ts";
import {
  type Answer,
  addUser,
  call,
  PASSWORD,
  signedIn,
  type Visitor,
  visitorOf,
} from "../kit/http-client.ts";
import { meanwhile } from "../kit/meanwhile.ts";
import { SoftwarePasskey } from "../kit/software-passkey.ts";
import { doneOrHeldUp } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

const ORIGIN = "https://earshot.example";
const NEW_PASSWORD = "seventeen green kettles";
const STEP_MS = 30_000;
/** Words of statements after which tests let somebody else act. */
const SESSION_FOUND = "from sessions s join users u";
const SECOND_SHOWN = "left join sign_ons so";
const CHALLENGE_TAKEN = "delete from passkey_challenges";

async function makeScene() {
  let time = Date.parse("2026-03-01T12:00:15Z");
  const world = await makeWorld({ base_url: ORIGIN, now: () => new Date(time) });
  const owner = await signedIn(world);
  return { world, ...owner, now: () => time, pass: (ms: number) => (time += ms) };
}

/** The same browser as another one: both hold its session. */
function copy(from: Visitor, to: Visitor): void {
  for (const [name, value] of from.cookies) to.cookies.set(name, value);
}

const changePassword = (visitor: Visitor, more = {}) =>
  call(visitor, "change_password", {
    ...{ current_password: PASSWORD, new_password: NEW_PASSWORD },
    ...more,
  });

async function addPasskey(visitor: Visitor, passkey: SoftwarePasskey): Promise<Answer> {
  const { body } = await call(visitor, "begin_passkey");
  return call(visitor, "add_passkey", { name: "A key", response: passkey.register(body.options) });
}

async function optionsFor(visitor: Visitor, second = false) {
  const headers = { "sec-fetch-site": "same-origin" };
  const path = `/login/passkey/options${second ? "?second=on" : ""}`;
  return (await visitor.send(path, { method: "POST", headers })).body as { challenge: string };
}

const show = (visitor: Visitor, answer: unknown, more: Record<string, string> = {}) =>
  visitor.submit("/login/passkey", { response: JSON.stringify(answer), ...more });

test("a password that is changed while the second factor is shown lets in no session that lasts", async () => {
  for (const factor of ["app", "passkey"] as const) {
    const s = await makeScene();
    const passkey = new SoftwarePasskey(ORIGIN);
    const app = factor === "app" ? await turnOnApp(s.visitor, s.now()) : undefined;
    if (factor === "passkey") await addPasskey(s.visitor, passkey);
    s.pass(10 * STEP_MS);
    const thief = visitorOf(s.world);
    await thief.signIn(s.email);
    const race = meanwhile(s.world, SECOND_SHOWN, () => changePassword(s.visitor));
    copy(thief, race.visitor);
    if (app) await race.visitor.submit("/login/code", { code: app.codeAt(s.now()) });
    else {
      const answer = passkey.signIn(await optionsFor(race.visitor, true));
      await show(race.visitor, answer, { second: "on" });
    }
    assert.equal(await race.acted(), 200, factor);
    assert.equal((await call(race.visitor, "get_me")).status, 401, factor);
    assert.equal((await call(s.visitor, "get_me")).status, 200, factor);
  }
});

/** What a session that ends meanwhile would leave behind, by what it is called with. */
const LASTING: Record<string, (s: Awaited<ReturnType<typeof makeScene>>, own: Visitor) => unknown> =
  {
    add_passkey: async (_, own) => {
      const { body } = await call(own, "begin_passkey");
      return { name: "X", response: new SoftwarePasskey(ORIGIN).register(body.options) };
    },
    confirm_authenticator: async (s, own) => {
      const { body } = await call(own, "begin_authenticator");
      return { code: codeAt(body.secret, s.now()) };
    },
    create_key: (s) => ({ project_id: s.world.project.id, name: "X", access: "write" }),
    invite_member: (s) => ({
      organisation_id: encodeId("org", s.world.project.organisation_id),
      ...{ email: "friend@example.com", role: "owner" },
    }),
  };

for (const [name, inputOf] of Object.entries(LASTING)) {
  test(`${name} does nothing for a session that a changed password ends meanwhile`, async () => {
    const s = await makeScene();
    const thief = visitorOf(s.world);
    await thief.signIn(s.email);
    const input = await inputOf(s, thief);
    const change = () => changePassword(s.visitor, { end_keys: true });
    const race = meanwhile(s.world, SESSION_FOUND, change);
    copy(thief, race.visitor);
    const answer = await call(race.visitor, name, input as Record<string, unknown>);
    assert.equal(await race.acted(), 200);
    assert.equal(answer.status, 401, answer.text);
  });
}

for (const way of ["password", "passkey", "link"] as const) {
  test(`a user who is disabled while they come by a ${way} comes in by nothing of it once they are enabled`, async () => {
    const s = await makeScene();
    await signedIn(s.world);
    const { db, pool, base } = s.world;
    const passkey = new SoftwarePasskey(ORIGIN);
    if (way === "passkey") await addPasskey(s.visitor, passkey);
    const own = visitorOf(s.world);
    const answer = passkey.signIn(await optionsFor(own));
    const come = {
      password: () => own.signIn(s.email),
      passkey: () => show(own, answer),
      link: () => openReset(base, s.email),
    }[way];
    const actor = { kind: "system", door: "command", access: new Set<never>() } as const;
    const coming = await db.transaction().execute(async (trx) => {
      await disableUser({ db: trx, now: base.now, actor }, s, { keys: false });
      const begun: Promise<unknown> = come();
      await doneOrHeldUp(pool, begun);
      return { begun };
    });
    const got = await coming.begun;
    await setDisabled(db, s.user_id, false);
    if (way === "link") assert.equal(got, undefined);
    else assert.equal((await call(own, "get_me")).status, 401, way);
  });
}

test("a password is reset while somebody else signs in where its user is signed in", async () => {
  const s = await makeScene();
  const other = await addUser(s.world);
  const path = new URL((await openReset(s.world.base, s.email)) ?? "").pathname;
  const shared = visitorOf(s.world);
  await shared.signIn(s.email);
  const reset = () => visitorOf(s.world).submit(path, { password: NEW_PASSWORD });
  const race = meanwhile(s.world, "update known_devices set hash", reset);
  copy(shared, race.visitor);
  const { status } = await race.visitor.signIn(other.email);
  assert.deepEqual([await race.acted(), status], [303, 303]);
});

test("a passkey that is removed while it is shown lets nobody in", async () => {
  const s = await makeScene();
  const passkey = new SoftwarePasskey(ORIGIN);
  const passkey_id = (await addPasskey(s.visitor, passkey)).body.id;
  const remove = () => call(s.visitor, "remove_passkey", { passkey_id });
  const race = meanwhile(s.world, CHALLENGE_TAKEN, remove);
  const answer = await show(race.visitor, passkey.signIn(await optionsFor(race.visitor)));
  assert.equal(await race.acted(), 204);
  assert.equal(answer.status, 401);
  assert.equal((await call(race.visitor, "get_me")).status, 401);
});

test("of a passkey and its copy that are shown at the same moment one is let in", async () => {
  const s = await makeScene();
  const passkey = new SoftwarePasskey(ORIGIN);
  await addPasskey(s.visitor, passkey);
  const other = visitorOf(s.world);
  const theirs = passkey.signIn(await optionsFor(other), { counter: 7 });
  const race = meanwhile(s.world, CHALLENGE_TAKEN, () => show(other, theirs));
  const mine = passkey.signIn(await optionsFor(race.visitor), { counter: 7 });
  const { status } = await show(race.visitor, mine);
  assert.deepEqual([await race.acted(), status], [303, 401]);
});

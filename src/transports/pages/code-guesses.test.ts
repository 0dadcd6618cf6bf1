import assert from "node:assert/strict";
import { test } from "node:test";
import { turnOnApp } from "../../../test/kit/authenticator-app.ts";
import { call, PASSWORD, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { startMailServer } from "../../../test/kit/mail-server.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const mail = await startMailServer();
const NEW_PASSWORD = "another fine password";

/** A user with an app, and somebody else who typed the password, whose guesses no limit slows down. */
async function begin() {
  const state = { time: Date.parse("2026-03-01T12:00:15Z") };
  const now = () => new Date(state.time);
  const world = await makeWorld({ smtp_url: mail.url, now });
  const { visitor: owner, email } = await signedIn(world);
  const app = await turnOnApp(owner, state.time);
  const other = visitorOf(world);
  const told = async () => {
    await world.runJobs();
    return mail.received.splice(0).map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1]);
  };
  const type = async (code: string) => other.submit("/login/code", { code });
  await told();
  return {
    ...{ owner, told, type, app },
    /** The code that the app shows next. */
    nextCode() {
      state.time += 60_000;
      return app.codeAt(state.time);
    },
    /** Another app in the place of one that was turned off. */
    async setUp() {
      const again = await turnOnApp(owner, state.time);
      state.time += 60_000;
      return { ...again, time: state.time };
    },
    async typePassword(password = PASSWORD) {
      assert.equal((await other.signIn(email, password)).headers.get("location"), "/login/code");
    },
    async guess(times: number) {
      for (let time = 0; time < times; time++) assert.equal((await type("12345x")).status, 401);
    },
  };
}

test("five wrong codes in a row after the right password are told to the user, once", async () => {
  const { told, type, guess, nextCode, typePassword } = await begin();
  await typePassword();
  await guess(4);
  assert.deepEqual(await told(), []);
  assert.equal((await type(nextCode())).status, 303);
  await told();
  await typePassword();
  await guess(4);
  assert.deepEqual(await told(), [], "not in a row");
  await typePassword();
  await guess(1);
  assert.deepEqual(await told(), ["Somebody may know your password"]);
  await guess(20);
  assert.deepEqual(await told(), []);
});

test("after a hundred wrong codes in a row no code of the app is taken, until a recovery code or a new password", async () => {
  const { owner, told, type, guess, app, nextCode, typePassword } = await begin();
  await typePassword();
  await guess(100);
  assert.deepEqual(await told(), [
    "Somebody may know your password",
    "The codes of your app are not taken for now",
  ]);
  const refused = await type(nextCode());
  assert.equal(refused.status, 401);
  assert.match(refused.text, /recovery code/);
  assert.match(refused.text, /href="\/forgot"/);
  assert.equal((await type("0123456789abcdef0123")).status, 401, "no recovery code of this user");
  assert.equal((await type(app.recovery[0] ?? "")).status, 303);
  await typePassword();
  assert.equal((await type(nextCode())).status, 303, "open again");
  await typePassword();
  await guess(100);
  assert.equal((await type(nextCode())).status, 401);
  const change = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  assert.equal((await call(owner, "change_password", change)).status, 200);
  await typePassword(NEW_PASSWORD);
  assert.equal((await type(nextCode())).status, 303);
});

test("of codes sent at once no more are looked at, and an app that is set up anew is asked for", async () => {
  const { owner, told, type, guess, nextCode, typePassword, app, setUp } = await begin();
  await typePassword();
  await guess(90);
  await told();
  const guesses = Array.from({ length: 10 }, () => type("000000"));
  for (const { status } of await Promise.all(guesses)) assert.equal(status, 401);
  assert.deepEqual(await told(), ["The codes of your app are not taken for now"]);
  assert.equal((await type(nextCode())).status, 401);
  const off = await call(owner, "remove_authenticator", { code: app.recovery[0] });
  assert.equal(off.status, 204);
  const other = await setUp();
  await typePassword();
  assert.equal((await type(other.codeAt(other.time))).status, 303);
});

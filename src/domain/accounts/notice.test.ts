import assert from "node:assert/strict";
import { test } from "node:test";
import { openReset } from "#domain/tenancy/reset-password.ts";
import { turnOnApp } from "../../../test/kit/authenticator-app.ts";
import { call, PASSWORD, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { startMailServer } from "../../../test/kit/mail-server.ts";
import { SoftwarePasskey } from "../../../test/kit/software-passkey.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const mail = await startMailServer();
const ORIGIN = "https://earshot.example";

/** A user, a clock, and what they were told since they were last asked. */
async function begin() {
  const state = { time: Date.parse("2026-03-01T12:00:15Z") };
  const now = () => new Date(state.time);
  const world = await makeWorld({ smtp_url: mail.url, base_url: ORIGIN, now });
  const user = await signedIn(world);
  // The first browser is told to nobody.
  await visitorOf(world).signIn(user.email);
  await world.runJobs();
  mail.received.splice(0);
  const told = async () => {
    await world.runJobs();
    return mail.received.splice(0).map(({ to, text }) => {
      assert.deepEqual(to, [user.email]);
      assert.ok(text.includes(`${ORIGIN}/forgot`) && text.includes("When: 1 Mar 2026, 12:"), text);
      return /^Subject: (.*)\r$/m.exec(text)?.[1];
    });
  };
  return { state, world, ...user, told };
}

test("246: a passkey that is added or removed is told to the user, a try that fails is not", async () => {
  const { visitor, told } = await begin();
  const { body: begun } = await call(visitor, "begin_passkey");
  const passkey = new SoftwarePasskey(ORIGIN);
  const add = (response: unknown) => call(visitor, "add_passkey", { name: "A key", response });
  const bad = passkey.register(begun.options, { origin: "https://evil.example" });
  assert.equal((await add(bad)).status, 400);
  assert.deepEqual(await told(), []);
  const { body: again } = await call(visitor, "begin_passkey");
  const { status, body } = await add(passkey.register(again.options));
  assert.equal(status, 201);
  assert.deepEqual(await told(), ["A passkey was added"]);
  const gone = await call(visitor, "remove_passkey", { passkey_id: body.id });
  assert.equal(gone.status, 204);
  assert.deepEqual(await told(), ["A passkey was removed"]);
});

test("247: an app that is added or removed, and recovery codes that are made or used, are told to the user; a wrong code is not", async () => {
  const { state, world, visitor, email, told } = await begin();
  const app = await turnOnApp(visitor, state.time);
  assert.deepEqual(await told(), ["An authenticator app was added"]);
  const code = () => {
    state.time += 60_000;
    return app.codeAt(state.time);
  };
  const wrong = await call(visitor, "renew_recovery_codes", { code: "000000" });
  assert.equal(wrong.status, 400);
  assert.deepEqual(await told(), []);
  const renewed = await call(visitor, "renew_recovery_codes", { code: code() });
  assert.deepEqual(await told(), ["New recovery codes were made"]);
  const other = visitorOf(world);
  await other.signIn(email);
  const [recovery = ""] = renewed.body.recovery_codes;
  assert.equal((await other.submit("/login/code", { code: recovery })).status, 303);
  assert.deepEqual(await told(), ["A recovery code was used", "A new sign-in to Earshot"]);
  const again = visitorOf(world);
  await again.signIn(email);
  assert.equal((await again.submit("/login/code", { code: recovery })).status, 401, "once");
  assert.deepEqual(await told(), []);
  const off = await call(visitor, "remove_authenticator", { code: code() });
  assert.equal(off.status, 204);
  assert.deepEqual(await told(), ["Your authenticator app was removed"]);
});

test("248: a changed password is told to the user; of a browser nothing is told but one short line", async () => {
  const { world, visitor, email, told } = await begin();
  const other = visitorOf(world);
  const form = new URLSearchParams({ email, password: PASSWORD });
  const headers = {
    ...{ "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
    "user-agent": `Firefox\t${"long ".repeat(100)}`,
  };
  const init = { method: "POST", headers, body: form.toString() };
  assert.equal((await other.send("/login", init)).status, 303);
  const { text } = await mail.next(world, email, "A new sign-in");
  assert.match(text, /^Browser: Firefox (long ){30,40}(l|lo|lon|long)?\r$/m);
  const change = { current_password: PASSWORD, new_password: "another fine password" };
  assert.equal((await call(visitor, "change_password", change)).status, 200);
  assert.deepEqual(await told(), ["Your password was changed"]);
});

test("after a changed or reset password a stranger's sign-in is told, and one in the browser where it was done is not", async () => {
  const { world, email, told } = await begin();
  const home = visitorOf(world);
  await home.signIn(email);
  await told();
  const changed = "another fine password";
  const change = { current_password: PASSWORD, new_password: changed };
  assert.equal((await call(home, "change_password", change)).status, 200);
  assert.deepEqual(await told(), ["Your password was changed"]);
  await visitorOf(world).signIn(email, changed);
  assert.deepEqual(await told(), ["A new sign-in to Earshot"]);
  await home.signIn(email, changed);
  assert.deepEqual(await told(), [], "known before the change and after it");
  const reset = "seventeen green kettles";
  const link = await openReset(world.base, email);
  await home.submit(link ?? "", { password: reset });
  assert.deepEqual(await told(), ["Your password was changed"]);
  await visitorOf(world).signIn(email, reset);
  assert.deepEqual(await told(), ["A new sign-in to Earshot"]);
  await home.signIn(email, reset);
  assert.deepEqual(await told(), []);
  const { body } = await call(home, "list_browsers");
  for (const { id } of body.data) await call(home, "forget_browser", { browser_id: id });
  await visitorOf(world).signIn(email, reset);
  assert.deepEqual(await told(), ["A new sign-in to Earshot"], "no list is empty for a stranger");
});

test("a kept browser is trusted no more after a changed password, and others are forgotten", async () => {
  const { state, world, visitor, email } = await begin();
  const app = await turnOnApp(visitor, state.time);
  const [home, other] = [visitorOf(world), visitorOf(world)];
  for (const browser of [home, other]) {
    state.time += 60_000;
    await browser.signIn(email);
    await browser.submit("/login/code", { code: app.codeAt(state.time), trust: "on" });
  }
  const change = { current_password: PASSWORD, new_password: "another fine password" };
  assert.equal((await call(home, "change_password", change)).status, 200);
  const { body } = await call(home, "list_browsers");
  assert.deepEqual(
    body.data.map(({ trusted_until }: { trusted_until: unknown }) => trusted_until),
    [null],
  );
  const again = await home.signIn(email, change.new_password);
  assert.equal(again.headers.get("location"), "/login/code");
});

test("of a browser that is known nothing is told where its sign-in is sent twice at once, or again as its answer was lost", async () => {
  const { state, world, email, told } = await begin();
  const browser = visitorOf(world);
  const held = () => browser.cookies.get("__Host-device") ?? "";
  await browser.signIn(email);
  assert.deepEqual(await told(), ["A new sign-in to Earshot"]);
  const before = held();
  await Promise.all([browser.signIn(email), browser.signIn(email), browser.signIn(email)]);
  const given = held();
  for (const secret of [before, before, before, given]) {
    browser.cookies.set("__Host-device", secret);
    assert.equal((await browser.signIn(email)).status, 303);
  }
  assert.deepEqual(await told(), []);
  const { rows } = await world.pool.query(
    "select from known_devices d join users u using (user_id) where email = $1",
    [email],
  );
  assert.equal(rows.length, 2, "one browser is one, however often its answers are lost");
  state.time += 11 * 60_000;
  browser.cookies.set("__Host-device", before);
  await browser.signIn(email);
  assert.deepEqual(
    await told(),
    ["A new sign-in to Earshot"],
    "a secret that was replaced is good for minutes",
  );
});

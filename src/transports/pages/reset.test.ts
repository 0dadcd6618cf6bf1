import assert from "node:assert/strict";
import { test } from "node:test";
import { makeMail } from "#adapters/mail.ts";
import { openReset } from "#domain/tenancy/reset-password.ts";
import {
  addUser,
  call,
  connected,
  PASSWORD,
  refresh,
  signedIn,
  visitorOf,
} from "../../../test/kit/http-client.ts";
import { startMailServer } from "../../../test/kit/mail-server.ts";
import { noteSecrets } from "../../../test/kit/secret-trail.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const NEW = "another fine password";
const mail = await startMailServer();

/** Asks for a link and returns its path, as the mail has it. */
async function ask(world: World, email: string, typed = email): Promise<string> {
  assert.equal((await visitorOf(world).submit("/forgot", { email: typed })).status, 200);
  const { text } = await mail.next(world, email, "Choose a new password");
  const [, path = "", token = ""] =
    /http:\/\/localhost:8787(\/reset\/([\w-]{43}))/.exec(text) ?? [];
  assert.ok(path, text);
  noteSecrets(token);
  return path;
}

test("119: a link by mail sets a password once, within 30 minutes; looking spends nothing, and the newest counts", async () => {
  let now = Date.now();
  const world = await makeWorld({ smtp_url: mail.url, now: () => new Date(now) });
  const { visitor, email } = await signedIn(world);
  const { client_id, refresh: token } = await connected(visitor, { write: true });
  const stranger = visitorOf(world);
  const replaced = await ask(world, email);
  const path = await ask(world, email, email.toUpperCase());
  assert.equal((await stranger.get(replaced)).status, 404);
  for (const _ of [1, 2]) assert.equal((await stranger.get(path)).status, 200);
  assert.equal((await stranger.submit(path, { password: NEW }, {})).status, 403, "another site's");
  assert.equal((await stranger.submit(path, { password: "short" })).status, 400);
  const used = await stranger.submit(path, { password: NEW });
  assert.deepEqual([used.status, used.headers.get("location")], [303, "/login"]);
  await mail.next(world, email, "Your password was changed");
  assert.equal((await stranger.submit(path, { password: PASSWORD })).status, 404, "once");
  assert.equal((await call(visitor, "get_me")).status, 401);
  assert.equal((await refresh(visitor, client_id, token)).status, 400);
  assert.equal((await stranger.signIn(email)).status, 401);
  assert.equal((await stranger.signIn(email, NEW)).status, 303);
  const late = await ask(world, email);
  now += 31 * 60_000;
  assert.equal((await stranger.submit(late, { password: PASSWORD })).status, 404);
});

test("119: asking answers the same for every address, is built from our own address, and sends nobody a flood", async () => {
  const world = await makeWorld({ smtp_url: mail.url, per_minute: 200 });
  const { email } = await addUser(world);
  const visitor = visitorOf(world);
  const texts = new Set<string>();
  for (const who of [
    email,
    "nobody@example.com",
    `${email}\r\nBcc: spy@example.com`,
    "no address",
  ]) {
    const { status, text } = await visitor.submit(
      "/forgot",
      { email: who },
      {
        "sec-fetch-site": "same-origin",
        host: "evil.example",
        "x-forwarded-host": "evil.example",
      },
    );
    texts.add(`${status} ${text}`);
  }
  assert.equal(texts.size, 1);
  const { text } = await mail.next(world, email);
  assert.ok(text.includes("http://localhost:8787/reset/") && !text.includes("evil.example"));
  noteSecrets(/reset\/([\w-]{43})/.exec(text)?.[1] ?? "");
  for (let count = 0; count < 6; count++) await visitor.submit("/forgot", { email });
  for (let count = 0; count < 4; count++)
    noteSecrets(/reset\/([\w-]{43})/.exec((await mail.next(world, email)).text)?.[1] ?? "");
  assert.deepEqual(mail.received, [], "five in a quarter of an hour, and none to strangers");
});

test("of a link used twice and a change of the password, all at the same moment, one counts", async () => {
  const world = await makeWorld();
  for (let round = 0; round < 5; round++) {
    const { email, visitor } = await signedIn(world);
    const path = new URL((await openReset(world.base, email)) ?? "").pathname;
    const use = (password: string) => visitorOf(world).submit(path, { password });
    const change = { current_password: PASSWORD, new_password: "seventeen green kettles" };
    const ends = await Promise.all([
      ...["a first fine password", "a second fine password"].map(use),
      call(visitor, "change_password", change),
    ]);
    const [won, ...lost] = ends.map(({ status }) => status).sort();
    assert.match(`${won} ${lost}`, /^(200 404,404|303 40[01],404)$/);
  }
});

test("a sign-in with a new browser is told to the user, not the first and not a known one", async () => {
  const world = await makeWorld({ smtp_url: mail.url });
  const { email } = await addUser(world);
  const home = visitorOf(world);
  for (const _ of [1, 2]) await home.signIn(email);
  await world.runJobs();
  assert.deepEqual(mail.received, []);
  await visitorOf(world).signIn(email);
  const { to, text } = await mail.next(world, email);
  assert.deepEqual(to, [email]);
  assert.match(text, /Subject: A new sign-in to Earshot/);
});

test("what is written in a subject or an address adds no header and no receiver", async () => {
  const send = makeMail(mail.url, "earshot@example.com");
  const to = "one@example.com";
  await send({
    to,
    subject: "Hello\r\nBcc: spy@example.com",
    text: "Words.\r\n.\r\nMAIL FROM:<x>",
  });
  const got = mail.received.splice(0)[0] ?? assert.fail("no mail");
  assert.deepEqual(got.to, [to]);
  assert.doesNotMatch(got.text, /^Bcc:/im);
  await send({ to: "one@example.com, spy@example.com", subject: "x", text: "x" });
  await send({ to: "one@example.com\r\nBcc: spy@example.com", subject: "x", text: "x" });
  assert.ok(mail.received.every((one) => !one.to.includes("spy@example.com")));
  mail.received.splice(0);
});

test("119: the page of a link tells nobody its address: no referrer, nothing of elsewhere, nothing kept", async () => {
  const world = await makeWorld({ smtp_url: mail.url });
  const { email } = await addUser(world);
  const path = await ask(world, email);
  const visitor = visitorOf(world);
  for (const page of [await visitor.get(path), await visitor.submit(path, { password: "short" })]) {
    assert.equal(page.headers.get("referrer-policy"), "same-origin");
    assert.equal(page.headers.get("cache-control"), "no-store");
    assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
    assert.doesNotMatch(page.text, /(?:href|src|action)="(?:[a-z]+:|\/\/)/i);
    assert.ok(!page.text.includes(path.split("/").at(-1) ?? path), "not in the page either");
  }
  const done = await visitor.submit(path, { password: NEW });
  assert.equal(done.headers.get("location"), "/login", "not handed on");
  await mail.next(world, email, "Your password was changed");
});

test("without a mail server the page says whom to ask, and asking sends nothing", async () => {
  const world = await makeWorld();
  const { email } = await addUser(world);
  const visitor = visitorOf(world);
  assert.match((await visitor.get("/forgot")).text, /reset-link/);
  assert.equal((await visitor.submit("/forgot", { email })).status, 200);
  const { rows } = await world.pool.query(
    "select from password_resets join users using (user_id) where email = $1",
    [email],
  );
  assert.equal(rows.length, 0);
});

test("119: a link that waits is worthless once the password was changed in another way", async () => {
  const world = await makeWorld({ smtp_url: mail.url });
  const { visitor, email } = await signedIn(world);
  const path = await ask(world, email);
  const change = { current_password: PASSWORD, new_password: NEW };
  assert.equal((await call(visitor, "change_password", change)).status, 200);
  assert.equal((await visitorOf(world).get(path)).status, 404);
  const used = await visitorOf(world).submit(path, { password: "what a thief would choose" });
  assert.equal(used.status, 404);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countHashes } from "../../../test/kit/count-hashes.ts";
import {
  addUser,
  call,
  PASSWORD,
  signedIn,
  tellsAt,
  visitorOf,
} from "../../../test/kit/http-client.ts";
import { meanwhile } from "../../../test/kit/meanwhile.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { ownPath } from "./login.ts";

test("signing in gives a session in a cookie that script cannot read", async () => {
  const world = await makeWorld();
  const { email } = await addUser(world);
  const visitor = visitorOf(world);
  const answer = await visitor.signIn(email);
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, "/"]);
  const [cookie = "", device = ""] = answer.headers.getSetCookie();
  assert.match(device, /^device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.match(cookie, /^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.equal((await call(visitor, "get_me")).body.email, email);
});

test("over https the cookie is bound to the host, and pages ask for https for good", async () => {
  const world = await makeWorld({ base_url: "https://earshot.example" });
  const { email } = await addUser(world);
  const visitor = visitorOf(world);
  const { headers } = await visitor.signIn(email);
  const [session = "", device = ""] = headers.getSetCookie();
  assert.match(session, /^__Host-sid=.*Secure; SameSite=Lax$/);
  assert.match(device, /^__Host-device=.*Secure; SameSite=Lax$/);
  assert.match(headers.get("strict-transport-security") ?? "", /max-age=\d{8}/);
});

test("111: an unknown address and a wrong password are the same answer, after the same work", async () => {
  const world = await makeWorld();
  const { email } = await addUser(world);
  const visitor = visitorOf(world);
  const unknown = "nobody@example.com";
  const texts = new Set<string>();
  const signIn = async (who: string) => {
    const { status, text } = await visitor.signIn(who, "not the password");
    assert.equal(status, 401);
    texts.add(text.replaceAll(who, "who"));
  };
  // The first stranger pays for the hash that all strangers are compared with.
  await signIn(unknown);
  for (const who of [email, unknown, email, unknown]) {
    assert.equal(await countHashes(() => signIn(who)), 1, who);
  }
  assert.equal(texts.size, 1);
});

test("107, 112: a forged X-Forwarded-For changes nothing; a trusted proxy's word does", async () => {
  for (const trusted_proxies of [0, 1]) {
    const world = await makeWorld({ per_minute: 200, trusted_proxies });
    const { email } = await addUser(world);
    const visitor = visitorOf(world);
    const guess = (forwarded: string) =>
      visitor.submit(
        "/login",
        { email, password: "wrong password" },
        { "sec-fetch-site": "same-origin", "x-forwarded-for": forwarded },
      );
    for (let round = 0; round < 5; round++) {
      assert.equal((await guess(`203.0.113.${round}, 198.51.100.7`)).status, 401);
    }
    assert.equal((await guess("203.0.113.99, 198.51.100.7")).status, 429);
    const elsewhere = await guess("203.0.113.99, 198.51.100.8");
    assert.equal(elsewhere.status, trusted_proxies === 1 ? 401 : 429);
    assert.equal((await guess("_hidden")).status, trusted_proxies === 1 ? 401 : 429);
  }
});

test("113: a session planted before sign-in is not the one after it, and signing out kills it", async () => {
  const world = await makeWorld();
  const planted = await signedIn(world);
  const { email } = await addUser(world);
  const visitor = visitorOf(world);
  const before = planted.visitor.cookies.get("sid") ?? "";
  visitor.cookies.set("sid", before);
  await visitor.signIn(email);
  const token = visitor.cookies.get("sid") ?? "";
  assert.notEqual(token, before);
  assert.equal((await call(planted.visitor, "get_me")).status, 401);
  const { status, headers } = await visitor.submit("/logout", {});
  assert.deepEqual([status, headers.get("location")], [303, "/login"]);
  assert.equal(visitor.cookies.has("sid"), false);
  visitor.cookies.set("sid", token);
  assert.equal((await call(visitor, "get_me")).status, 401);
});

test("113: a changed password ends every other session and needs the old one", async () => {
  const world = await makeWorld();
  const { email } = await addUser(world);
  const [here, there] = [visitorOf(world), visitorOf(world)];
  await here.signIn(email);
  await there.signIn(email);
  const change = (current_password: string, new_password: string) =>
    call(here, "change_password", { current_password, new_password });
  assert.equal((await change("not this one", "another fine password")).status, 400);
  assert.equal((await change(PASSWORD, "short")).status, 400);
  assert.equal((await change(PASSWORD, "another fine password")).status, 200);
  assert.deepEqual(
    [(await call(here, "get_me")).status, (await call(there, "get_me")).status],
    [200, 401],
  );
  assert.equal((await visitorOf(world).signIn(email)).status, 401);
  assert.equal((await visitorOf(world).signIn(email, "another fine password")).status, 303);
});

test("of several changes of a password at the same moment one is made", async () => {
  const world = await makeWorld();
  const { email, visitor } = await signedIn(world);
  const other = visitorOf(world);
  await other.signIn(email);
  const ends = await Promise.all(
    [visitor, other].map((one, index) =>
      call(one, "change_password", {
        current_password: PASSWORD,
        new_password: `another fine password ${index}`,
      }),
    ),
  );
  assert.deepEqual(ends.map(({ status }) => status).sort(), [200, 400]);
});

test("of sessions that end each other at the same moment one stays", async () => {
  const world = await makeWorld();
  const { email, visitor } = await signedIn(world);
  const other = visitorOf(world);
  await other.signIn(email);
  const both = [visitor, other];
  const ends = await Promise.all(both.map((one) => call(one, "end_other_sessions")));
  assert.deepEqual(ends.map(({ status }) => status).sort(), [204, 401]);
  const left = await Promise.all(both.map((one) => call(one, "get_me")));
  assert.deepEqual(left.map(({ status }) => status).sort(), [200, 401]);
});

test("a session ends after 7 idle days, and after 30 in any case", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now) });
  const idle = await signedIn(world);
  const busy = await signedIn(world);
  for (let day = 0; day < 29; day += 6) {
    assert.equal((await call(busy.visitor, "get_me")).status, 200, `day ${day}`);
    now += 6 * 86_400_000;
  }
  assert.equal((await call(idle.visitor, "get_me")).status, 401);
  assert.equal((await call(busy.visitor, "get_me")).status, 401, "day 30");
});

test("a user lists and ends their own sessions only", async () => {
  const world = await makeWorld();
  const { email } = await addUser(world);
  const [here, there] = [visitorOf(world), visitorOf(world)];
  await here.signIn(email);
  await there.signIn(email);
  const { body } = await call(here, "list_sessions");
  assert.equal(body.data.length, 2);
  const other = body.data.find(({ is_current }: { is_current: boolean }) => !is_current);
  const stranger = await signedIn(world);
  const input = { session_id: other.id };
  assert.equal((await call(stranger.visitor, "revoke_session", input)).status, 404);
  assert.equal((await call(here, "revoke_session", input)).status, 204);
  assert.equal((await call(there, "get_me")).status, 401);
});

test("43: a sign-in or sign-out that no page of ours sent is 403", async () => {
  const world = await makeWorld();
  const { email } = await addUser(world);
  const visitor = visitorOf(world);
  const form = { email, password: PASSWORD };
  for (const headers of [{}, { origin: "null" }, { "sec-fetch-site": "cross-site" }]) {
    assert.equal((await visitor.submit("/login", form, headers)).status, 403);
    assert.equal((await visitor.submit("/logout", {}, headers)).status, 403);
  }
});

test("116: a password of a megabyte is refused before it is hashed", async () => {
  const world = await makeWorld();
  const { email } = await addUser(world);
  const visitor = visitorOf(world);
  const hashes = await countHashes(async () => {
    assert.equal((await visitor.signIn(email, "x".repeat(1_000_000))).status, 413);
  });
  assert.equal(hashes, 0);
});

test("38: what comes after sign-in stays on this site", () => {
  const base = "http://localhost:8787";
  const evil = [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/\n/evil.example",
    "http://localhost:8787@evil.example",
    "",
    "relative",
    // Paths that are put together to the address of another site.
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example/b",
    "/%2e%2e//evil.example",
    "/../../%2E//evil.example?a#b",
    "/..//\\evil.example",
    "/..//",
  ];
  for (const next of evil) assert.equal(ownPath(next, base), undefined, next);
  assert.equal(ownPath("/a/b?c=%2F%2Fd&e=https://x", base), "/a/b?c=%2F%2Fd&e=https://x");
});

test("38: wherever a browser is sent after sign-in, whatever was asked for, is on this site", () => {
  const base = "http://localhost:8787";
  const part = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2F",
    "a",
    "evil.example",
    "@",
    ":",
    "?",
    "#",
    "\t",
    "//",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = ownPath(parts.join(""), base);
      if (path === undefined) return;
      assert.equal(new URL(path, `${base}/login`).origin, base, path);
      assert.match(path, /^\/(?![/\\])/);
    }),
    { numRuns: 20_000 },
  );
});

test("a sign-in by the old password that is under way when it is changed begins no session that lasts", async () => {
  const world = await makeWorld();
  const { visitor: owner, email } = await signedIn(world);
  const passwords = { current_password: PASSWORD, new_password: "seventeen green kettles" };
  // Changed once the old one was found right; a change that waits for the sign-in is not waited for.
  const { visitor: thief, acted } = meanwhile(world, "left join sign_ons so", () =>
    call(owner, "change_password", passwords),
  );
  await thief.signIn(email);
  assert.equal(await acted(), 200);
  assert.equal((await call(thief, "get_me")).status, 401);
  assert.equal((await call(owner, "get_me")).status, 200);
});

test("a refused sign-in says so in its title and with the field that has the focus", async () => {
  const world = await makeWorld();
  const { email } = await addUser(world);
  const { text } = await visitorOf(world).signIn(email, "not the password");
  assert.match(text, /<title>Not signed in · Earshot<\/title>/);
  tellsAt(text, "password");
});

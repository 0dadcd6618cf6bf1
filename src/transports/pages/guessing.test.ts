import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hono } from "hono";
import { startSession } from "#domain/accounts/session.ts";
import { countHashes } from "../../../test/kit/count-hashes.ts";
import { addUser, call, PASSWORD, Visitor } from "../../../test/kit/http-client.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const WRONG = "not the password";

/** A world behind a proxy whose limits are counted in its database. */
function open(): Promise<World> {
  return makeWorld({ per_minute: 200, trusted_proxies: 1, shares_limits: true });
}

/** A browser at an address. */
function at(app: Hono, address: string): Visitor {
  return new Visitor((url, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-forwarded-for", address);
    return app.request(url, { ...init, headers });
  });
}

async function signIn(app: Hono, address: string, email: string, password = WRONG) {
  return (await at(app, address).signIn(email, password)).status;
}

test("112: the sixth wrong password is 429, for that account from that network only", async () => {
  const { app, ...world } = await open();
  const [victim, other] = [await addUser({ app, ...world }), await addUser({ app, ...world })];
  for (let round = 0; round < 4; round++)
    assert.equal(await signIn(app, "198.51.100.1", victim.email), 401);
  const home = at(app, "198.51.100.1");
  assert.equal((await home.signIn(victim.email)).status, 303, "a good one costs nothing");
  assert.equal(await signIn(app, "198.51.100.1", victim.email), 401);
  const sixth = await at(app, "198.51.100.1").signIn(victim.email.toUpperCase(), PASSWORD);
  assert.equal(sixth.status, 429);
  assert.match(sixth.headers.get("retry-after") ?? "", /^\d+$/);
  assert.equal(await signIn(app, "198.51.100.1", other.email, PASSWORD), 303);
  assert.equal((await home.signIn(victim.email)).status, 303, "a browser known to the account");
  for (let round = 0; round < 5; round++)
    assert.equal((await home.signIn(victim.email, WRONG)).status, 401);
  assert.equal((await home.signIn(victim.email)).status, 429, "which guesses five times itself");
  assert.equal(await signIn(app, "203.0.113.50", victim.email, PASSWORD), 303, "elsewhere");
});

test("112: guesses sent at once are counted one by one", async () => {
  const { app, ...world } = await open();
  const { email } = await addUser({ app, ...world });
  const guesses = Array.from({ length: 12 }, () => signIn(app, "198.51.100.9", email));
  assert.equal((await Promise.all(guesses)).filter((status) => status === 401).length, 5);
});

test("112: a /64 is one network, a port is no address, and garbage stands for the proxy", async () => {
  for (const address of [
    (count: number) => `2001:db8:1:1::${count.toString(16)}`,
    (count: number) => `8.8.4.4:${1000 + count}`,
    (count: number) => `${"x".repeat(count)}`,
  ]) {
    const { app, ...world } = await open();
    const { email } = await addUser({ app, ...world });
    const seen: number[] = [];
    for (let count = 0; count < 7; count++) seen.push(await signIn(app, address(count), email));
    assert.deepEqual(seen, [401, 401, 401, 401, 401, 429, 429], address(7));
  }
});

test("a browser's secret that somebody else planted there is worth nothing after the next sign-in", async () => {
  const { app, ...world } = await open();
  const [thief, victim] = [await addUser({ app, ...world }), await addUser({ app, ...world })];
  const planting = at(app, "203.0.113.5");
  await planting.signIn(thief.email);
  const planted = planting.cookies.get("device") ?? "";
  const home = at(app, "198.51.100.5");
  home.cookies.set("device", planted);
  await home.signIn(victim.email);
  assert.notEqual(home.cookies.get("device"), planted);
  const { rows } = await world.pool.query("select user_id from known_devices where user_id = $1", [
    victim.user_id,
  ]);
  assert.equal(rows.length, 1);
  for (let count = 0; count < 5; count++) await planting.signIn(victim.email, WRONG);
  assert.equal(await signIn(app, "203.0.113.5", victim.email), 429, "counted as any stranger's");
  await planting.signIn(thief.email);
  assert.notEqual(planting.cookies.get("device"), planted);
  assert.equal((await planting.signIn(victim.email)).status, 429, "nor is one that comes of it");
});

test("a browser that two people signed in with guesses five times at each of them, however often its secret is replaced", async () => {
  const { app, ...world } = await open();
  const victim = await addUser({ app, ...world });
  const thief = await addUser({ app, ...world }, "viewer");
  const shared = at(app, "198.51.100.5");
  await shared.signIn(victim.email);
  const seen: number[] = [];
  for (let count = 0; count < 8; count++) {
    assert.equal((await shared.signIn(thief.email)).status, 303);
    seen.push((await shared.signIn(victim.email, WRONG)).status);
  }
  assert.deepEqual(seen, [401, 401, 401, 401, 401, 429, 429, 429]);
});

test("guesses in many sessions of one user wait as those from many networks do", async () => {
  const world = await open();
  const { email } = await addUser(world);
  const seen: number[] = [];
  for (let count = 0; count < 5; count++) {
    const visitor = at(world.app, "198.51.100.5");
    assert.equal((await visitor.signIn(email)).status, 303);
    for (let guess = 0; guess < 4; guess++) seen.push((await visitor.confirm(WRONG)).status);
  }
  const looked = seen.filter((status) => status !== 429).length;
  assert.ok(looked >= 10 && looked <= 13, seen.join(" "));
  const owner = at(world.app, "198.51.100.5");
  await owner.signIn(email);
  await world.pool.query("update rate_limits set free_at = free_at - interval '1 minute'");
  const change = { current_password: PASSWORD, new_password: "seventeen green kettles" };
  assert.equal((await owner.confirm()).status, 303);
  assert.equal((await call(owner, "change_password", change)).status, 200, "at once");
});

test("who guesses without end in sessions by a provider keeps nobody out of a session of their own", async () => {
  const world = await open();
  const { organisation_id } = world.project;
  const user = await addUser(world);
  const home = at(world.app, "198.51.100.5");
  await home.signIn(user.email);
  const { rows } = await world.pool.query(
    "select device_id from known_devices where user_id = $1",
    [user.user_id],
  );
  await world.pool.query(
    `insert into sign_ons (organisation_id, label, issuer, client_id, scope, groups_claim, domains, roles,
       is_enforced, updated_at)
     values ($1, 'It', 'https://it.example', 'earshot', 'openid', 'groups', '{}', '[]', false, now())`,
    [organisation_id],
  );
  const guess = async () => {
    const theirs = at(world.app, "203.0.113.5");
    const token = await startSession(
      world.base,
      { user_id: user.user_id, sign_on: organisation_id },
      { address: "203.0.113.5", user_agent: "", device_id: rows[0]?.device_id },
    );
    theirs.cookies.set("sid", token);
    const { status } = await theirs.confirm(WRONG);
    assert.ok(status === 401 || status === 429, `${status}`);
    return status;
  };
  for (let count = 0; count < 12; count++) await guess();
  assert.equal(await guess(), 429, "they wait");
  let isOver = false;
  const poll = async () => {
    while (!isOver) await guess();
  };
  const polling = poll();
  try {
    for (let round = 0; round < 5; round++) assert.equal((await home.confirm()).status, 303);
  } finally {
    isOver = true;
    await polling;
  }
});

const BATCH = 100;
const HOUR_SECONDS = 3_600;

test("of 10,000 guesses in an hour from one /64, from 3,000 and from 1,000 IPv4 addresses at most 100 are looked at, and the owner signs in", async (t) => {
  const world = await open();
  const { email } = await addUser(world);
  const apps = [world.app, world.appOn(world.db)];
  const home = at(world.app, "192.0.2.1");
  assert.equal((await home.signIn(email)).status, 303);
  const addressOf = [
    (count: number) => `2001:db8:7:7::${count.toString(16)}`,
    (count: number) => `2001:db8:${(count % 3_000).toString(16)}:1::1`,
    (count: number) => `10.0.${Math.floor((count % 1_000) / 250)}.${count % 250}:${count}`,
  ];
  let looked = 0;
  const attack = async () => {
    for (let done = 0; done < 10_000; done += BATCH) {
      const guesses = Array.from({ length: BATCH }, (_, index) => {
        const count = done + index;
        const address = addressOf[count % 3]?.(count) ?? "";
        return signIn(apps[index % 2] as Hono, address, email);
      });
      looked += (await Promise.all(guesses)).filter((status) => status === 401).length;
      await world.pool.query(
        `update rate_limits set window_ends = window_ends - $1 * interval '1 second',
          free_at = free_at - $1 * interval '1 second'`,
        [(HOUR_SECONDS * BATCH) / 10_000],
      );
      if (done % 2_000 === 0) assert.equal((await home.signIn(email)).status, 303, `${done}`);
    }
  };
  const hashes = await countHashes(attack);
  t.diagnostic(`${looked} of 10,000 were looked at`);
  assert.ok(looked >= 10 && looked <= 100, `${looked} were looked at`);
  assert.ok(hashes <= looked + 5, `${hashes} passwords were compared`);
  home.cookies.clear();
  assert.equal((await home.signIn(email)).status, 303, "from a network that the owner used");
  const stranger = at(world.app, "203.0.113.77");
  assert.equal(stranger.cookies.size, 0);
  await world.pool.query("update rate_limits set free_at = free_at - interval '1 minute'");
  assert.equal((await stranger.signIn(email)).status, 303, "from anywhere after a minute at most");
});

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { makeVault } from "#adapters/vault.ts";
import { type App, codeAt, turnOnApp } from "../kit/authenticator-app.ts";
import { betweenStatements } from "../kit/between-statements.ts";
import { addUser, call, PASSWORD, signedIn, Visitor, visitorOf } from "../kit/http-client.ts";
import { doneOrHeldUp } from "../kit/wait-for.ts";
import { makeWorld, type World, type WorldOptions } from "../kit/world.ts";

const HALF_MINUTE = 30_000;
// In the middle of a half minute, so that a minute on is two steps on.
const START = Date.parse("2026-03-01T12:00:15Z");

/** A user with an app on, a clock that tests move, and a browser in which nobody has signed in. */
type Scene = {
  world: World;
  time: number;
  owner: Visitor;
  email: string;
  user_id: number;
  app: App;
  other: Visitor;
  /** Types the password in a browser; the answer asks for the code. */
  typePassword(visitor?: Visitor): Promise<string | null>;
  typeCode(code: string, visitor?: Visitor, more?: Record<string, string>): Promise<number>;
  isIn(visitor?: Visitor): Promise<boolean>;
};

async function makeScene(options: WorldOptions = {}): Promise<Scene> {
  const scene = { time: START } as Scene;
  const world = await makeWorld({ ...options, now: () => new Date(scene.time) });
  const { visitor: owner, email, user_id } = await signedIn(world);
  const app = await turnOnApp(owner, scene.time);
  const other = visitorOf(world);
  scene.time += 10 * HALF_MINUTE;
  return Object.assign(scene, {
    ...{ world, owner, email, user_id, app, other },
    async typePassword(visitor = other) {
      const answer = await visitor.signIn(email);
      assert.equal(answer.status, 303, answer.text);
      return answer.headers.get("location");
    },
    async typeCode(code: string, visitor = other, more = {}) {
      const answer = await visitor.submit("/login/code", { code, ...more });
      if (answer.status === 303) return answer.headers.get("location") === "/" ? 200 : 303;
      return answer.status;
    },
    isIn: async (visitor = other) => (await call(visitor, "get_me")).status === 200,
  });
}

/** What must happen at each attack on the second factor; each has a scene of its own. */
const CASES: Record<string, (scene: Scene) => Promise<void>> = {
  "122: the password alone opens nothing": async (s) => {
    assert.equal(await s.typePassword(), "/login/code");
    assert.equal(await s.isIn(), false);
    assert.equal(s.other.cookies.has("sid"), false);
    assert.equal((await s.other.get("/")).headers.get("location"), "/login");
    assert.equal(await s.typeCode(s.app.codeAt(s.time)), 200);
    assert.equal(await s.isIn(), true);
  },
  "123: the page of the code is nothing without the password typed first": async (s) => {
    assert.equal((await s.other.get("/login/code")).headers.get("location"), "/login");
    assert.equal(await s.typeCode(s.app.codeAt(s.time)), 303);
    s.other.cookies.set("step", "x".repeat(43));
    assert.equal(await s.typeCode(s.app.codeAt(s.time)), 303);
    assert.equal(await s.isIn(), false);
  },
  "124: a code is taken once, also by another sign-in within its half minute": async (s) => {
    const code = s.app.codeAt(s.time);
    await s.typePassword();
    assert.equal(await s.typeCode(code), 200);
    const thief = visitorOf(s.world);
    await s.typePassword(thief);
    assert.equal(await s.typeCode(code, thief), 401);
    assert.equal(await s.isIn(thief), false);
  },
  "125: of one code typed in 8 browsers at once one is let in": async (s) => {
    const visitors = Array.from({ length: 8 }, () => visitorOf(s.world));
    for (const visitor of visitors) await s.typePassword(visitor);
    const code = s.app.codeAt(s.time);
    const answers = await Promise.all(visitors.map((visitor) => s.typeCode(code, visitor)));
    assert.equal(answers.filter((status) => status === 200).length, 1);
  },
  "126: an older code than one that was taken is refused": async (s) => {
    const older = s.app.codeAt(s.time - HALF_MINUTE);
    await s.typePassword();
    assert.equal(await s.typeCode(s.app.codeAt(s.time)), 200);
    await s.typePassword(s.owner);
    assert.equal(await s.typeCode(older, s.owner), 401);
  },
  "127: a clock may be half a minute off, before or after, and not more": async (s) => {
    for (const [drift, wanted] of [
      ...([
        [-2, 401],
        [2, 401],
      ] as const),
      ...([
        [-1, 200],
        [0, 200],
        [1, 200],
      ] as const),
    ] as const) {
      await s.typePassword();
      const status = await s.typeCode(s.app.codeAt(s.time + drift * HALF_MINUTE));
      assert.equal(status, wanted, `${drift}`);
      s.time += 10 * HALF_MINUTE;
    }
  },
  "128: what is no code is refused: blanks, letters, five or seven digits, other digits": async (
    s,
  ) => {
    await s.typePassword();
    const right = s.app.codeAt(s.time);
    for (const code of [
      ...["", " ", "abcdef", right.slice(1), `${right}0`, `${right}\0`, "１２３４５６", "0x1234"],
      ...["-12345", "1e5", "000000 or 1=1", "x".repeat(5_000)],
    ]) {
      assert.equal(await s.typeCode(code), 401, JSON.stringify(code.slice(0, 20)));
    }
    assert.equal(await s.typeCode(`${right.slice(0, 3)} ${right.slice(3)}`), 200);
  },
  "129: a started sign-in waits ten minutes": async (s) => {
    await s.typePassword();
    s.time += 10 * 60_000;
    assert.equal(await s.typeCode(s.app.codeAt(s.time)), 303);
    assert.equal(await s.isIn(), false);
  },
  "130: a started sign-in is over once it let somebody in": async (s) => {
    await s.typePassword();
    const step = s.other.cookies.get("step") ?? "";
    assert.equal(await s.typeCode(s.app.codeAt(s.time)), 200);
    assert.equal(s.other.cookies.has("step"), false);
    const thief = visitorOf(s.world);
    thief.cookies.set("step", step);
    s.time += HALF_MINUTE;
    assert.equal(await s.typeCode(s.app.codeAt(s.time), thief), 303);
    assert.equal(await s.isIn(thief), false);
  },
  "131: the code of somebody else's app is refused": async (s) => {
    const { visitor } = await signedIn(s.world);
    const app = await turnOnApp(visitor, s.time);
    await s.typePassword();
    assert.equal(await s.typeCode(app.codeAt(s.time + HALF_MINUTE)), 401);
    assert.equal(await s.typeCode(app.recovery[0] ?? ""), 401);
    assert.equal(await s.typeCode(s.app.codeAt(s.time)), 200);
  },
  "132: a recovery code lets in once, in any spelling, and is noted": async (s) => {
    const [code = "", next = ""] = s.app.recovery;
    await s.typePassword();
    assert.equal(await s.typeCode(code.toUpperCase().replaceAll("-", " ")), 200);
    await s.typePassword();
    assert.equal(await s.typeCode(code), 401);
    assert.equal(await s.typeCode(next), 200);
    const left = (await call(s.owner, "get_second_factor")).body.recovery_codes_left;
    assert.equal(left, 8);
    const { rows } = await s.world.pool.query(
      "select actor from audit_log where operation = 'use_recovery_code' and actor = $1",
      [`user:${s.user_id}`],
    );
    assert.equal(rows.length, 2);
  },
  "133: of one recovery code typed in 8 browsers at once one is let in": async (s) => {
    const visitors = Array.from({ length: 8 }, () => visitorOf(s.world));
    for (const visitor of visitors) await s.typePassword(visitor);
    const code = s.app.recovery[0] ?? "";
    const answers = await Promise.all(visitors.map((visitor) => s.typeCode(code, visitor)));
    assert.equal(answers.filter((status) => status === 200).length, 1);
  },
  "134: a form for the code that another site sent is 403": async (s) => {
    await s.typePassword();
    const form = { code: s.app.codeAt(s.time) };
    for (const headers of [{}, { origin: "null" }, { "sec-fetch-site": "cross-site" }]) {
      assert.equal((await s.other.submit("/login/code", form, headers)).status, 403);
    }
    assert.equal(await s.typeCode(form.code), 200);
  },
  "135: a password reset by mail or link does not get past the code": async (s) => {
    const { openReset } = await import("#domain/tenancy/reset-password.ts");
    const url = await openReset(s.world.base, s.email);
    const password = "a password chosen again";
    const { pathname } = new URL(url ?? "");
    assert.equal((await s.other.submit(pathname, { password })).headers.get("location"), "/login");
    assert.equal(await s.isIn(), false);
    const answer = await s.other.signIn(s.email, password);
    assert.equal(answer.headers.get("location"), "/login/code");
    assert.equal(await s.isIn(), false);
  },
  "136: a reset ends trust in browsers, and sign-ins that had only started": async (s) => {
    await s.typePassword();
    assert.equal(await s.typeCode(s.app.codeAt(s.time), s.other, { trust: "on" }), 200);
    const thief = visitorOf(s.world);
    await s.typePassword(thief);
    const { openReset } = await import("#domain/tenancy/reset-password.ts");
    const url = await openReset(s.world.base, s.email);
    const password = "a password chosen again";
    await visitorOf(s.world).submit(new URL(url ?? "").pathname, { password });
    s.time += HALF_MINUTE;
    assert.equal(await s.typeCode(s.app.codeAt(s.time), thief), 303);
    assert.equal((await s.other.signIn(s.email, password)).headers.get("location"), "/login/code");
  },
  "137: a trusted browser is asked again after 30 days, and any other at once": async (s) => {
    await s.typePassword();
    assert.equal(await s.typeCode(s.app.codeAt(s.time), s.other, { trust: "on" }), 200);
    const held = s.other.cookies.get("device") ?? "";
    assert.equal(await s.typePassword(), "/");
    s.other.cookies.set("device", held);
    assert.equal(await s.typePassword(), "/", "the answer before was lost");
    assert.equal(await s.typePassword(visitorOf(s.world)), "/login/code");
    s.time += 30 * 86_400_000;
    assert.equal(await s.typePassword(), "/login/code");
  },
  "138: a browser that one user trusts is not trusted for another": async (s) => {
    await s.typePassword();
    assert.equal(await s.typeCode(s.app.codeAt(s.time), s.other, { trust: "on" }), 200);
    const { visitor, email } = await signedIn(s.world);
    await turnOnApp(visitor, s.time);
    assert.equal((await s.other.signIn(email)).headers.get("location"), "/login/code");
  },
  "139: a browser's secret that was planted before sign-in is not trusted": async (s) => {
    const planted = "p".repeat(43);
    s.other.cookies.set("device", planted);
    await s.typePassword();
    assert.equal(await s.typeCode(s.app.codeAt(s.time), s.other, { trust: "on" }), 200);
    const thief = visitorOf(s.world);
    thief.cookies.set("device", planted);
    assert.equal(await s.typePassword(thief), "/login/code");
    // Nor is one that somebody took from there, or that comes of it.
    const other = await addUser(s.world);
    const taken = s.other.cookies.get("device") ?? "";
    thief.cookies.set("device", taken);
    assert.equal(await s.typePassword(), "/");
    await thief.signIn(other.email);
    assert.equal(await s.typePassword(thief), "/login/code");
    assert.equal(await s.typePassword(), "/", "its user's own is trusted as before");
    const guest = visitorOf(s.world);
    guest.cookies.set("device", s.other.cookies.get("device") ?? "");
    await guest.signIn(other.email);
    assert.equal(await s.typePassword(guest), "/login/code");
  },
  "140: turning off takes the password typed lately and a code; what is left then opens nothing more":
    async (s) => {
      const remove = (code: string) => call(s.owner, "remove_authenticator", { code });
      s.time += 16 * 60_000;
      assert.equal((await remove(s.app.codeAt(s.time))).body.error.code, "PASSWORD_REQUIRED");
      await s.owner.confirm();
      assert.equal((await remove("000000")).status, 400);
      assert.equal((await remove(s.app.codeAt(s.time))).status, 204);
      assert.equal(await s.typePassword(), "/");
      const { rows } = await s.world.pool.query("select from recovery_codes where user_id = $1", [
        s.user_id,
      ]);
      assert.equal(rows.length, 0);
    },
  "141: who holds an open session cannot put an app of their own in place of the one that is on":
    async (s) => {
      assert.equal((await call(s.owner, "begin_authenticator")).status, 409);
      const code = s.app.codeAt(s.time);
      assert.equal((await call(s.owner, "confirm_authenticator", { code })).status, 409);
    },
  "142: an app that was begun and never confirmed locks nobody out": async (s) => {
    const { visitor, email } = await signedIn(s.world);
    assert.equal((await call(visitor, "begin_authenticator")).status, 201);
    assert.equal((await s.other.signIn(email)).headers.get("location"), "/");
    const wrong = await call(visitor, "confirm_authenticator", { code: "000000" });
    assert.equal(wrong.status, 400);
  },
  "143: new recovery codes take a code, and those of before are worthless": async (s) => {
    assert.equal((await call(s.owner, "renew_recovery_codes", { code: "nothing" })).status, 400);
    const code = s.app.codeAt(s.time);
    const { status, body } = await call(s.owner, "renew_recovery_codes", { code });
    assert.equal(status, 200);
    await s.typePassword();
    assert.equal(await s.typeCode(s.app.recovery[0] ?? ""), 401);
    assert.equal(await s.typeCode(body.recovery_codes[0]), 200);
  },
  "144: where sign-in leads afterwards stays on this site through the second step": async (s) => {
    const form = { email: s.email, password: PASSWORD };
    for (const [next, wanted] of [
      ["/projects/x?y=1", "/projects/x?y=1"],
      ["//evil.example", "/"],
    ] as const) {
      await s.other.submit("/login", { ...form, next });
      const answer = await s.other.submit("/login/code", { code: s.app.codeAt(s.time) });
      assert.equal(answer.headers.get("location"), wanted);
      s.time += 2 * HALF_MINUTE;
    }
  },
  "145: a user disabled in between is not let in": async (s) => {
    await s.typePassword();
    await s.world.pool.query("update users set is_disabled = true where user_id = $1", [s.user_id]);
    assert.equal(await s.typeCode(s.app.codeAt(s.time)), 303);
    assert.equal(await s.isIn(), false);
  },
  "146: the database keeps the secret sealed, and of recovery codes only hashes": async (s) => {
    const { rows } = await s.world.pool.query(
      `select secret::text as text from authenticators where user_id = $1
       union all select hash::text from recovery_codes where user_id = $1`,
      [s.user_id],
    );
    assert.equal(rows.length, 11);
    const dump = JSON.stringify(rows);
    const secrets = [s.app.secret, ...s.app.recovery.map((code) => code.replaceAll("-", ""))];
    for (const secret of secrets) {
      for (const form of [secret, Buffer.from(secret).toString("hex")]) {
        assert.ok(!dump.includes(form));
      }
    }
    const read = await call(s.owner, "get_second_factor");
    assert.ok(!secrets.some((secret) => read.text.includes(secret)));
  },
};

for (const [title, run] of Object.entries(CASES)) {
  test(title, async () => run(await makeScene()));
}

test("147: codes are guessed five times from one network, however often the password is typed", async () => {
  const s = await makeScene({ per_minute: 200, trusted_proxies: 1 });
  const from = (network: number) => ({
    "sec-fetch-site": "same-origin",
    "x-forwarded-for": `198.51.100.${network}`,
  });
  const guess = async (network: number) => {
    const form = { email: s.email, password: PASSWORD };
    const visitor = visitorOf(s.world);
    assert.equal((await visitor.submit("/login", form, from(network))).status, 303);
    return (await visitor.submit("/login/code", { code: "000000" }, from(network))).status;
  };
  const statuses = [];
  for (let round = 0; round < 6; round++) statuses.push(await guess(1));
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
  assert.equal(await guess(2), 401);
  // The password is counted apart: nobody is kept from the first step by it.
  await s.other.submit("/login", { email: s.email, password: PASSWORD }, from(3));
  const right = await s.other.submit("/login/code", { code: s.app.codeAt(s.time) }, from(3));
  assert.equal(right.status, 303);
});

test("148: a session guesses at a code five times, at all places that take one together", async () => {
  const s = await makeScene({ per_minute: 200 });
  const statuses = [];
  for (let round = 0; round < 6; round++) {
    const name = round % 2 ? "remove_authenticator" : "renew_recovery_codes";
    statuses.push((await call(s.owner, name, { code: "000000" })).status);
  }
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429]);
});

test("sessions are started in one place, which asks for the second factor", () => {
  const files = globSync("src/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const using = (text: string) =>
    files.filter((file) => readFileSync(file, "utf8").includes(text)).sort();
  const [place, own] = ["src/transports/shared/sign-in.ts", "src/domain/accounts"];
  assert.deepEqual(using("startSession("), [`${own}/session.ts`, place]);
  assert.deepEqual(using('insertInto("sessions")'), [`${own}/session-queries.ts`]);
});

test("an app's secret that was sealed with another ENCRYPTION_KEY lets nobody in, and says that a recovery code does", async () => {
  const s = await makeScene();
  const sealed = makeVault(["another"]).seal("JBSWY3DPEHPK3PXP");
  await s.world.pool.query("update authenticators set secret = $1 where user_id = $2", [
    sealed,
    s.user_id,
  ]);
  await s.typePassword();
  const answer = await s.other.submit("/login/code", { code: s.app.codeAt(s.time) });
  assert.equal(answer.status, 503);
  assert.match(answer.text, /sealed with another ENCRYPTION_KEY: .* Use a recovery code/);
  assert.equal(await s.isIn(), false);
  assert.equal(await s.typeCode(s.app.recovery[0] ?? ""), 200);
  assert.equal(await s.isIn(), true);
});

test("what is turned on, off and renewed leaves a row for each, without a code", async () => {
  const s = await makeScene();
  await call(s.owner, "renew_recovery_codes", { code: s.app.codeAt(s.time) });
  s.time += 2 * HALF_MINUTE;
  await call(s.owner, "remove_authenticator", { code: s.app.codeAt(s.time) });
  const { rows } = await s.world.pool.query(
    "select operation, target from audit_log where actor = $1 order by audit_id",
    [`user:${s.user_id}`],
  );
  assert.deepEqual(
    rows.map(({ operation, target }) => [operation, target]),
    ["begin", "confirm", "renew_recovery_codes", "remove"].map((name) => [
      name.includes("_") ? name : `${name}_authenticator`,
      {},
    ]),
  );
});

test("a user lists the browsers they signed in with, forgets one, and ends all other sessions", async () => {
  const s = await makeScene();
  await s.typePassword();
  await s.typeCode(s.app.codeAt(s.time), s.other, { trust: "on" });
  const { body } = await call(s.owner, "list_browsers");
  assert.equal(body.data.length, 1);
  assert.equal(Date.parse(body.data[0].trusted_until), s.time + 30 * 86_400_000);
  const stranger = await signedIn(s.world);
  const input = { browser_id: body.data[0].id };
  assert.equal((await call(stranger.visitor, "forget_browser", input)).status, 404);
  assert.equal((await call(s.owner, "forget_browser", input)).status, 204);
  assert.equal(await s.typePassword(), "/login/code");
  assert.equal(await s.isIn(), true, "the session itself lives on");
  assert.equal((await call(s.owner, "end_other_sessions")).status, 204);
  assert.deepEqual([await s.isIn(), await s.isIn(s.owner)], [false, true]);
  assert.equal((await call(stranger.visitor, "get_me")).status, 200);
});

test("an app that is turned on is the one whose code was typed, whatever is begun meanwhile", async () => {
  const world = await makeWorld({ now: () => new Date(START) });
  const { visitor, user_id } = await signedIn(world);
  const { body: first } = await call(visitor, "begin_authenticator");
  let another: ReturnType<typeof call> | undefined;
  const begin = async () => {
    another ??= call(visitor, "begin_authenticator");
    await doneOrHeldUp(world.pool, another);
  };
  const app = world.appOn(betweenStatements(world.db, "select * from authenticators", begin));
  const { base_url } = world.base.server;
  const same = new Visitor((url, init) => app.request(url, init), base_url);
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value);
  const code = codeAt(first.secret, START);
  assert.equal((await call(same, "confirm_authenticator", { code })).status, 200);
  assert.equal((await another)?.status, 409, "one is on already");
  const { rows } = await world.pool.query("select secret from authenticators where user_id = $1", [
    user_id,
  ]);
  assert.equal(String(world.base.vault.open(rows[0].secret)), first.secret);
});

import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { turnOnApp } from "../kit/authenticator-app.ts";
import { addUser, call, signedIn, type Visitor, visitorOf } from "../kit/http-client.ts";
import { SoftwarePasskey, type Twist } from "../kit/software-passkey.ts";
import { makeWorld } from "../kit/world.ts";

const ORIGIN = "https://earshot.example";

async function makeScene() {
  let time = Date.now();
  const world = await makeWorld({ base_url: ORIGIN, now: () => new Date(time) });
  const owner = await signedIn(world);
  const passkey = new SoftwarePasskey(ORIGIN);
  const added = await add(owner.visitor, passkey);
  assert.equal(added.status, 201, added.text);
  const recovery: string[] = added.body.recovery_codes;
  return { world, ...owner, passkey, recovery, pass: (ms: number) => (time += ms) };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

async function add(visitor: Visitor, passkey: SoftwarePasskey, twist: Twist = {}) {
  const { status, body } = await call(visitor, "begin_passkey");
  assert.equal(status, 200, JSON.stringify(body));
  return call(visitor, "add_passkey", {
    name: "A key",
    response: passkey.register(body.options, twist),
  });
}

const headers = { "sec-fetch-site": "same-origin" };
async function optionsFor(visitor: Visitor, second = false) {
  const path = `/login/passkey/options${second ? "?second=on" : ""}`;
  const { status, body } = await visitor.send(path, { method: "POST", headers });
  assert.equal(status, 200);
  return body as {
    challenge: string;
    rpId: string;
    userVerification: string;
    allowCredentials?: unknown[];
  };
}

const submit = (visitor: Visitor, answer: unknown, more: Record<string, string> = {}) =>
  visitor.submit("/login/passkey", { response: JSON.stringify(answer), ...more });

/** Signs in with a passkey in a new browser; the status of the answer, 303 when it let somebody in. */
async function signIn(s: Scene, twist: Twist = {}, passkey = s.passkey) {
  const visitor = visitorOf(s.world);
  const answer = await submit(visitor, passkey.signIn(await optionsFor(visitor), twist));
  const isIn = (await call(visitor, "get_me")).status === 200;
  assert.equal(isIn, answer.status === 303);
  return answer.status;
}

const another = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const challenge = "A".repeat(43);

/** What a browser or authenticator does wrong, each as the only thing; no passkey is added and nobody let in by it. */
const TWISTS: Record<string, Twist> = {
  "215: a page of another site that shows our challenge": { origin: "https://evil.example" },
  "216: a page of a subdomain, a port or http": { origin: "https://app.earshot.example" },
  "217: our name on plain http": { origin: "http://earshot.example" },
  "218: our name on another port": { origin: `${ORIGIN}:8443` },
  "219: a passkey of another site's name": { rp_id: "evil.example" },
  "220: a passkey of a name above ours": { rp_id: "example" },
  "221: an answer to a challenge that we did not give": { challenge },
  "222: an answer to no challenge": { challenge: "" },
  "223: a passkey whose holder was there and not verified": { flags: 1 },
  "224: a passkey whose holder was neither there nor verified": { flags: 0 },
  "225: an answer of another kind": { type: "webauthn.other" },
};

for (const [title, twist] of Object.entries(TWISTS)) {
  test(title, async () => {
    const s = await makeScene();
    const added = await add(s.visitor, new SoftwarePasskey(ORIGIN), twist);
    assert.equal(added.status, 400, added.text);
    assert.equal(await signIn(s, twist), 401);
    assert.equal(await signIn(s), 303, "the same without it");
  });
}

const CASES: Record<string, (s: Scene) => Promise<void>> = {
  "a passkey lets in without a password, once for each challenge, as who registered it": async (
    s,
  ) => {
    const visitor = visitorOf(s.world);
    const options = await optionsFor(visitor);
    assert.deepEqual(
      [options.rpId, options.userVerification, options.allowCredentials],
      ["earshot.example", "required", undefined],
    );
    const answer = await submit(visitor, s.passkey.signIn(options), { next: "/projects/x" });
    assert.deepEqual([answer.status, answer.headers.get("location")], [303, "/projects/x"]);
    assert.equal((await call(visitor, "get_me")).body.email, s.email);
  },
  "226: an answer counts once, in one browser or in eight at once": async (s) => {
    const visitor = visitorOf(s.world);
    const answer = s.passkey.signIn(await optionsFor(visitor));
    const visitors = Array.from({ length: 8 }, () => visitorOf(s.world));
    const statuses = await Promise.all(
      visitors.map(async (one) => (await submit(one, answer)).status),
    );
    assert.equal(statuses.filter((status) => status === 303).length, 1);
    assert.equal((await submit(visitorOf(s.world), answer)).status, 401);
  },
  "227: a challenge is over after five minutes": async (s) => {
    const visitor = visitorOf(s.world);
    const options = await optionsFor(visitor);
    s.pass(5 * 60_000);
    assert.equal((await submit(visitor, s.passkey.signIn(options))).status, 401);
  },
  "228: a signature by another key, or over other data, is refused": async (s) => {
    assert.equal(await signIn(s, { key: another }), 401);
    const visitor = visitorOf(s.world);
    const answer = s.passkey.signIn(await optionsFor(visitor));
    const data = Buffer.from(String(answer.response["authenticatorData"]), "base64url");
    data[36] = 99;
    const changed = { ...answer.response, authenticatorData: data.toString("base64url") };
    assert.equal((await submit(visitor, { ...answer, response: changed })).status, 401);
  },
  "229: a copy of a passkey is found out by its counter": async (s) => {
    for (let use = 0; use < 3; use++) assert.equal(await signIn(s), 303);
    const { counter } = s.passkey;
    for (const old of [counter, counter - 1, 0])
      assert.equal(await signIn(s, { counter: old }), 401, `${old}`);
    assert.equal(await signIn(s, { counter: counter + 10 }), 303);
  },
  "230: an unknown passkey, one that was removed and one of a disabled user are refused": async (
    s,
  ) => {
    assert.equal(await signIn(s, {}, new SoftwarePasskey(ORIGIN)), 401);
    const { body } = await call(s.visitor, "list_passkeys");
    const input = { passkey_id: body.data[0].id };
    const stranger = await signedIn(s.world);
    assert.equal((await call(stranger.visitor, "remove_passkey", input)).status, 404);
    assert.equal((await call(s.visitor, "remove_passkey", input)).status, 204);
    assert.equal(await signIn(s), 401);
    const theirs = new SoftwarePasskey(ORIGIN);
    await add(stranger.visitor, theirs);
    await s.world.pool.query("update users set is_disabled = true where user_id = $1", [
      stranger.user_id,
    ]);
    assert.equal(await signIn(s, {}, theirs), 401);
  },
  "231: what is no answer of a browser is refused": async (s) => {
    const visitor = visitorOf(s.world);
    const good = s.passkey.signIn(await optionsFor(visitor));
    for (const text of ["", "null", "[]", "{", "{}", '{"id":"\\u0000"}', "x".repeat(15_000)]) {
      assert.equal((await visitor.submit("/login/passkey", { response: text })).status, 401);
    }
    for (const change of [
      ...[{ response: {} }, { type: "password" }, { rawId: "x" }, { id: "x" }],
      { response: { ...good.response, clientDataJSON: "e30" } },
    ]) {
      assert.equal((await submit(visitor, { ...good, ...change })).status, 401);
    }
  },
  "232: beside a passkey the password alone opens nothing": async (s) => {
    const visitor = visitorOf(s.world);
    assert.equal((await visitor.signIn(s.email)).headers.get("location"), "/login/code");
    assert.equal((await call(visitor, "get_me")).status, 401);
    const options = await optionsFor(visitor, true);
    assert.equal(options.allowCredentials?.length, 1);
    assert.equal((await submit(visitor, s.passkey.signIn(options), { second: "on" })).status, 303);
    const lost = visitorOf(s.world);
    await lost.signIn(s.email);
    const code = await lost.submit("/login/code", { code: s.recovery[0] ?? "" });
    assert.equal(code.headers.get("location"), "/");
  },
  "233: after the password of one account the passkey of another is refused": async (s) => {
    const thief = await signedIn(s.world);
    const theirs = new SoftwarePasskey(ORIGIN);
    await add(thief.visitor, theirs);
    const visitor = visitorOf(s.world);
    await visitor.signIn(s.email);
    const options = await optionsFor(visitor, true);
    assert.equal((await submit(visitor, theirs.signIn(options), { second: "on" })).status, 401);
    assert.equal((await call(visitor, "get_me")).status, 401);
  },
  "234: a challenge to register signs nobody in, one to sign in registers nothing, one of somebody else neither":
    async (s) => {
      const visitor = visitorOf(s.world);
      const mine = (await call(s.visitor, "begin_passkey")).body.options;
      assert.equal((await submit(visitor, s.passkey.signIn(mine))).status, 401);
      const other = await signedIn(s.world);
      const theirs = (await call(other.visitor, "begin_passkey")).body.options;
      const foreign = await optionsFor(visitor);
      for (const options of [foreign, theirs]) {
        const response = new SoftwarePasskey(ORIGIN).register(options);
        assert.equal((await call(s.visitor, "add_passkey", { name: "X", response })).status, 400);
      }
    },
  "235: a passkey that is somebody's is not added to another account": async (s) => {
    const thief = await signedIn(s.world);
    assert.equal((await add(thief.visitor, s.passkey)).status, 409);
    assert.equal(
      (await add(thief.visitor, new SoftwarePasskey(ORIGIN), { id: s.passkey.id })).status,
      409,
    );
    const visitor = visitorOf(s.world);
    assert.equal((await submit(visitor, s.passkey.signIn(await optionsFor(visitor)))).status, 303);
    assert.equal((await call(visitor, "get_me")).body.email, s.email);
  },
  "236: passkeys are added and removed with the password typed lately": async (s) => {
    const { body } = await call(s.visitor, "list_passkeys");
    s.pass(16 * 60_000);
    for (const [name, input] of [
      ["begin_passkey", {}],
      ["add_passkey", { name: "X", response: {} }],
      ["remove_passkey", { passkey_id: body.data[0].id }],
    ] as const) {
      assert.equal((await call(s.visitor, name, input)).body.error.code, "PASSWORD_REQUIRED", name);
    }
  },
  "237: another site asks for no passkey and sends none": async (s) => {
    const visitor = visitorOf(s.world);
    const answer = s.passkey.signIn(await optionsFor(visitor));
    for (const from of [{}, { "sec-fetch-site": "cross-site" }, { origin: "null" }]) {
      const asked = await visitor.send("/login/passkey/options", { method: "POST", headers: from });
      assert.equal(asked.status, 403);
      const form = { response: JSON.stringify(answer) };
      assert.equal((await visitor.submit("/login/passkey", form, from)).status, 403);
    }
    assert.equal((await submit(visitor, answer)).status, 303);
  },
  "238: a reset of the password neither ends passkeys nor gets past them": async (s) => {
    const { openReset } = await import("#domain/tenancy/reset-password.ts");
    const url = new URL((await openReset(s.world.base, s.email)) ?? "");
    const password = "a password chosen again";
    const visitor = visitorOf(s.world);
    assert.equal((await visitor.submit(url.pathname, { password })).status, 303);
    assert.equal((await visitor.signIn(s.email, password)).headers.get("location"), "/login/code");
    assert.equal(await signIn(s), 303);
  },
  "239: turning the app off leaves the passkey asked for, and its recovery codes": async (s) => {
    const app = await turnOnApp(s.visitor, s.world.base.now().getTime());
    s.pass(60_000);
    const code = app.codeAt(s.world.base.now().getTime());
    assert.equal((await call(s.visitor, "remove_authenticator", { code })).status, 204);
    const visitor = visitorOf(s.world);
    assert.equal((await visitor.signIn(s.email)).headers.get("location"), "/login/code");
    const answer = await visitor.submit("/login/code", { code: app.recovery[0] ?? "" });
    assert.equal(answer.headers.get("location"), "/");
  },
  "240: what the host header says changes neither the name nor the origin": async (s) => {
    const visitor = visitorOf(s.world);
    const asked = await visitor.send("/login/passkey/options", {
      method: "POST",
      headers: { ...headers, host: "evil.example", "x-forwarded-host": "evil.example" },
    });
    assert.equal(asked.body.rpId, "earshot.example");
  },
  "of passkeys that are removed at once the last takes the recovery codes along, and one that is added meanwhile has some":
    async (s) => {
      const idOf = async () => (await add(s.visitor, new SoftwarePasskey(ORIGIN))).body.id;
      const count = async (table: string) => {
        const of = [s.user_id];
        const { rows } = await s.world.pool.query(`select from ${table} where user_id = $1`, of);
        return rows.length;
      };
      const { body } = await call(s.visitor, "list_passkeys");
      let ids: string[] = [body.data[0].id, await idOf()];
      for (let round = 0; round < 10; round++) {
        const remove = (passkey_id: string) => call(s.visitor, "remove_passkey", { passkey_id });
        const gone = await Promise.all(ids.map(remove));
        assert.deepEqual(
          gone.map(({ status }) => status),
          [204, 204],
        );
        assert.equal(await count("recovery_codes"), 0, `${round}: nothing is left to sign in with`);
        const first = await idOf();
        const [, added] = await Promise.all([remove(first), idOf()]);
        assert.equal(await count("recovery_codes"), 10, `${round}: one passkey is left`);
        ids = [added, await idOf()];
      }
    },
  "what is added and removed leaves a row for each; who has no passkey has none listed": async (
    s,
  ) => {
    const other = await addUser(s.world);
    assert.ok(other);
    const { body } = await call(s.visitor, "list_passkeys");
    await call(s.visitor, "remove_passkey", { passkey_id: body.data[0].id });
    const { rows } = await s.world.pool.query(
      "select operation, target from audit_log where actor = $1 order by audit_id",
      [`user:${s.user_id}`],
    );
    const target = { passkey_id: body.data[0].id };
    assert.deepEqual(rows, [
      { operation: "add_passkey", target },
      { operation: "remove_passkey", target },
    ]);
    assert.equal((await visitorOf(s.world).signIn(s.email)).headers.get("location"), "/");
  },
};

for (const [title, run] of Object.entries(CASES)) {
  test(title, async () => run(await makeScene()));
}

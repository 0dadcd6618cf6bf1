import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { type Lie, startFalseProvider } from "../kit/false-provider.ts";
import { call, signedIn, visitorOf } from "../kit/http-client.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

const CLIENT = { client_id: "earshot", client_secret: "a secret of the provider" };
const { issuer, told } = await startFalseProvider(CLIENT);
const world = await makeWorld();
const owner = await signedIn(world);
const organisation_id = encodeId("org", world.project.organisation_id);
const start = `/sign-on/${organisation_id}`;
const settings = {
  ...{ organisation_id, issuer, ...CLIENT, label: "It" },
  roles: [{ group: "staff", role: "member" }],
};
const set = async (lie: Lie, change: Record<string, unknown> = {}) => {
  told.lie = lie;
  return call(owner.visitor, "set_sign_on", { ...settings, ...change });
};
const made = await set({});
assert.equal(made.status, 200, made.text);

const email = `person@${organisation_id.slice(4).toLowerCase()}.example`;
const now = () => Math.floor(Date.now() / 1_000);

/** Signs in at the provider while it lies, and returns whether that let anybody in. */
async function signOn(lie: Lie, query: Record<string, string> = {}) {
  told.lie = {};
  const visitor = visitorOf(world);
  const begun = await visitor.submit(start, {});
  const asked = new URL(begun.headers.get("location") ?? "").searchParams;
  told.lie = { ...lie, claims: { email, ...lie.claims } };
  told.nonce = asked.get("nonce") ?? "";
  const answer = { code: "a-code", state: asked.get("state") ?? "", ...query };
  const { status, text } = await visitor.get(`${start}/callback?${new URLSearchParams(answer)}`);
  const isIn = (await call(visitor, "get_me")).status === 200;
  assert.equal(isIn, status === 303, text);
  return { isIn, text, status };
}

/** What a provider says, each as the only lie; nobody is let in by it. */
const LIES: Record<string, Lie | (() => Lie)> = {
  "183: an ID token with another nonce": { claims: { nonce: "n".repeat(43) } },
  "184: an ID token without a nonce": { claims: { nonce: undefined } },
  "185: an ID token of another issuer": { claims: { iss: "https://evil.example" } },
  "186: an ID token for another client": { claims: { aud: "another" } },
  "187: an ID token for several clients that was issued to another": {
    claims: { aud: [CLIENT.client_id, "another"], azp: "another" },
  },
  "188: an ID token that is over": () => ({ claims: { exp: now() - 120 } }),
  "189: an ID token without an end": { claims: { exp: undefined } },
  "190: an ID token that begins tomorrow": () => ({ claims: { nbf: now() + 86_400 } }),
  "191: an ID token that nobody signed (alg: none)": { signed: "none" },
  "192: an ID token signed with the client's secret (HS256)": { signed: "HS256" },
  "193: an ID token signed with another key of the same name": { signed: "another key" },
  "194: an ID token that names a key that is not there": { header: { kid: "2" } },
  "195: an ID token that brings its own key": {
    signed: "another key",
    header: { jku: "https://evil.example/jwks", jwk: {}, kid: undefined },
  },
  "196: an answer without an ID token": { tokens: { id_token: undefined } },
  "197: an ID token that is no token": { tokens: { id_token: "a.b.c" } },
  "198: an ID token of nobody": { claims: { sub: undefined } },
  "199: an ID token of a subject of a kilobyte": {
    claims: { sub: "x".repeat(1_000) },
  },
  "an ID token of a subject with U+0000 in it": { claims: { sub: "person\0" } },
  "200: what is told of somebody else than the ID token is of": {
    claims: { email: undefined },
    userinfo: { sub: "person-2", email },
  },
  "201: an error instead of tokens": {
    instead: { status: 400, body: '{"error":"invalid_grant"}' },
  },
  "202: a page instead of tokens": {
    instead: { status: 200, headers: { "content-type": "text/html" }, body: "<h1>Hello</h1>" },
  },
  "203: more groups than a token holds": {
    claims: { groups: undefined, _claim_names: { groups: "src1" } },
  },
};

for (const [title, lie] of Object.entries(LIES)) {
  test(title, async () => {
    const { isIn, status } = await signOn(typeof lie === "function" ? lie() : lie);
    assert.deepEqual([isIn, status], [false, 403]);
  });
}

test("without a lie the same person is let in, and more groups than are named take nothing from them", async () => {
  assert.equal((await signOn({})).isIn, true);
  assert.equal((await signOn(LIES["203: more groups than a token holds"] as Lie)).isIn, false);
  const { rows } = await world.pool.query(
    "select role from memberships join users using (user_id) where email = $1",
    [email],
  );
  assert.deepEqual(rows, [{ role: "member" }]);
  for (const userinfo of [{ email, email_verified: true, groups: ["staff"] }]) {
    const claims = { email: undefined, email_verified: undefined, groups: undefined };
    assert.equal(
      (await signOn({ claims, userinfo })).isIn,
      true,
      "what the token leaves out is asked for",
    );
  }
});

test("Microsoft Entra's word for a verified address counts, its unverified address does not", async () => {
  const entra = (sub: string, xms_edov: unknown) =>
    signOn({ claims: { sub, email: `${sub}${email}`, email_verified: undefined, xms_edov } });
  for (const edov of [undefined, false, 0, "0", "false"]) {
    assert.equal((await entra("e1", edov)).isIn, false, String(edov));
  }
  assert.equal((await entra("e1", true)).isIn, true);
  assert.equal((await entra("e2", "1")).isIn, true);
});

test("204: a provider's error is told as a refusal, none of its words as a page", async () => {
  const words = "<script>alert(1)</script>";
  const query = { error: "access_denied", error_description: words };
  const { isIn, text } = await signOn({}, query);
  assert.deepEqual([isIn, text.includes("alert(1)")], [false, false]);
});

/** What cannot be entered as a provider. */
const DOCUMENTS: Record<string, [lie: Lie, change?: Record<string, unknown>]> = {
  "205: a document of another issuer": [{ document: { issuer: "https://evil.example" } }],
  "206: a document that is none": [{ instead: { status: 200, body: "hello" } }],
  "207: a document at an address that leads elsewhere": [
    { instead: { status: 302, headers: { location: "https://evil.example/" }, body: "" } },
  ],
  "208: a document of megabytes": [{ document: { more: "x".repeat(2_000_000) } }],
  "209: a provider whose page is a script": [
    { document: { authorization_endpoint: "javascript:alert(1)" } },
  ],
  "210: a provider that takes PKCE in the clear alone": [
    { document: { code_challenge_methods_supported: ["plain"] } },
  ],
  "211: an issuer where clouds hand out credentials": [
    {},
    { issuer: "http://169.254.169.254/latest" },
  ],
  "212: an issuer that is no address of the web": [{}, { issuer: "file:///etc/passwd" }],
};

for (const [title, [lie, change]] of Object.entries(DOCUMENTS)) {
  test(title, async () => {
    const answer = await set(lie, change);
    assert.equal(answer.status, 400, answer.text);
    assert.doesNotMatch(answer.text, /root:|hello/);
    const { body } = await call(owner.visitor, "get_sign_on", { organisation_id });
    assert.equal(body.settings.issuer, issuer);
  });
}

test("213: an issuer inside, or without https, is out of reach unless the operator lets it in", async () => {
  const strict = await makeWorld({ sign_on_private: false });
  const { visitor } = await signedIn(strict);
  const theirs = encodeId("org", strict.project.organisation_id);
  told.lie = {};
  told.asked.length = 0;
  for (const inside of [
    ...[issuer, "https://127.0.0.1", "https://localhost", "https://10.0.0.1", "https://[::1]"],
    ...["https://[::ffff:10.0.0.1]", "http://example.com"],
  ]) {
    const given = { ...settings, organisation_id: theirs, issuer: inside };
    assert.equal((await call(visitor, "set_sign_on", given)).status, 400, inside);
  }
  assert.deepEqual(told.asked, [], "nothing was sent");
});

/** What an owner does about a provider while it holds an answer back. */
const ENDS: Record<string, () => Promise<{ status: number }>> = {
  "214: a provider that answers when another one has its place names nobody": () =>
    call(owner.visitor, "set_sign_on", { ...settings, client_id: "another" }),
  "215: a provider that answers when it was removed names nobody": () =>
    call(owner.visitor, "remove_sign_on", { organisation_id }),
};

for (const [title, end] of Object.entries(ENDS)) {
  test(title, async () => {
    let ended = 0;
    const first = async () => {
      ended = (await end()).status;
    };
    const { isIn } = await signOn({ first });
    const { rows } = await world.pool.query(
      "select subject from identities where organisation_id = $1",
      [world.project.organisation_id],
    );
    assert.equal((await set({})).status, 200);
    assert.match(String(ended), /^20[04]$/);
    assert.deepEqual([isIn, rows], [false, []]);
  });
}

test("an owner who is demoted while the provider is asked what it is sets nothing", async () => {
  const second = await signedIn(world);
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  told.asked.length = 0;
  told.lie = { held };
  const theirs = { ...settings, label: "Theirs", default_role: "admin" };
  const setting = call(second.visitor, "set_sign_on", theirs);
  await waitFor("the question", () => told.asked.length > 0);
  const user_id = encodeId("usr", second.user_id);
  const demote = { organisation_id, user_id, role: "viewer" };
  assert.equal((await call(owner.visitor, "update_member", demote)).status, 200);
  answer();
  const { status, body } = await setting;
  assert.deepEqual([status, body.error?.code], [403, "FORBIDDEN"]);
  const kept = await call(owner.visitor, "get_sign_on", { organisation_id });
  assert.equal(kept.body.settings.label, "It");
});

test("the secret is sent to the token endpoint alone, in the header, and redirects of it are not followed", async () => {
  told.asked.length = 0;
  await signOn({});
  const secret = Buffer.from(
    `${CLIENT.client_id}:${encodeURIComponent(CLIENT.client_secret).replaceAll("%20", "+")}`,
  ).toString("base64");
  const withSecret = told.asked.filter((line) => line.includes("Basic"));
  assert.deepEqual(withSecret, [`POST /token Basic ${secret}`]);
  const { isIn } = await signOn({
    instead: { status: 307, headers: { location: "http://localhost:1/" }, body: "" },
  });
  assert.equal(isIn, false);
});

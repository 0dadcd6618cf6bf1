import assert from "node:assert/strict";
import { test } from "node:test";
import { sweepOAuth } from "#domain/oauth/connection-queries.ts";
import {
  approve,
  authorizePath,
  CALLBACK,
  connected,
  exchange,
  handleIn,
  locationOf,
  makePkce,
  PASSWORD,
  registered,
  signedIn,
  type Visitor,
} from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const CONSENT = "/api/mcp/oauth/consent";
const { challenge, verifier } = makePkce();

function openPage(visitor: Visitor, client_id: string, change = {}) {
  return visitor.get(authorizePath({ client_id, code_challenge: challenge, ...change }));
}

async function handle(visitor: Visitor, client_id: string): Promise<string> {
  return handleIn(await openPage(visitor, client_id));
}

test("42: a decision without a request of this very session, used or old, is 403", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now) });
  const { visitor } = await signedIn(world);
  const other = await signedIn(world);
  const client_id = await registered(visitor);
  const decide = (who: Visitor, request: string) =>
    who.submit(CONSENT, { request, decision: "approve" });
  for (const request of ["", "x", await handle(other.visitor, client_id)]) {
    const { status, headers } = await decide(visitor, request);
    assert.deepEqual([status, headers.get("location")], [403, null]);
  }
  const request = await handle(visitor, client_id);
  assert.equal((await decide(other.visitor, request)).status, 403);
  const code = locationOf(await decide(visitor, request)).searchParams.get("code") ?? "";
  assert.equal((await exchange(visitor, client_id, { code, verifier })).status, 200);
  const used = await decide(visitor, request);
  assert.equal(used.status, 403);
  assert.match(used.text, /<h1>This request is not open<\/h1>/);
  assert.doesNotMatch(used.text, /Nothing was decided/);
  assert.match(used.text, /href="\/connected-clients"/);
  assert.equal((await exchange(visitor, client_id, { code, verifier })).status, 400);
  const old = await handle(visitor, client_id);
  now += 601_000;
  assert.equal((await decide(visitor, old)).status, 403);
  const unsure = { request: await handle(visitor, client_id), decision: "maybe" };
  assert.equal((await visitor.submit(CONSENT, unsure)).status, 403);
});

test("the same press again leads to the same code while it can be redeemed, another decision nowhere", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now) });
  const { visitor } = await signedIn(world);
  const other = await signedIn(world);
  const client_id = await registered(visitor);
  const form = { request: await handle(visitor, client_id), decision: "approve" };
  const first = await visitor.submit(CONSENT, form);
  const again = await Promise.all([visitor.submit(CONSENT, form), visitor.submit(CONSENT, form)]);
  for (const answer of again) assert.equal(locationOf(answer).href, locationOf(first).href);
  for (const change of [{ write: "on" }, { decision: "deny" }]) {
    assert.equal((await visitor.submit(CONSENT, { ...form, ...change })).status, 403);
  }
  assert.equal((await other.visitor.submit(CONSENT, form)).status, 403);
  const { rows } = await world.pool.query("select from oauth_codes where client_id = $1", [
    client_id,
  ]);
  assert.equal(rows.length, 1);
  now += 61_000;
  assert.equal((await visitor.submit(CONSENT, form)).status, 403, "the code is over");
  await sweepOAuth(world.db, new Date(now));
  assert.equal((await visitor.submit(CONSENT, form)).status, 403, "and is not made again");
});

test("the page names the projects that the client would see, of this user alone, and counts the others", async () => {
  const world = await makeWorld({ name: "Acme & <b>" });
  await world.neighbour({ name: "Elsewhere" });
  const { visitor } = await signedIn(world);
  const client_id = await registered(visitor);
  const shown = async () => {
    const { text: page } = await openPage(visitor, client_id);
    return /<dt>Your projects<\/dt><dd>(.*?)<small>/s.exec(page)?.[1];
  };
  assert.equal(await shown(), "<bdi>Acme &amp; &lt;b&gt;</bdi>");
  await world.pool.query(
    `insert into projects (organisation_id, name, domain, country_code, language_code)
     select $1, 'Brand ' || n, 'b' || n || '.example', 'US', 'en' from generate_series(1, 6) n`,
    [world.project.organisation_id],
  );
  assert.match((await shown()) ?? "", /<\/bdi>, <bdi>Brand 4<\/bdi> and 2 more$/);
});

test("of one session the newest 20 requests wait", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now++) });
  const { visitor } = await signedIn(world);
  const client_id = await registered(visitor);
  const handles: string[] = [];
  for (let count = 0; count < 21; count++) handles.push(await handle(visitor, client_id));
  const decide = (request = "") => visitor.submit(CONSENT, { request, decision: "deny" });
  assert.equal((await decide(handles[0])).status, 403);
  assert.equal((await decide(handles[1])).status, 303);
  assert.equal((await decide(handles[20])).status, 303);
});

test("43: a decision that another site sent is 403 and spends nothing", async () => {
  const { visitor } = await signedIn(await makeWorld());
  const client_id = await registered(visitor);
  const form = { request: await handle(visitor, client_id), decision: "approve" };
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
    {},
  ];
  for (const headers of foreign) {
    assert.equal((await visitor.submit(CONSENT, form, headers)).status, 403);
  }
  const own = { origin: "http://localhost:8787" };
  assert.equal((await visitor.submit(CONSENT, form, own)).status, 303);
});

test("44: what the form adds to the request counts for nothing", async () => {
  const { visitor } = await signedIn(await makeWorld());
  const client_id = await registered(visitor);
  const other = await registered(visitor, ["https://evil.example/cb"]);
  const form = {
    ...{ request: await handle(visitor, client_id), decision: "approve", client_id: other },
    ...{ redirect_uri: "https://evil.example/cb", scope: "mcp:read mcp:write", user_id: "1" },
  };
  const location = locationOf(await visitor.submit(CONSENT, form));
  assert.equal(location.origin + location.pathname, CALLBACK);
  const code = location.searchParams.get("code") ?? "";
  assert.equal((await exchange(visitor, other, { code, verifier })).status, 400);
  const { body } = await exchange(visitor, client_id, { code, verifier });
  assert.equal(body.scope, "mcp:read");
});

test("45: only the ticked box lets a client write", async () => {
  const { visitor } = await signedIn(await makeWorld());
  const client_id = await registered(visitor);
  const scopeWith = async (box: Record<string, string>) => {
    const request = await handle(visitor, client_id);
    const form = { request, decision: "approve", ...box };
    const location = locationOf(await visitor.submit(CONSENT, form));
    const code = location.searchParams.get("code") ?? "";
    return (await exchange(visitor, client_id, { code, verifier })).body.scope;
  };
  for (const write of ["0", "", "true", "1", "ON", "off"]) {
    assert.equal(await scopeWith({ write }), "mcp:read", write);
  }
  assert.equal(await scopeWith({}), "mcp:read");
  assert.equal(await scopeWith({ write: "on" }), "mcp:read mcp:write");
});

test("46: no is an answer too, and stays one", async () => {
  const { visitor } = await signedIn(await makeWorld());
  const client_id = await registered(visitor);
  const form = { request: await handle(visitor, client_id), decision: "deny", write: "on" };
  const sent = Object.fromEntries(locationOf(await visitor.submit(CONSENT, form)).searchParams);
  assert.deepEqual(
    [sent["error"], sent["state"], sent["iss"], sent["code"]],
    ["access_denied", "xyz", "http://localhost:8787", undefined],
  );
  const again = Object.fromEntries(locationOf(await visitor.submit(CONSENT, form)).searchParams);
  assert.deepEqual(again, sent);
  const other = { ...form, decision: "approve" };
  assert.equal((await visitor.submit(CONSENT, other)).status, 403);
});

test("47: the page shows who asks, where answers go, for whom, and what for", async () => {
  const { visitor, email } = await signedIn(await makeWorld());
  const client_id = await registered(visitor, ["https://app.example/cb", "http://localhost/cb"]);
  const far = await openPage(visitor, client_id, { redirect_uri: "https://app.example/cb" });
  for (const part of ["Test client", "app.example", email, "mcp:read", "mcp:write"]) {
    assert(far.text.includes(part), part);
  }
  assert.equal(far.text.includes("runs on this computer"), false);
  const near = await openPage(visitor, client_id, { redirect_uri: "http://localhost:5151/cb" });
  assert(near.text.includes("localhost:5151") && near.text.includes("runs on this computer"));
});

test("48: an approved client is asked about again, its box unticked again, whatever it asks for", async () => {
  const { visitor } = await signedIn(await makeWorld());
  const { client_id } = await connected(visitor, { write: true });
  for (const scope of ["mcp:read mcp:write", "mcp:write", "mcp:read", undefined]) {
    const { text } = await openPage(visitor, client_id, { scope });
    assert.match(text, /<input type="checkbox" name="write" value="on">/);
    assert.equal(text.includes("checked>"), false);
  }
});

test("50: a disabled user and one without an organisation cannot consent", async () => {
  const world = await makeWorld();
  const { visitor, user_id } = await signedIn(world);
  const client_id = await registered(visitor);
  const request = await handle(visitor, client_id);
  await world.db.deleteFrom("memberships").where("user_id", "=", user_id).execute();
  assert.equal((await openPage(visitor, client_id)).status, 403);
  const form = { request, decision: "approve" };
  assert.equal((await visitor.submit(CONSENT, form)).status, 403);
  const users = world.db.updateTable("users").where("user_id", "=", user_id);
  await users.set({ is_disabled: true }).execute();
  assert.match((await openPage(visitor, client_id)).headers.get("location") ?? "", /^\/login/);
  assert.equal((await visitor.submit(CONSENT, form)).status, 403);
});

test("40, 51, 121: the page cannot be framed or kept, and its form is answered with 303", async () => {
  const { visitor } = await signedIn(await makeWorld());
  const client_id = await registered(visitor);
  const { headers, text } = await openPage(visitor, client_id);
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(policy.includes("form-action"), false);
  assert.deepEqual(
    ["x-frame-options", "referrer-policy", "cache-control", "x-content-type-options"].map((name) =>
      headers.get(name),
    ),
    ["DENY", "same-origin", "no-store", "nosniff"],
  );
  assert.equal(/<script|style=|javascript:/i.test(text), false);
  await approve(visitor, client_id);
});

test("what lets a client write takes the password again after a quarter of an hour; reading and no do not", async () => {
  let now = Date.now();
  const world = await makeWorld({ per_minute: 200, now: () => new Date(now) });
  const { visitor } = await signedIn(world);
  const client_id = await registered(visitor);
  now += 16 * 60_000;
  const codeOf = (answer: Parameters<typeof locationOf>[0]) =>
    locationOf(answer).searchParams.get("code") ?? "";
  for (const decision of ["deny", "approve"]) {
    const request = await handle(visitor, client_id);
    assert.equal((await visitor.submit(CONSENT, { request, decision })).status, 303);
  }
  const form = { request: await handle(visitor, client_id), decision: "approve", write: "on" };
  const asked = await visitor.submit(CONSENT, form);
  assert.deepEqual([asked.status, asked.headers.get("location")], [403, null]);
  assert.equal(handleIn(asked), form.request);
  assert.match(asked.text, /<script [^>]*once\.js/);
  const wrong = await visitor.submit(CONSENT, { ...form, password: "not the password" });
  assert.deepEqual([wrong.status, wrong.headers.get("location")], [401, null]);
  const right = await visitor.submit(CONSENT, { ...form, password: PASSWORD });
  const tokens = await exchange(visitor, client_id, { code: codeOf(right), verifier });
  assert.equal(tokens.body.scope, "mcp:read mcp:write");
  const next = await handle(visitor, client_id);
  const soon = await visitor.submit(CONSENT, { request: next, decision: "approve", write: "on" });
  assert.equal(soon.status, 303, "good for a quarter of an hour");
  now += 16 * 60_000;
  const spent = await visitor.submit(CONSENT, { ...form, password: PASSWORD });
  assert.match(spent.text, /This request is not open/);
});

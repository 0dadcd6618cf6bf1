import assert from "node:assert/strict";
import { test } from "node:test";
import {
  authorizePath,
  CALLBACK,
  handleIn,
  registered,
  signedIn,
  visitorOf,
} from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const BASE = "https://earshot.example";
const RESOURCE = "/.well-known/oauth-protected-resource";
const SERVER = "/.well-known/oauth-authorization-server";

test("91: both documents, at the root and at the path form, name the configured origin", async () => {
  const visitor = visitorOf(await makeWorld({ base_url: BASE }));
  for (const path of [RESOURCE, `${RESOURCE}/api/mcp`, `${RESOURCE}/api/mcp/`]) {
    const { status, body } = await visitor.get(path);
    assert.equal(status, 200);
    assert.deepEqual([body.resource, body.authorization_servers], [`${BASE}/api/mcp`, [BASE]]);
    assert.deepEqual(body.scopes_supported, ["mcp:read", "mcp:write"]);
    assert.deepEqual(body.bearer_methods_supported, ["header"]);
  }
  assert.equal((await visitor.get(SERVER)).body.issuer, BASE);
  assert.equal((await visitor.get("/.well-known/openid-configuration")).status, 404);
});

test("92: the server's document promises what there is, and every endpoint in it answers", async () => {
  const visitor = visitorOf(await makeWorld());
  const { body } = await visitor.get(SERVER);
  assert.deepEqual(
    {
      ...{ pkce: body.code_challenge_methods_supported, types: body.response_types_supported },
      ...{ auth: body.token_endpoint_auth_methods_supported, grants: body.grant_types_supported },
      ...{ iss: body.authorization_response_iss_parameter_supported },
      ...{ scopes: body.scopes_supported },
    },
    {
      ...{ pkce: ["S256"], types: ["code"], auth: ["none"], iss: true },
      ...{ grants: ["authorization_code", "refresh_token"], scopes: ["mcp:read", "mcp:write"] },
    },
  );
  const names = ["authorization", "token", "registration", "revocation"];
  const endpoints = names.map((name) => new URL(body[`${name}_endpoint`]).pathname);
  assert.deepEqual(endpoints, [
    "/api/mcp/oauth/authorize",
    "/api/mcp/oauth/token",
    "/api/mcp/oauth/register",
    "/api/mcp/oauth/revoke",
  ]);
  assert.equal((await visitor.get(endpoints[0] ?? "")).status, 400);
  for (const [index, status] of [400, 415, 200].entries()) {
    assert.equal((await visitor.submit(endpoints[index + 1] ?? "", {}, {})).status, status);
  }
});

test("90: what a request says of its host changes no address of ours", async () => {
  const world = await makeWorld();
  const visitor = visitorOf(world);
  const forged = {
    ...{ host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
    "x-forwarded-proto": "https",
  };
  for (const path of [RESOURCE, SERVER]) {
    const { text } = await visitor.send(path, { headers: forged });
    assert.equal(text.includes("evil"), false);
    assert.match(text, /http:\/\/localhost:8787/);
  }
  const { headers } = await visitor.send("/api/mcp", { method: "POST", headers: forged });
  assert.equal((headers.get("www-authenticate") ?? "").includes("evil"), false);
});

test("93: programs in browsers reach the public endpoints and no other", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const preflight = (path: string) =>
    visitor.send(path, {
      method: "OPTIONS",
      headers: {
        origin: "https://inspector.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,authorization,mcp-protocol-version",
      },
    });
  const open = ["token", "register", "revoke"].map((name) => `/api/mcp/oauth/${name}`);
  for (const path of [RESOURCE, SERVER, `${RESOURCE}/api/mcp`, ...open]) {
    const { status, headers } = await preflight(path);
    assert.equal(status, 204, path);
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.equal(headers.get("access-control-allow-credentials"), null);
    assert.match(headers.get("access-control-allow-headers") ?? "", /mcp-protocol-version/i);
  }
  const closed = ["/api/mcp/oauth/authorize", "/api/mcp/oauth/consent", "/login", "/logout"];
  for (const path of [...closed, "/setup", "/app/call/get_me"]) {
    const { headers } = await preflight(path);
    assert.equal(headers.get("access-control-allow-origin"), null, path);
  }
  const origin = { origin: "https://inspector.example" };
  const token = await visitor.submit("/api/mcp/oauth/token", {}, origin);
  assert.equal(token.headers.get("access-control-allow-origin"), "*");
  const login = await visitor.send("/login", { headers: origin });
  assert.equal(login.headers.get("access-control-allow-origin"), null);
});

test("121: every page and every answer about identity carries its protections", async () => {
  const world = await makeWorld({ base_url: BASE });
  const { visitor, email } = await signedIn(world);
  const guest = visitorOf(world);
  const pages = ["/login", "/logout", "/invitations/x", "/api/mcp/oauth/authorize", "/setup"];
  for (const path of pages) {
    const { headers } = await guest.get(path);
    const get = (name: string) => headers.get(name) ?? "";
    assert.match(get("content-security-policy"), /default-src 'none'.*frame-ancestors 'none'/);
    assert.equal(get("x-content-type-options"), "nosniff", path);
    assert.equal(get("cache-control"), "no-store", path);
    assert.equal(get("referrer-policy"), "same-origin", path);
    assert.match(get("strict-transport-security"), /^max-age=\d+/, path);
  }
  const client_id = await registered(visitor);
  const change = { redirect_uri: CALLBACK, code_challenge: "a".repeat(43) };
  const page = await visitor.get(authorizePath({ client_id, ...change }));
  const form = { request: handleIn(page), decision: "approve" };
  const redirects = [
    await guest.get(authorizePath({ client_id, ...change })),
    await visitor.get("/login"),
    await visitor.submit("/api/mcp/oauth/consent", form),
    await visitor.get(authorizePath({ client_id, ...change, prompt: "none" })),
    await guest.signIn(email),
    await guest.submit("/logout", {}),
  ];
  for (const { status, headers } of redirects) {
    assert.deepEqual([status, headers.get("cache-control")], [303, "no-store"]);
  }
});

test("a page's style is served from our own origin, as a style", async () => {
  const { status, headers } = await visitorOf(await makeWorld()).get("/pages/style.css");
  assert.deepEqual([status, headers.get("content-type")], [200, "text/css; charset=utf-8"]);
});

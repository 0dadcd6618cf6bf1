import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "oauth4webapi";
import { handleIn, locationOf, signedIn, Visitor } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

const REDIRECT = "http://127.0.0.1:53682/callback";
// The server under test speaks http on this computer.
const http = { [oauth.allowInsecureRequests]: true };

/** A server process and a person signed in to it. */
async function open() {
  const world = await makeWorld();
  const server = await startServer(world);
  const person = await signedIn(world);
  const browser = new Visitor((url, init) => fetch(url, init), server.origin);
  browser.cookies.set("sid", person.visitor.cookies.get("sid") ?? "");
  return { server, browser };
}

/** Calls the MCP endpoint as a client does. */
function callMcp(origin: string, token?: string): Promise<Response> {
  return fetch(`${origin}/api/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
}

test("oauth4webapi goes from the address alone through discovery, registration, PKCE, consent, refresh and revocation", async () => {
  const { server, browser } = await open();
  const refused = await callMcp(server.origin);
  assert.equal(refused.status, 401);
  const hint = /resource_metadata="([^"]+)"/.exec(
    refused.headers.get("www-authenticate") ?? "",
  )?.[1];
  assert(hint);
  const endpoint = new URL(`${server.origin}/api/mcp`);
  const resource = await oauth.processResourceDiscoveryResponse(
    endpoint,
    await oauth.resourceDiscoveryRequest(endpoint, http),
  );
  assert.deepEqual(await (await fetch(hint)).json(), { ...resource });
  const issuer = new URL(resource.authorization_servers?.[0] ?? "");
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...http, algorithm: "oauth2" }),
  );

  const metadata = { client_name: "oauth4webapi", redirect_uris: [REDIRECT] };
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, metadata, http),
  );
  assert.equal(client["client_secret"], undefined);

  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const ask = new URL(as.authorization_endpoint ?? "");
  ask.search = new URLSearchParams({
    ...{ client_id: client.client_id, redirect_uri: REDIRECT, response_type: "code", state },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier) },
    ...{ code_challenge_method: "S256", scope: "mcp:read mcp:write", resource: endpoint.href },
  }).toString();
  const request = handleIn(await browser.get(ask.href));
  const form = { request, decision: "approve", write: "on" };
  const back = locationOf(await browser.submit("/api/mcp/oauth/consent", form));
  const answer = oauth.validateAuthResponse(as, client, back, state);

  const none = oauth.None();
  const extra = { ...http, additionalParameters: { resource: endpoint.href } };
  const tokens = await oauth.processAuthorizationCodeResponse(
    as,
    client,
    await oauth.authorizationCodeGrantRequest(as, client, none, answer, REDIRECT, verifier, extra),
  );
  assert.deepEqual([tokens.expires_in, tokens.scope], [3600, "mcp:read mcp:write"]);
  assert.equal((await callMcp(server.origin, tokens.access_token)).status, 200);

  const again = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token ?? "", extra),
  );
  assert.notEqual(again.access_token, tokens.access_token);
  assert.equal((await callMcp(server.origin, again.access_token)).status, 200);

  const revoked = await oauth.revocationRequest(as, client, none, again.refresh_token ?? "", http);
  await oauth.processRevocationResponse(revoked);
  for (const { access_token } of [tokens, again]) {
    assert.equal((await callMcp(server.origin, access_token)).status, 401);
  }
});

test("oauth4webapi learns of a refusal in the words of the specification", async () => {
  const { server, browser } = await open();
  const issuer = new URL(server.origin);
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...http, algorithm: "oauth2" }),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, { redirect_uris: [REDIRECT] }, http),
  );
  const ask = new URL(as.authorization_endpoint ?? "");
  ask.search = new URLSearchParams({
    ...{ client_id: client.client_id, response_type: "code", state: "s" },
    ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256" },
  }).toString();
  const form = { request: handleIn(await browser.get(ask.href)), decision: "deny" };
  const back = locationOf(await browser.submit("/api/mcp/oauth/consent", form));
  assert.throws(() => oauth.validateAuthResponse(as, client, back, "s"), {
    error: "access_denied",
  });
});

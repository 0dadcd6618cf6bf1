import assert from "node:assert/strict";
import * as oauth from "openid-client";
import { Person } from "./person.ts";

const REDIRECT = "http://127.0.0.1:53683/callback";
const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** openid-client from the bare origin through discovery, registration, PKCE, consent, a call, refresh and revocation. */
export async function tryOpenidClient(origin: string): Promise<string> {
  const config = await oauth.dynamicClientRegistration(
    new URL(origin),
    { client_name: "openid-client", redirect_uris: [REDIRECT] },
    oauth.None(),
    { algorithm: "oauth2", execute: [oauth.allowInsecureRequests] },
  );
  assert.equal(config.clientMetadata().client_secret, undefined);
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const resource = `${origin}/api/mcp`;
  const ask = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: "mcp:read mcp:write",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    resource,
  });
  const back = await new Person(origin).approve(ask, { write: false });
  const tokens = await oauth.authorizationCodeGrant(
    config,
    back,
    { pkceCodeVerifier: verifier, expectedState: state },
    { resource },
  );
  assert.deepEqual([tokens.expires_in, tokens.scope], [3600, "mcp:read"]);
  const call = (token: string) =>
    oauth.fetchProtectedResource(
      config,
      token,
      new URL(resource),
      "POST",
      LIST,
      new Headers({ "content-type": "application/json", accept: "application/json" }),
    );
  assert.equal((await call(tokens.access_token)).status, 200);
  const again = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? "");
  assert.notEqual(again.refresh_token, tokens.refresh_token);
  assert.equal((await call(again.access_token)).status, 200);
  await oauth.tokenRevocation(config, again.access_token);
  for (const { access_token } of [tokens, again]) {
    await assert.rejects(call(access_token), /WWW-Authenticate/);
  }
  await assert.rejects(oauth.refreshTokenGrant(config, again.refresh_token ?? ""), {
    error: "invalid_grant",
  });
  return "discovery, registration, PKCE, consent, call, refresh, revocation";
}

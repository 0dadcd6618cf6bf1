import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, signedIn, visitorOf } from "../kit/http-client.ts";
import { makeWorld, type World } from "../kit/world.ts";

// Google, Microsoft Entra, Okta and Keycloak by the documents that they publish and the ID tokens that they document: their
// own issuers, hosts and claims, answered here in their place.

type Fields = Record<string, unknown>;
const TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";
const ENTRA = `https://login.microsoftonline.com/${TENANT}`;
const REALM = "https://sso.example.com/realms/acme";
const OKTA = "https://dev-1234.okta.com";
const BOTH = ["client_secret_basic", "client_secret_post"];

type Published = { issuer: string; document: Fields; claims: Fields; userinfo?: Fields };
const PROVIDERS: Record<"google" | "microsoft" | "okta" | "keycloak", Published> = {
  google: {
    issuer: "https://accounts.google.com",
    document: {
      authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
      device_authorization_endpoint: "https://oauth2.googleapis.com/device/code",
      token_endpoint: "https://oauth2.googleapis.com/token",
      userinfo_endpoint: "https://openidconnect.googleapis.com/v1/userinfo",
      revocation_endpoint: "https://oauth2.googleapis.com/revoke",
      jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
      response_types_supported: ["code", "token", "id_token", "code token", "none"],
      scopes_supported: ["openid", "email", "profile"],
      token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
      claims_supported: ["aud", "email", "email_verified", "exp", "iat", "iss", "name", "sub"],
      code_challenge_methods_supported: ["plain", "S256"],
    },
    claims: {
      ...{
        azp: "earshot",
        hd: "acme.example",
        email_verified: true,
        at_hash: "HK6E_P6Dh8Y93mRNtsDB1Q",
      },
      name: "Ann",
    },
  },
  microsoft: {
    issuer: `${ENTRA}/v2.0`,
    document: {
      token_endpoint: `${ENTRA}/oauth2/v2.0/token`,
      token_endpoint_auth_methods_supported: [
        "client_secret_post",
        "private_key_jwt",
        "client_secret_basic",
        "self_signed_tls_client_auth",
      ],
      jwks_uri: `${ENTRA}/discovery/v2.0/keys`,
      response_modes_supported: ["query", "fragment", "form_post"],
      response_types_supported: ["code", "id_token", "code id_token", "id_token token"],
      subject_types_supported: ["pairwise"],
      scopes_supported: ["openid", "profile", "email", "offline_access"],
      request_uri_parameter_supported: false,
      userinfo_endpoint: "https://graph.microsoft.com/oidc/userinfo",
      authorization_endpoint: `${ENTRA}/oauth2/v2.0/authorize`,
      device_authorization_endpoint: `${ENTRA}/oauth2/v2.0/devicecode`,
      http_logout_supported: true,
      end_session_endpoint: `${ENTRA}/oauth2/v2.0/logout`,
      tenant_region_scope: null,
      cloud_instance_name: "microsoftonline.com",
      msgraph_host: "graph.microsoft.com",
    },
    // No email_verified; groups by their object ids.
    claims: {
      ...{
        ver: "2.0",
        tid: TENANT,
        oid: "00000000-0000-0000-66f3-3332eca7ea81",
        uti: "x",
        rh: "0.",
      },
      ...{ preferred_username: "ann@acme.example", xms_edov: true },
      groups: ["fee2c45b-915a-4a64-b130-f4eb9e75525e", "4fe90ae7-065a-478b-9400-e0a0e1cbd540"],
    },
    userinfo: { name: "Ann", picture: "https://graph.microsoft.com/v1.0/me/photo/$value" },
  },
  okta: {
    issuer: OKTA,
    document: {
      authorization_endpoint: `${OKTA}/oauth2/v1/authorize`,
      token_endpoint: `${OKTA}/oauth2/v1/token`,
      userinfo_endpoint: `${OKTA}/oauth2/v1/userinfo`,
      registration_endpoint: `${OKTA}/oauth2/v1/clients`,
      jwks_uri: `${OKTA}/oauth2/v1/keys`,
      response_types_supported: ["code", "id_token", "code id_token", "code token"],
      response_modes_supported: ["query", "fragment", "form_post", "okta_post_message"],
      grant_types_supported: ["authorization_code", "implicit", "refresh_token", "password"],
      scopes_supported: ["openid", "email", "profile", "address", "phone", "groups"],
      token_endpoint_auth_methods_supported: [
        ...BOTH,
        "client_secret_jwt",
        "private_key_jwt",
        "none",
      ],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: undefined,
    },
    // Who asks for a code is told the rest at userinfo alone.
    claims: { ver: 1, jti: "ID.x", amr: ["pwd", "mfa"], idp: "00o1", email: undefined },
    userinfo: { email_verified: true, groups: ["Everyone", "staff"] },
  },
  keycloak: {
    issuer: REALM,
    document: {
      authorization_endpoint: `${REALM}/protocol/openid-connect/auth`,
      token_endpoint: `${REALM}/protocol/openid-connect/token`,
      introspection_endpoint: `${REALM}/protocol/openid-connect/token/introspect`,
      userinfo_endpoint: `${REALM}/protocol/openid-connect/userinfo`,
      end_session_endpoint: `${REALM}/protocol/openid-connect/logout`,
      frontchannel_logout_supported: true,
      jwks_uri: `${REALM}/protocol/openid-connect/certs`,
      check_session_iframe: `${REALM}/protocol/openid-connect/login-status-iframe.html`,
      response_types_supported: ["code", "none", "id_token", "code id_token token"],
      subject_types_supported: ["public", "pairwise"],
      acr_values_supported: ["0", "1"],
      token_endpoint_auth_methods_supported: [
        ...["private_key_jwt", "tls_client_auth", "client_secret_jwt"],
        ...BOTH,
      ],
      claim_types_supported: ["normal"],
      require_request_uri_registration: true,
      code_challenge_methods_supported: ["plain", "S256"],
      tls_client_certificate_bound_access_tokens: true,
      // Signed answers name their issuer (RFC 9207).
      authorization_response_iss_parameter_supported: true,
      mtls_endpoint_aliases: { token_endpoint: `${REALM}/protocol/openid-connect/token` },
    },
    claims: {
      ...{ typ: "ID", azp: "earshot", acr: "1", sid: "s", email_verified: true },
      groups: ["staff", "offline_access"],
    },
  },
};
type Name = keyof typeof PROVIDERS;

const KEYS = generateKeyPairSync("rsa", { modulusLength: 2048 });
const encode = (fields: Fields) => Buffer.from(JSON.stringify(fields)).toString("base64url");
const asked: string[] = [];
let told: { name: Name; entered: string; person: string; nonce: string; claims: Fields };

/** What the provider that is told of answers at its own addresses. */
async function answer(url: string): Promise<Response> {
  asked.push(url);
  const { name, nonce, person, claims: lie } = told;
  const { issuer, document, claims, userinfo } = PROVIDERS[name];
  const isOfAll = /\/(common|organizations|consumers)\//.test(told.entered);
  const ofAll = isOfAll && { issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" };
  const now = Math.floor(Date.now() / 1_000);
  const payload = {
    ...{
      iss: issuer,
      aud: "earshot",
      sub: `${name}-1`,
      iat: now,
      nbf: now,
      exp: now + 3_600,
      nonce,
    },
    ...{ email: person, ...claims, ...lie },
  };
  const text = `${encode({ typ: "JWT", alg: "RS256", kid: "k2" })}.${encode(payload)}`;
  const id_token = `${text}.${sign("sha256", Buffer.from(text), KEYS.privateKey).toString("base64url")}`;
  const jwk = { ...KEYS.publicKey.export({ format: "jwk" }), use: "sig", kid: "k2" };
  const bodies: Record<string, unknown> = {
    [`${told.entered}/.well-known/openid-configuration`]: {
      ...{ issuer, subject_types_supported: ["public"], claims_parameter_supported: false },
      ...{ id_token_signing_alg_values_supported: ["RS256"], ...document, ...ofAll },
    },
    // Microsoft's keys name no algorithm; all publish the next key beside the present one.
    [String(document["jwks_uri"])]: {
      keys: [
        { ...jwk, n: `${jwk["n"]}`.replace(/^./, "A"), kid: "k1" },
        { ...jwk, ...(name !== "microsoft" && { alg: "RS256" }) },
      ],
    },
    [String(document["token_endpoint"])]: {
      ...{ access_token: "at", token_type: "Bearer", expires_in: 3_599, id_token },
      ...{ scope: "openid email profile", ext_expires_in: 3_599 },
    },
    [String(document["userinfo_endpoint"])]: { sub: `${name}-1`, email: person, ...userinfo },
  };
  const body = bodies[url];
  return Response.json(body ?? {}, { status: body ? 200 : 404 });
}

/** Lets a world reach the provider that is told of, and nobody else. */
function answerIn(world: World): void {
  world.base.fetch = async (input) => answer(String(input instanceof Request ? input.url : input));
  world.app = world.appOn(world.db);
}

/** An organisation whose provider is one of these, and what lets people sign in there. */
async function enter(name: Name, change: Fields = {}) {
  const world = await makeWorld({ base_url: "https://earshot.example" });
  answerIn(world);
  const owner = await signedIn(world);
  const organisation_id = encodeId("org", world.project.organisation_id);
  const person = `${name}-${world.project.project_id}@acme.example`;
  const entered = String(change["issuer"] ?? PROVIDERS[name].issuer);
  told = { name, entered, person, nonce: "", claims: {} };
  const settings = {
    ...{ organisation_id, issuer: PROVIDERS[name].issuer, label: name },
    ...{ client_id: "earshot", client_secret: "s", domains: ["acme.example"] },
    roles: [{ group: "staff", role: "member" }],
    ...change,
  };
  const set = await call(owner.visitor, "set_sign_on", settings);
  const start = `/sign-on/${organisation_id}`;
  const signOn = async (claims: Fields = {}) => {
    told = { ...told, claims };
    const visitor = visitorOf(world);
    const begun = await visitor.submit(start, {});
    const at = new URL(begun.headers.get("location") ?? "");
    told.nonce = at.searchParams.get("nonce") ?? "";
    const iss = name === "keycloak" ? { iss: REALM } : {};
    const query = { code: "c", state: at.searchParams.get("state") ?? "", ...iss };
    const back = await visitor.get(`${start}/callback?${new URLSearchParams(query)}`);
    const me = await call(visitor, "get_me");
    return { at, status: back.status, text: back.text, email: me.body.email as string | undefined };
  };
  return { set, signOn, person };
}

for (const name of Object.keys(PROVIDERS) as Name[]) {
  test(`${name}: what it publishes is taken, and the claims that it documents let a person in`, async () => {
    asked.length = 0;
    const change: Fields =
      name === "google"
        ? { roles: [], default_role: "viewer" }
        : name === "microsoft"
          ? { roles: [{ group: "4fe90ae7-065a-478b-9400-e0a0e1cbd540", role: "member" }] }
          : {};
    const { set, signOn, person } = await enter(name, change);
    assert.equal(set.status, 200, set.text);
    const { at, status, text, email } = await signOn();
    assert.deepEqual([status, email], [303, person], text);
    const { document } = PROVIDERS[name];
    assert.equal(at.origin + at.pathname, document["authorization_endpoint"]);
    assert.equal(at.searchParams.get("code_challenge_method"), "S256");
    assert.ok(asked.includes(String(document["token_endpoint"])), asked.join("\n"));
    // Of another issuer, as a tenant or realm beside it would be, nobody comes.
    const other = `${PROVIDERS[name].issuer}x`;
    assert.equal((await signOn({ iss: other })).email, undefined);
  });
}

test("google: an address that is not verified, or of another domain, lets nobody in", async () => {
  const { signOn } = await enter("google", { roles: [], default_role: "viewer" });
  assert.equal((await signOn({ email_verified: false })).email, undefined);
  assert.equal((await signOn({ email: "ann@gmail.com", hd: undefined })).email, undefined);
});

test("microsoft: without xms_edov no address counts, and groups of an overage are not taken for none", async () => {
  const { signOn, person } = await enter("microsoft", { default_role: "viewer" });
  assert.equal((await signOn({ xms_edov: undefined })).email, undefined);
  const overage = {
    ...{ groups: undefined, _claim_names: { groups: "src1" } },
    _claim_sources: {
      src1: { endpoint: `https://graph.windows.net/${TENANT}/users/x/getMemberObjects` },
    },
  };
  const refused = await signOn(overage);
  assert.equal(refused.email, undefined);
  assert.match(refused.text, /groups/);
  assert.equal((await signOn()).email, person);
});

test("microsoft: the issuer of all tenants is refused, where anybody's tenant could name a group like ours", async () => {
  for (const tenant of ["common", "organizations", "consumers"]) {
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`;
    const { set } = await enter("microsoft", { issuer });
    assert.equal(set.status, 400, tenant);
    assert.match(set.body.error.message, /^issuer: .* every tenant .*TENANT\/v2\.0/, tenant);
  }
});

test("microsoft: a tenant by its name is the tenant of that number, and no other", async () => {
  const issuer = "https://login.microsoftonline.com/acme.onmicrosoft.com/v2.0";
  const { set, signOn, person } = await enter("microsoft", { issuer, default_role: "viewer" });
  assert.equal(set.status, 200, set.text);
  const evil = "11111111-6c67-4c5b-b112-36a304b66dad";
  const iss = `https://login.microsoftonline.com/${evil}/v2.0`;
  assert.equal((await signOn({ tid: evil, iss })).email, undefined);
  assert.equal((await signOn()).email, person);
});

test("keycloak: groups with their full path are no groups of these names, and an answer must name its issuer", async () => {
  const { signOn, person } = await enter("keycloak");
  assert.equal((await signOn({ groups: ["/staff"] })).email, undefined);
  assert.equal((await signOn()).email, person);
});

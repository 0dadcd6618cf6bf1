import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { Failure } from "#core/failure.ts";
import { revokeGrant } from "#domain/oauth/end-grant.ts";
import { exchangeCode } from "#domain/oauth/exchange-code.ts";
import type { TokenAnswer } from "#domain/oauth/grant.ts";
import { OAuthError } from "#domain/oauth/oauth-error.ts";
import { makeRefresh, type Refresh } from "#domain/oauth/refresh-grant.ts";
import { refuseRepeated } from "#domain/oauth/refuse-repeated.ts";
import { registerClient } from "#domain/oauth/register-client.ts";
import { requireClient } from "#domain/oauth/require-client.ts";
import { readForm, readJson, readWhole } from "#transports/shared/body.ts";
import { readFailure } from "#transports/shared/failures.ts";
import { clientNetwork } from "#transports/shared/rate-limit.ts";
import { OAUTH_PATH, resourceMetadata, serverMetadata } from "./metadata.ts";
import type { OAuthParts } from "./oauth-parts.ts";

const REGISTRATION_BYTES_MAX = 16_384;
const FORM_BYTES_MAX = 65_536;

type Doors = OAuthParts & { refresh(given: Refresh): Promise<TokenAnswer> };

/**
 * What programs call, from any origin: metadata, registration, token, revocation. `isPromised`: whether clients are told
 * that they may publish themselves.
 */
export function makePublicEndpoints(parts: OAuthParts, isPromised: () => boolean): Hono {
  const app = new Hono();
  const { base_url } = parts.base.server;
  const open = cors({
    origin: "*",
    allowMethods: ["GET", "POST", "OPTIONS"],
    allowHeaders: ["Authorization", "Content-Type", "MCP-Protocol-Version"],
    exposeHeaders: ["WWW-Authenticate", "Retry-After"],
    maxAge: 3_600,
  });
  const documents = {
    "oauth-protected-resource": () => resourceMetadata(base_url),
    "oauth-authorization-server": () => serverMetadata(base_url, { documents: isPromised() }),
  };
  for (const [name, document] of Object.entries(documents)) {
    for (const place of ["", "/api/mcp", "/api/mcp/"]) {
      const path = `/.well-known/${name}${place}`;
      app.use(path, open);
      app.get(path, (c) => c.json(document(), 200, { "Cache-Control": "public, max-age=300" }));
      app.all(path, (c) => notAllowed(c, "GET"));
    }
  }
  const refresh = makeRefresh(parts.base, parts.policy.refresh_race_seconds);
  const endpoints = { register, token, revoke };
  for (const [name, answer] of Object.entries(endpoints)) {
    const path = `${OAUTH_PATH}/${name}`;
    app.use(path, open);
    app.post(path, (c) => guard(c, { ...parts, refresh }, answer));
    app.all(path, (c) => notAllowed(c, "POST"));
  }
  return app;
}

/** Registration, RFC 7591: always a public client that may read. */
async function register(c: Context, { base, limit, policy }: OAuthParts): Promise<Response> {
  await limit.count(c, `address:${clientNetwork(c)}`);
  const { created_at, ...client } = await registerClient(base, await readMetadata(c), policy);
  const answer = {
    client_id: client.client_id,
    client_id_issued_at: Math.floor(created_at.getTime() / 1_000),
    client_name: client.name,
    redirect_uris: client.redirect_uris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "mcp:read",
  };
  return c.json(answer, 201);
}

async function readMetadata(c: Context): Promise<Record<string, unknown>> {
  try {
    return await readJson(c.req, REGISTRATION_BYTES_MAX);
  } catch (error) {
    if (error instanceof Failure && error.code === "VALIDATION_ERROR") {
      throw new OAuthError("invalid_client_metadata", error.message);
    }
    throw error;
  }
}

/** The token endpoint, RFC 6749 4.1.3 and 6. */
async function token(c: Context, { base, refresh }: Doors): Promise<Response> {
  const form = await readTokenForm(c);
  const get = (name: string) => form.get(name) ?? undefined;
  const grant_type = get("grant_type");
  if (!grant_type) throw new OAuthError("invalid_request", "grant_type is missing.");
  if (grant_type !== "authorization_code" && grant_type !== "refresh_token") {
    throw new OAuthError(
      "unsupported_grant_type",
      "Use grant_type authorization_code or refresh_token.",
    );
  }
  const client_id = get("client_id") ?? basicUser(c);
  if (client_id === undefined) throw new OAuthError("invalid_request", "client_id is missing.");
  const resource = get("resource");
  if (grant_type === "refresh_token") {
    const refresh_token = requireField(form, "refresh_token");
    return c.json(await refresh({ client_id, refresh_token, scope: get("scope"), resource }));
  }
  await requireClient(base.db, client_id);
  const given = {
    client_id,
    code: requireField(form, "code"),
    code_verifier: requireField(form, "code_verifier"),
    redirect_uri: get("redirect_uri"),
    resource,
  };
  return c.json(await exchangeCode(base, given));
}

async function readTokenForm(c: Context): Promise<URLSearchParams> {
  let form: URLSearchParams;
  try {
    form = await readForm(c.req, FORM_BYTES_MAX);
  } catch (error) {
    if (error instanceof Failure && error.code !== "PAYLOAD_TOO_LARGE") {
      throw new OAuthError("invalid_request", error.message);
    }
    throw error;
  }
  refuseRepeated(form);
  return form;
}

function requireField(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value === null) throw new OAuthError("invalid_request", `${name} is missing.`);
  return value;
}

/** A client may name itself by the user of a Basic header; a secret proves nothing here and is not looked at. */
function basicUser(c: Context): string | undefined {
  const sent = /^basic +([A-Za-z0-9+/=]+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return sent && Buffer.from(sent, "base64").toString("utf8").split(":")[0];
}

/** Revocation, RFC 7009: 200 whatever was sent, so that the answer reveals nothing. */
async function revoke(c: Context, { base }: OAuthParts): Promise<Response> {
  const sent = await readAnyForm(c);
  const client_id = sent.client_id ?? basicUser(c);
  if (sent.token) await revokeGrant(base, sent.token, client_id);
  // RFC 7009 2.2 lets clients ignore the body; some insist on JSON.
  return c.json({});
}

async function readAnyForm(c: Context): Promise<{ token?: string; client_id?: string }> {
  const type = c.req.header("content-type") ?? "application/x-www-form-urlencoded";
  try {
    const body = await readWhole(c.req.raw, FORM_BYTES_MAX);
    const fields: Record<string, unknown> = type.includes("json")
      ? JSON.parse(body.toString("utf8"))
      : type.startsWith("multipart/")
        ? Object.fromEntries(await parseMultipart(body, type))
        : Object.fromEntries(new URLSearchParams(body.toString("utf8")));
    const { token, client_id } = fields;
    return {
      ...(typeof token === "string" && { token }),
      ...(typeof client_id === "string" && { client_id }),
    };
  } catch {
    return {};
  }
}

async function parseMultipart(body: Buffer, type: string): Promise<[string, unknown][]> {
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": type },
  }).formData();
  return [...form];
}

async function guard(
  c: Context,
  parts: Doors,
  answer: (c: Context, parts: Doors) => Promise<Response>,
): Promise<Response> {
  c.header("Cache-Control", "no-store");
  try {
    return await answer(c, parts);
  } catch (error) {
    return refuse(c, parts, error);
  }
}

/** Errors as RFC 6749 5.2 and RFC 7591 3.2.2 write them. */
function refuse(c: Context, { base }: OAuthParts, error: unknown): Response {
  if (error instanceof OAuthError) {
    const isClient = error.code === "invalid_client";
    if (isClient && c.req.header("authorization")) {
      c.header("WWW-Authenticate", 'Basic realm="Earshot"');
    }
    const body = { error: error.code, error_description: error.message };
    return c.json(body, isClient ? 401 : 400);
  }
  const { http, message } = readFailure(base, error);
  return c.json({ error: errorOf(http), error_description: message }, http);
}

function errorOf(http: number): string {
  if (http === 500) return "server_error";
  return http === 429 || http === 503 ? "temporarily_unavailable" : "invalid_request";
}

function notAllowed(c: Context, method: "GET" | "POST"): Response {
  c.header("Allow", `${method}, OPTIONS`);
  const error_description = `This address takes ${method}.`;
  return c.json({ error: "invalid_request", error_description }, 405);
}

import type { BaseContext } from "#core/context.ts";
import { hashSecret, makeSecret } from "#domain/accounts/secret.ts";
import type { Client } from "./client.ts";
import { type DocumentPolicy, readClient } from "./client-document.ts";
import { after, REQUEST_SECONDS } from "./grant.ts";
import { OAuthError } from "./oauth-error.ts";
import { insertRequest, type StoredRequest } from "./oauth-queries.ts";
import { matchesRedirectUri, parseRedirectUri } from "./redirect-uri.ts";
import { refuseRepeated } from "./refuse-repeated.ts";
import { requireResource } from "./resource.ts";
import { splitScope } from "./scope.ts";

/** Where the answer to an authorization request goes, once that is certain. */
export type Destination = {
  client: Client;
  redirect_uri: string;
  redirect_uri_given: boolean;
  state: string | undefined;
};
/** A request that may be put to the user; `asks_write` says what the client hopes for, and grants nothing. */
export type Authorization = {
  client: Client;
  stored: StoredRequest;
  asks_write: boolean;
};

/**
 * The client and redirect URI of an authorization request. Until both are known to belong together nobody is
 * redirected anywhere: an OAuthError from here is for the user's eyes (RFC 9700 4.11.2).
 */
export async function findDestination(
  base: BaseContext,
  parameters: URLSearchParams,
  policy: DocumentPolicy,
): Promise<Destination> {
  refuseRepeated(parameters);
  const client = await readClient(base, parameters.get("client_id") ?? "", policy);
  const given = parameters.get("redirect_uri");
  const redirect_uri = chooseRedirect(client, given);
  const state = parameters.get("state") ?? undefined;
  return { client, redirect_uri, redirect_uri_given: given !== null, state };
}

/** Checks the rest of the request; an OAuthError from here goes to the client. */
export function checkAuthorization(
  { server }: BaseContext,
  parameters: URLSearchParams,
  { client, redirect_uri, redirect_uri_given, state }: Destination,
): Authorization {
  requireStorableState(state);
  refuseRequestObject(parameters);
  requireCodeResponse(parameters);
  const code_challenge = requireChallenge(parameters);
  const resource = requireResource(parameters.get("resource") ?? undefined, server.base_url);
  const asks_write = splitScope(parameters.get("scope") ?? "").includes("mcp:write");
  refuseSilence(parameters);
  return {
    client,
    asks_write,
    stored: {
      client_id: client.client_id,
      redirect_uri,
      redirect_uri_given,
      code_challenge,
      state: state ?? null,
      resource,
    },
  };
}

/** Keeps the request for ten minutes and returns the handle that the consent form of this session carries. */
export async function askConsent(
  { db, now }: BaseContext,
  session_id: number,
  stored: StoredRequest,
): Promise<string> {
  const handle = makeSecret("");
  const expires_at = after(now(), REQUEST_SECONDS);
  await insertRequest(db, { ...stored, hash: hashSecret(handle), session_id, expires_at });
  return handle;
}

function chooseRedirect(client: Client, given: string | null): string {
  const registered = client.redirect_uris.flatMap((uri) => parseRedirectUri(uri) ?? []);
  if (given === null) {
    const [only, ...others] = registered;
    if (only && others.length === 0) return only.href;
    throw new OAuthError("invalid_request", "The client must say which redirect_uri to use.");
  }
  const asked = parseRedirectUri(given);
  if (!asked || !registered.some((uri) => matchesRedirectUri(uri, asked))) {
    throw new OAuthError(
      "invalid_request",
      "The address this client wants to be answered at is not one it registered.",
    );
  }
  return asked.href;
}

function requireStorableState(state: string | undefined): void {
  if (state?.includes("\0")) {
    throw new OAuthError("invalid_request", "state must not contain the character U+0000.");
  }
}

function refuseRequestObject(parameters: URLSearchParams): void {
  for (const name of ["request", "request_uri"] as const) {
    if (parameters.has(name)) {
      throw new OAuthError(`${name}_not_supported`, `The parameter ${name} is not supported.`);
    }
  }
}

function requireCodeResponse(parameters: URLSearchParams): void {
  const type = parameters.get("response_type");
  if (type === null) throw new OAuthError("invalid_request", "response_type is missing.");
  if (type !== "code") {
    throw new OAuthError("unsupported_response_type", "The only response_type is code.");
  }
  if ((parameters.get("response_mode") ?? "query") !== "query") {
    throw new OAuthError("invalid_request", "The only response_mode is query.");
  }
}

/** PKCE with S256 is the only way (RFC 7636 4.2: 43 characters of base64url). */
function requireChallenge(parameters: URLSearchParams): string {
  const challenge = parameters.get("code_challenge");
  if (parameters.get("code_challenge_method") !== "S256") {
    throw new OAuthError("invalid_request", "code_challenge_method must be S256.");
  }
  if (challenge === null || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new OAuthError("invalid_request", "code_challenge must be 43 characters of base64url.");
  }
  return challenge;
}

/** Every authorization is asked again, so one without a page is never possible (OpenID Core 3.1.2.1). */
function refuseSilence(parameters: URLSearchParams): void {
  if (splitScope(parameters.get("prompt") ?? "").includes("none")) {
    throw new OAuthError("consent_required", "Consent is always asked for; prompt=none cannot be.");
  }
}

import * as client from "openid-client";
import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { openSecret } from "../secret.ts";
import type { StoredSignOn } from "./sign-on-queries.ts";

const TIMEOUT_SECONDS = 10;
const LOST_SECRET =
  "the provider's client secret cannot be sent. An admin enters it again in the organisation's settings, or the operator sets that ENCRYPTION_KEY again.";

type Base = Pick<AccountContext, "fetch" | "vault">;
type Settings = Pick<StoredSignOn, "issuer" | "client_id" | "client_secret">;
/** What binds an answer to the browser and the request that it is for. */
export type Binding = { state: string; nonce: string; verifier: string };
/** What a provider says of a person. */
export type Claims = Record<string, unknown>;

/**
 * What a provider publishes of itself (OpenID Connect Discovery), read again each time through the guarded fetch;
 * VALIDATION_ERROR where there is none of that issuer.
 */
export async function discover({ fetch, vault }: Base, settings: Settings) {
  const { issuer, client_id, client_secret } = settings;
  const secret = client_secret && openSecret(vault, client_secret, LOST_SECRET);
  const url = new URL(issuer);
  const isPlain = url.protocol === "http:";
  try {
    // That no server is spoken to in the clear but where the operator lets it is the fetch's to say.
    const found = await client.discovery(url, client_id, undefined, authenticate(secret), {
      [client.customFetch]: fetch as client.CustomFetch,
      timeout: TIMEOUT_SECONDS,
      execute: [
        client.enableNonRepudiationChecks,
        ...(isPlain ? [client.allowInsecureRequests] : []),
      ],
    });
    const {
      issuer: published,
      authorization_endpoint: start,
      code_challenge_methods_supported: pkce,
    } = found.serverMetadata();
    // Microsoft's address of all tenants: groups would be named by whoever runs any of them.
    if (published.includes("{tenantid}"))
      throw new Error(
        "it is of every tenant at Microsoft: enter https://login.microsoftonline.com/TENANT/v2.0 with yours",
      );
    if (!start || !/^https?:$/.test(new URL(start).protocol))
      throw new Error("it has no page to sign in at");
    if (pkce && !pkce.includes("S256")) throw new Error("it does not take PKCE with S256");
    return found;
  } catch (cause) {
    throw new Failure("VALIDATION_ERROR", `issuer: cannot be used: ${reasonOf(cause)}`, { cause });
  }
}

/** In the header, as is the default of the standard, unless the provider takes the body alone. */
function authenticate(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isBasic = methods === undefined || methods.includes("client_secret_basic");
    return (isBasic ? basic : post)(server, ...rest);
  };
}

/** Where the browser goes to sign in. */
export async function addressOf(
  configuration: client.Configuration,
  { binding, redirect_uri, scope }: { binding: Binding; redirect_uri: string; scope: string },
): Promise<string> {
  const { state, nonce, verifier } = binding;
  const code_challenge = await client.calculatePKCECodeChallenge(verifier);
  return client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri, scope, state, nonce, code_challenge },
    ...{ code_challenge_method: "S256", response_type: "code" },
  }).href;
}

/**
 * What a provider says of the person who came back: the answer's state and issuer, the ID token's signature, issuer,
 * audience, time and nonce are checked, and that what else it tells is of the same person.
 */
export async function readAnswer(
  configuration: client.Configuration,
  { url, binding, groups_claim }: { url: URL; binding: Binding; groups_claim: string },
): Promise<Claims> {
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    ...{ expectedState: binding.state, expectedNonce: binding.nonce },
    ...{ pkceCodeVerifier: binding.verifier, idTokenExpected: true },
  });
  const claims: Claims = { ...tokens.claims() };
  const subject = claims["sub"];
  const isWhole = "email" in claims && Object.hasOwn(claims, groups_claim);
  if (isWhole || typeof subject !== "string") return claims;
  if (!configuration.serverMetadata().userinfo_endpoint) return claims;
  const more = await client.fetchUserInfo(configuration, tokens.access_token, subject);
  return { ...more, ...claims };
}

/** Why a provider cannot be used or its answer not be taken, in words for the log and for who sets it up. */
export function reasonOf(error: unknown): string {
  const { message = "", cause, code = "" } = error as Error & { code?: string };
  const inner = cause instanceof Error ? cause.message : "";
  return [message, inner, code]
    .filter((part) => part !== "")
    .join("; ")
    .slice(0, 300);
}

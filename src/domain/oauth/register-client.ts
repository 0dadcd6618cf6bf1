import type { AccountContext } from "#core/context.ts";
import { CLIENT_NAME_MAX, type Client, cleanName, makeClientId } from "./client.ts";
import { OAuthError } from "./oauth-error.ts";
import { insertClient } from "./oauth-queries.ts";
import { parseRedirectUri } from "./redirect-uri.ts";

const URIS_MAX = 10;

/**
 * What decides on a registration in addition to the request; `drop_uris` are left out of a list
 * instead of refusing it.
 */
export type RegistrationPolicy = { drop_uris: readonly string[] };

/** Registers a public client (RFC 7591) and returns it; metadata we do not know is ignored, and never fetched. */
export async function registerClient(
  { db, now }: Pick<AccountContext, "db" | "now">,
  metadata: Record<string, unknown>,
  policy: RegistrationPolicy,
): Promise<Client & { created_at: Date }> {
  const created_at = now();
  const client = {
    client_id: makeClientId(),
    name: readName(metadata["client_name"]),
    redirect_uris: readRedirectUris(metadata["redirect_uris"], policy),
  };
  await insertClient(db, client, created_at);
  return { ...client, created_at };
}

/** A name that may be shown, of a client of its own word. */
export function readName(given: unknown): string {
  if (given !== undefined && typeof given !== "string") {
    throw new OAuthError("invalid_client_metadata", "client_name must be a string.");
  }
  const name = cleanName(given ?? "");
  if (name.length > CLIENT_NAME_MAX) {
    throw new OAuthError(
      "invalid_client_metadata",
      `client_name has at most ${CLIENT_NAME_MAX} characters.`,
    );
  }
  return name || "Unnamed client";
}

/** The redirect URIs of a client, all good ones; one that is not refuses them. */
export function readRedirectUris(given: unknown, { drop_uris }: RegistrationPolicy): string[] {
  const refuse = (sentence: string) => new OAuthError("invalid_redirect_uri", sentence);
  if (!Array.isArray(given) || given.length < 1 || given.length > URIS_MAX) {
    throw refuse(`redirect_uris must be an array of 1 to ${URIS_MAX} URIs.`);
  }
  const kept = given.filter((uri) => !drop_uris.includes(uri));
  if (kept.length === 0) throw refuse("None of these redirect_uris can be used here.");
  return kept.map((uri) => {
    if (typeof uri !== "string" || !parseRedirectUri(uri)) {
      throw refuse(
        "Each redirect URI must be https://, or http://localhost or http://127.0.0.1, without user, backslash or blank; one that is not refuses the list.",
      );
    }
    return uri;
  });
}

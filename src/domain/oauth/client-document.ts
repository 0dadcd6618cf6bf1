import type { BaseContext } from "#core/context.ts";
import { CLIENT_ID_MAX, type Client } from "./client.ts";
import { after } from "./grant.ts";
import { OAuthError } from "./oauth-error.ts";
import { findClient, saveDocumentClient } from "./oauth-queries.ts";
import { type RegistrationPolicy, readName, readRedirectUris } from "./register-client.ts";
import { requireClient } from "./require-client.ts";

const CACHE_SECONDS = 3_600;
/** So long a client is taken as its document was where it cannot be read. */
const STALE_SECONDS = 86_400;

/** The text of a small public document; null where something else answers, undefined where nothing does. */
export type FetchDocument = (url: URL) => Promise<string | null | undefined>;
/** How documents are fetched; null: this server reads none. */
export type DocumentPolicy = RegistrationPolicy & { fetchDocument: FetchDocument | null };

/** The address in a client id that is a Client ID Metadata Document's: https, with a path, exactly as it is written. */
export function documentUrl(client_id: string): URL | undefined {
  if (client_id.length > CLIENT_ID_MAX || !client_id.startsWith("https://")) return undefined;
  if (!URL.canParse(client_id)) return undefined;
  const url = new URL(client_id);
  const { username, password, hash, search, pathname } = url;
  const isPlain = username + password + hash + search === "" && pathname !== "/";
  return isPlain && url.href === client_id ? url : undefined;
}

/**
 * The client of an id: a registered one, or one that publishes itself at the address that is its id, read again after
 * an hour (OAuth Client ID Metadata Document).
 */
export async function readClient(
  { db, now }: Pick<BaseContext, "db" | "now">,
  client_id: string,
  policy: DocumentPolicy,
): Promise<Client> {
  const url = documentUrl(client_id);
  if (!url || !policy.fetchDocument) return requireClient(db, client_id);
  const known = await findClient(db, client_id);
  const checked = Date.parse(String(known?.checked_at));
  const isWithin = (seconds: number) => checked > after(now(), -seconds).getTime();
  if (known && isWithin(CACHE_SECONDS)) return known;
  const text = await policy.fetchDocument(url);
  if (typeof text !== "string") {
    if (known && isWithin(STALE_SECONDS)) return known;
    throw new OAuthError(
      "invalid_client",
      `This client describes itself at ${client_id}, and that could not be read from here. Try again in a minute. A server that reaches no such address has OAUTH_CLIENT_DOCUMENTS=off; remove the connection in that program then and add it again, and it registers instead.`,
    );
  }
  const client = readDocument(client_id, text, policy);
  await saveDocumentClient(db, client, now());
  return client;
}

function readDocument(client_id: string, text: string, policy: RegistrationPolicy): Client {
  const refuse = (what: string) =>
    new OAuthError("invalid_client", `The document at ${client_id} ${what}.`);
  let metadata: Record<string, unknown> | null;
  try {
    metadata = JSON.parse(text);
  } catch {
    throw refuse("is no JSON");
  }
  if (metadata === null || typeof metadata !== "object") throw refuse("is no JSON object");
  if (metadata["client_id"] !== client_id) throw refuse("is not about this client");
  const method = metadata["token_endpoint_auth_method"] ?? "none";
  if (method !== "none" || "client_secret" in metadata) {
    throw refuse("asks for a secret; clients here have none");
  }
  return {
    client_id,
    name: readName(metadata["client_name"]),
    redirect_uris: readRedirectUris(metadata["redirect_uris"], policy),
  };
}

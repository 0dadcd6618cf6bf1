import type { Database } from "#core/database.ts";
import { CLIENT_ID_MAX, type Client } from "./client.ts";
import { OAuthError } from "./oauth-error.ts";
import { findClient } from "./oauth-queries.ts";

/** The client of this id; an OAuthError for any other text. */
export async function requireClient(db: Database, client_id: string): Promise<Client> {
  const isStorable = client_id.length <= CLIENT_ID_MAX && !client_id.includes("\0");
  const client = isStorable ? await findClient(db, client_id) : undefined;
  if (client) return client;
  throw new OAuthError(
    "invalid_client",
    "This client is not registered here (or no longer): remove the connection in your client and connect again.",
  );
}

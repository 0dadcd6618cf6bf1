import { randomBytes } from "node:crypto";

/** A registered MCP program; anyone can register one, so its name proves nothing. */
export type Client = { client_id: string; name: string; redirect_uris: string[] };

export const CLIENT_NAME_MAX = 100;
/** Of a client id, ours or an address: what can be allowed can be disconnected. */
export const CLIENT_ID_MAX = 500;

/** A new client id: public, unguessable only so that ids reveal nothing about each other. */
export function makeClientId(): string {
  return `earshot_client_${randomBytes(16).toString("base64url")}`;
}

/** A name as it may be shown: without control, direction and invisible characters, spaces collapsed. */
export function cleanName(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

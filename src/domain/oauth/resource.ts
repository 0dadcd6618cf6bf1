import { OAuthError } from "./oauth-error.ts";

/** The one protected resource: the MCP endpoint (RFC 9728). */
export function resourceOf(base_url: string): string {
  return `${base_url}/api/mcp`;
}

/** Refuses a `resource` (RFC 8707) of another server; the endpoint, also with a slash, and the bare origin are ours. */
export function requireResource(resource: string | undefined, base_url: string): string {
  const own = resourceOf(base_url);
  const legal = [own, `${own}/`, base_url, `${base_url}/`];
  if (resource !== undefined && !legal.includes(resource)) {
    throw new OAuthError("invalid_target", `The resource here is ${own}.`);
  }
  return own;
}

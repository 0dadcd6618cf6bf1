import type { Access } from "#core/context.ts";

/** Every scope there is. `mcp:read` comes with registration, `mcp:write` only with the user's ticked box. */
export const SCOPES = ["mcp:read", "mcp:write"] as const;
export type McpScope = (typeof SCOPES)[number];

/** Scopes of a consent: reading always, writing only when the user allowed it. */
export function scopesOf(write: boolean): McpScope[] {
  return write ? [...SCOPES] : ["mcp:read"];
}

/** The words of a `scope` parameter (RFC 6749 3.3); empty when there are none. */
export function splitScope(text: string | undefined): string[] {
  return (text ?? "").split(" ").filter((word) => word !== "");
}

/** What an operation may do under `scopes`. */
export function accessOf(scopes: readonly McpScope[]): Set<Access> {
  return new Set(scopes.map((scope) => scope.slice(4) as Access));
}

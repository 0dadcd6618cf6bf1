import { Hono } from "hono";
import { makeAuthorize } from "./authorize.ts";
import { makeConnectionsPage } from "./connections-page.ts";
import type { OAuthParts } from "./oauth-parts.ts";
import { makePublicEndpoints } from "./public-endpoints.ts";
import { watchDocuments } from "./watch-documents.ts";

/** The OAuth 2.0 authorization server of the MCP endpoint, to be mounted at the root. */
export function makeOAuth(given: OAuthParts): Hono {
  const app = new Hono();
  const { parts, isPromised } = watchDocuments(given);
  app.route("/", makePublicEndpoints(parts, isPromised));
  app.route("/", makeAuthorize(parts));
  app.route("/", makeConnectionsPage(parts));
  // Clients ask for these second; a page of ours there would confuse them.
  app.all("/.well-known/*", (c) => c.json({ error: "not_found" }, 404));
  app.all("/api/mcp/oauth/*", (c) => c.json({ error: "not_found" }, 404));
  return app;
}

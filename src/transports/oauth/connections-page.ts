import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { AccountContext } from "#core/context.ts";
import { run } from "#core/run.ts";
import { disconnectClient } from "#domain/oauth/disconnect-client.ts";
import { listConnectedClients } from "#domain/oauth/list-connected-clients.ts";
import { accountContextFor, callerOf } from "#domain/projects/project-context.ts";
import { readForm } from "#transports/shared/body.ts";
import {
  guardPage,
  type PageContent,
  refuseForeignForm,
  showPage,
} from "#transports/shared/page.ts";
import { isSameOrigin } from "#transports/shared/same-origin.ts";
import { sessionOf } from "#transports/shared/signed-in.ts";
import type { OAuthParts } from "./oauth-parts.ts";

/** Where users see the clients they connected, and end them. */
export const CONNECTIONS_PATH = "/connected-clients";

const FORM_BYTES_MAX = 16_384;
const SHOWN_MAX = 200;

type Base = OAuthParts["base"];
type Connections = Awaited<ReturnType<typeof readConnections>>;

/** The page of connected clients, which works without script. */
export function makeConnectionsPage({ base }: OAuthParts): Hono {
  const app = new Hono();
  app.get(CONNECTIONS_PATH, (c) => guardPage(c, base, () => show(c, base)));
  app.post(CONNECTIONS_PATH, (c) => guardPage(c, base, () => disconnect(c, base)));
  return app;
}

async function show(c: Context, base: Base): Promise<Response> {
  const account = await enter(c, base);
  if (!account) return c.redirect(`/login?next=${CONNECTIONS_PATH}`, 303);
  return showPage(c, connectionsPage(await readConnections(account), account));
}

async function disconnect(c: Context, base: Base): Promise<Response> {
  if (!isSameOrigin(c, base.server.base_url)) return refuseForeignForm(c);
  const account = await enter(c, base);
  if (!account) return c.redirect(`/login?next=${CONNECTIONS_PATH}`, 303);
  const form = await readForm(c.req, FORM_BYTES_MAX);
  await run(disconnectClient, account, { client_id: form.get("client_id") ?? "" });
  return c.redirect(CONNECTIONS_PATH, 303);
}

async function enter(c: Context, base: Base): Promise<AccountContext | undefined> {
  const session = await sessionOf(c, base);
  return session && accountContextFor(base, callerOf(session, ["read", "write"]), "dashboard");
}

function readConnections(account: AccountContext) {
  return run(listConnectedClients, account, { limit: SHOWN_MAX });
}

function connectionsPage({ data, total_count }: Connections, account: AccountContext): PageContent {
  const email = account.actor.kind === "user" ? account.actor.email : "";
  const more = total_count - data.length;
  const body = html`<h1>Connected apps</h1>
    <p class="lead">Programs that may act for ${email} over MCP.</p>
    ${data.length === 0 ? noClients(account.server.base_url) : ""}
    ${data.map(clientCard)}
    ${more > 0 ? html`<p class="aside">${more} more that were not used lately.</p>` : ""}
    <p class="aside"><a href="/">To the dashboard</a></p>`;
  return { title: "Connected apps", body };
}

function noClients(base_url: string) {
  return html`<p>None. Give an assistant the address <code>${base_url}/api/mcp</code> and it will send you here to be asked.</p>`;
}

function clientCard(client: Connections["data"][number]) {
  const { client_id, name, hosts, scopes, connected_at, last_token_at, must_sign_in_again } =
    client;
  return html`<section class="client">
    <h2>${name}</h2>
    ${must_sign_in_again ? html`<p>Opens nothing now: sign in again by your organisation, or allow it again.</p>` : ""}
    <dl class="facts">
      <div><dt>May</dt><dd>${scopes.includes("mcp:write") ? "read and make changes" : "read"}</dd></div>
      <div><dt>Answers to</dt><dd>${hosts.join(", ")}</dd></div>
      <div><dt>Connected</dt><dd>${dayOf(connected_at)}</dd></div>
      <div><dt>Last new token</dt><dd>${dayOf(last_token_at)}</dd></div>
    </dl>
    <form method="post" action="${CONNECTIONS_PATH}">
      <input type="hidden" name="client_id" value="${client_id}">
      <button>Disconnect<span class="unseen"> ${name}</span></button>
    </form>
  </section>`;
}

function dayOf(time: string) {
  const day = new Date(time);
  const [, date, hour] = /^\w+, 0?(.+) (\d\d:\d\d):/.exec(day.toUTCString()) ?? [];
  return html`<time datetime="${day.toISOString()}">${date}, ${hour} UTC</time>`;
}

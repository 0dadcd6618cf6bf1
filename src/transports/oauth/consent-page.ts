import { html } from "hono/html";
import type { Paged } from "#core/page.ts";
import type { Session } from "#domain/accounts/session-queries.ts";
import type { Authorization } from "#domain/oauth/begin-authorization.ts";
import { documentUrl } from "#domain/oauth/client-document.ts";
import { isLoopbackUri } from "#domain/oauth/redirect-uri.ts";
import type { PageContent } from "#transports/shared/page.ts";
import { CONNECTIONS_PATH } from "./connections-page.ts";
import { OAUTH_PATH } from "./metadata.ts";

/** How many of the user's projects the page names; the others are counted. */
export const PROJECTS_NAMED = 5;

type Asked = {
  authorization: Authorization;
  session: Session;
  request: string;
  /** The first of those that the client would see. */
  projects: Paged<{ name: string }>;
};

/** The page that asks a user whether a client may connect, and whether it may write. */
export function consentPage({ authorization, session, request, projects }: Asked): PageContent {
  const { client, stored, asks_write } = authorization;
  const destination = new URL(stored.redirect_uri);
  const local = isLoopbackUri(destination);
  const published = documentUrl(client.client_id);
  const body = html`
    <h1><span class="name">${client.name}</span> wants to connect to Earshot</h1>
    <dl class="facts">
      ${published ? html`<div><dt>Published by</dt><dd><strong>${published.host}</strong><small>checked: the client is described there</small></dd></div>` : ""}
      <div><dt>Your account</dt><dd>${session.email}</dd></div>
      <div><dt>Your projects</dt><dd>${nameProjects(projects)}<small>and any you get later</small></dd></div>
      <div><dt>Takes you to</dt><dd><strong>${destination.host}</strong>${local ? html`<small>a program on this computer</small>` : ""}</dd></div>
    </dl>
    <form method="post" action="${OAUTH_PATH}/consent">
      <input type="hidden" name="request" value="${request}">
      <fieldset>
        <legend>It may</legend>
        <div class="scope">
          <span class="tick" aria-hidden="true"></span>
          <span><strong>Read</strong><small>Whatever you see here: projects, brands, prompts, captured answers, reports, assistants and their costs, and who changed what. <code>mcp:read</code></small></span>
        </div>
        <label class="scope choice">
          <input type="checkbox" name="write" value="on">
          <span><strong>Also make changes</strong><small>Add, edit and delete brands, prompts, topics and tags, decide on suggestions and actions, change projects and assistants, and have questions asked, which can cost money. ${asks_write ? "The client asks for this; it" : "It"} works without. <code>mcp:write</code></small></span>
        </label>
      </fieldset>
      <p class="note">${
        local
          ? html`<strong>Did you start this just now?</strong> The client says it runs on this computer, where any program can say so. If you did not start it, say no.`
          : published
            ? html`Approve only if you trust <strong>${published.host}</strong> and <strong>${destination.host}</strong>.`
            : html`Anyone can give a client any name. Approve only if you trust <strong>${destination.host}</strong>.`
      }</p>
      <div class="actions">
        <button class="primary" name="decision" value="approve">Approve</button>
        <button name="decision" value="deny">Deny</button>
      </div>
    </form>
    <form class="aside" method="post" action="/logout">
      <span>Not you?</span> <button class="link">Sign out</button>
      <a class="link" href="${CONNECTIONS_PATH}">Connected apps</a>
    </form>`;
  return { title: `Connect ${client.name}`, body };
}

function nameProjects({ data, total_count }: Paged<{ name: string }>) {
  const names = data.map(({ name }, at) => html`${at > 0 ? ", " : ""}<bdi>${name}</bdi>`);
  const left = total_count - data.length;
  if (total_count === 0) return "none yet";
  return html`${names}${left > 0 ? ` and ${left} more` : ""}`;
}

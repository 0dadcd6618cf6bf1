import type { Context } from "hono";
import { html } from "hono/html";
import { readUnsubscribe, unsubscribe } from "#domain/mailings/unsubscribe.ts";
import { messagePage, showPage } from "#transports/shared/page.ts";
import type { PageParts } from "./page-parts.ts";

const WHAT = { week: "the week", events: "what happens" } as const;

/** GET /unsubscribe/{token}: asks; what only looks at links, as filters of mail do, ends nothing. */
export async function showUnsubscribe(c: Context, { base }: PageParts): Promise<Response> {
  const found = readUnsubscribe(base, c.req.param("token") ?? "");
  if (!found) return refuseLink(c);
  const body = html`<h1>Stop these mails?</h1>
    <p class="lead">You get no more mails of ${WHAT[found.mailing]} of this project. You can ask for them again under Settings, Account.</p>
    <form method="post"><button class="primary">Stop these mails</button></form>`;
  return showPage(c, { title: "Stop these mails?", body });
}

/**
 * POST /unsubscribe/{token}: ends the mails. It comes from our page or from a mail program (RFC 8058), without a session:
 * the link is all it takes, and all it does.
 */
export async function doUnsubscribe(c: Context, { base }: PageParts): Promise<Response> {
  const found = readUnsubscribe(base, c.req.param("token") ?? "");
  if (!found) return refuseLink(c);
  await unsubscribe(base, found);
  const text = `You get no more mails of ${WHAT[found.mailing]} of this project.`;
  return showPage(c, messagePage({ title: "No more of these mails", text }));
}

function refuseLink(c: Context): Promise<Response> {
  const text =
    "It is not complete, or of a mail from before the server's key was changed. Sign in and choose under Settings, Account what you are mailed.";
  return showPage(c, messagePage({ title: "This link does nothing", text }), 404);
}

import type { Context } from "hono";
import { html } from "hono/html";
import { checkPassword } from "#domain/accounts/check-password.ts";
import { confirmSession, type Session } from "#domain/accounts/session-queries.ts";
import { readForm } from "#transports/shared/body.ts";
import { CONFIRM_PATH, type PageContent, showPage } from "#transports/shared/page.ts";
import { isSameOrigin } from "#transports/shared/same-origin.ts";
import { sessionOf } from "#transports/shared/session-cookie.ts";
import { ownPath, refuseForeignForm } from "./login.ts";
import { FORM_BYTES_MAX, type PageParts } from "./page-parts.ts";

type State = { next: string | undefined; problem: string | null };

/** GET /confirm: asks a signed-in user for the password once more. */
export async function showConfirm(c: Context, { base }: PageParts): Promise<Response> {
  const next = ownPath(c.req.query("next"), base.server.base_url);
  const session = await sessionOf(c, base);
  if (!session) return c.redirect("/login", 303);
  return showPage(c, confirmPage(session, { next, problem: null }));
}

/** POST /confirm: `password`, and the page to go on to; good for 15 minutes. */
export async function confirm(c: Context, { base, attempts }: PageParts): Promise<Response> {
  if (!isSameOrigin(c, base.server.base_url)) return refuseForeignForm(c);
  const session = await sessionOf(c, base);
  if (!session) return c.redirect("/login", 303);
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const next = ownPath(form.get("next") ?? undefined, base.server.base_url);
  const { email, session_id } = session;
  const password = form.get("password") ?? "";
  // Counted with sign-ins: a stolen session must not be a place to guess at.
  const user_id = await attempts.guard(c, email, () => checkPassword(base, { email, password }));
  if (user_id === undefined) {
    return showPage(c, confirmPage(session, { next, problem: "This is not your password." }), 401);
  }
  await confirmSession(base.db, session_id, base.now());
  return c.redirect(next ?? "/", 303);
}

function confirmPage({ email }: Session, { next, problem }: State): PageContent {
  const body = html`<h1>Type your password again</h1>
    <p class="lead">You are about to change who has access. You are signed in as <strong>${email}</strong>.</p>
    ${problem ? html`<p class="error" role="alert">${problem}</p>` : ""}
    <form method="post" action="${CONFIRM_PATH}">
      ${next ? html`<input type="hidden" name="next" value="${next}">` : ""}
      <input type="hidden" name="username" value="${email}" autocomplete="username">
      <label class="field"><span>Password</span>
        <input type="password" name="password" autocomplete="current-password" required maxlength="1024" autofocus></label>
      <button class="primary">Confirm</button>
    </form>`;
  return { title: "Confirm", body };
}

import type { Context } from "hono";
import type { Session } from "#domain/accounts/session-queries.ts";
import { readForm } from "#transports/shared/body.ts";
import { againPath, confirmPassword, passwordPage } from "#transports/shared/confirm-password.ts";
import { CONFIRM_PATH, showPage } from "#transports/shared/page.ts";
import { isPageOf, sessionOf } from "#transports/shared/signed-in.ts";
import { ownPath } from "./login.ts";
import { FORM_BYTES_MAX, type PageParts } from "./page-parts.ts";

/** GET /confirm: asks a signed-in user for the password once more. */
export async function showConfirm(c: Context, { base }: PageParts): Promise<Response> {
  const session = await sessionOf(c, base);
  if (!session) return c.redirect("/login", 303);
  const next = ownPath(c.req.query("next"), base.server.base_url);
  return showPage(c, confirmPage(session, next, false));
}

/** POST /confirm: `password`, and the page to go on to; good for 15 minutes. */
export async function confirm(c: Context, { base, attempts }: PageParts): Promise<Response> {
  const session = await sessionOf(c, base);
  if (!session) return c.redirect("/login", 303);
  if (!isPageOf(c, session)) return c.text("Somebody else is signed in by now.", 409);
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const next = ownPath(form.get("next") ?? undefined, base.server.base_url);
  const password = form.get("password") ?? "";
  if (await confirmPassword(c, { base, attempts }, { session, password })) {
    return c.redirect(next ?? "/", 303);
  }
  return showPage(c, confirmPage(session, next, true), 401);
}

function confirmPage(session: Session, next: string | undefined, isWrong: boolean) {
  const { email } = session;
  const lead = "What you are about to do lasts.";
  const fields = next === undefined ? {} : { next };
  const again = againPath(session, next);
  return passwordPage({ email, lead, action: CONFIRM_PATH, fields, isWrong, again });
}

import type { Context } from "hono";
import { html } from "hono/html";
import { checkPassword } from "#domain/accounts/check-password.ts";
import { endSession } from "#domain/accounts/session.ts";
import { hasUsers } from "#domain/accounts/setup-queries.ts";
import { findOnlySignOn } from "#domain/accounts/sign-on/sign-on-queries.ts";
import { readForm } from "#transports/shared/body.ts";
import { sessionCookie } from "#transports/shared/cookies.ts";
import {
  isFaulty,
  ONCE_SCRIPT,
  type PageContent,
  problemLine,
  showPage,
} from "#transports/shared/page.ts";
import { addressOf } from "#transports/shared/rate-limit.ts";
import { completeSignIn } from "#transports/shared/sign-in.ts";
import { sessionOf } from "#transports/shared/signed-in.ts";
import { FORM_BYTES_MAX, type PageParts } from "./page-parts.ts";
import { PASSKEY_SCRIPT, passkeyForm } from "./passkey-form.ts";
import { signOnForm } from "./sign-on-form.ts";

/** GET /login: the form, or a redirect for a signed-in user, or to the setup while there are no users. */
export async function showLogin(c: Context, { base }: PageParts): Promise<Response> {
  if (!(await hasUsers(base.db))) return c.redirect("/setup", 303);
  const next = ownPath(c.req.query("next"), base.server.base_url);
  if (await sessionOf(c, base)) return c.redirect(next ?? "/", 303);
  const only = await findOnlySignOn(base.db);
  return showPage(c, loginPage({ next, email: "", problem: null, only }));
}

/** POST /login: `email`, `password`, and the page to go on to. */
export async function logIn(c: Context, { base, attempts }: PageParts): Promise<Response> {
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const email = form.get("email") ?? "";
  const password = form.get("password") ?? "";
  const next = ownPath(form.get("next") ?? c.req.query("next"), base.server.base_url);
  const found = await attempts.guard(c, email, () => checkPassword(base, { email, password }));
  const outcome = found ? "ok" : "refused";
  base.log.info({ outcome, user_id: found?.user_id, address: addressOf(c) }, "sign-in");
  if (found === undefined) {
    const problem = "E-mail or password is wrong.";
    const only = await findOnlySignOn(base.db);
    return showPage(c, loginPage({ next, email, problem, only }), 401);
  }
  return completeSignIn(c, base, { ...found, next });
}

/** GET /logout: asks, because a link must change nothing. */
export async function showLogout(c: Context): Promise<Response> {
  const body = html`<h1>Sign out of Earshot?</h1>
    <form method="post" action="/logout"><button class="primary">Sign out</button></form>`;
  return showPage(c, { title: "Sign out", body });
}

/** POST /logout: ends the session here and in the browser; `next`: the page to go on to as somebody else. */
export async function logOut(c: Context, { base }: PageParts): Promise<Response> {
  const { base_url } = base.server;
  await endSession(base, sessionCookie.read(c, base_url));
  sessionCookie.clear(c, base_url);
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const next = ownPath(form.get("next") ?? undefined, base_url);
  return c.redirect(next ? loginPath(next) : "/login", 303);
}

/** Where one signs in and goes on to `next`. */
export const loginPath = (next: string) => `/login?next=${encodeURIComponent(next)}`;

/** A path on this site to go on to, or undefined for anything that leads elsewhere. */
export function ownPath(next: string | undefined, base_url: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these, so `/\t/evil` would leave.
  if (!next || !/^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(next)) return undefined;
  const { origin } = new URL(base_url);
  const url = URL.canParse(next, origin) ? new URL(next, origin) : undefined;
  // What was `/..//evil.example` is `//evil.example` by now, which browsers read as another site.
  if (url?.origin !== origin || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search;
}

function loginPage(state: {
  next: string | undefined;
  email: string;
  problem: string | null;
  only: Awaited<ReturnType<typeof findOnlySignOn>>;
}): PageContent {
  const { next, email, problem, only } = state;
  const body = html`<h1>Sign in</h1>
    ${problemLine(problem)}
    <form method="post" action="/login">
      ${next ? html`<input type="hidden" name="next" value="${next}">` : ""}
      <label class="field"><span>E-mail</span>
        <input type="email" name="email" value="${email}" autocomplete="username" required maxlength="254" ${email ? "" : "autofocus"}></label>
      <label class="field"><span>Password</span>
        <input type="password" name="password" autocomplete="current-password" required maxlength="1024" ${email ? "autofocus" : ""} ${isFaulty(problem)}></label>
      <button class="primary">Sign in</button>
    </form>
    ${passkeyForm({ next })}
    ${only ? signOnForm(only, { next, again: false }) : ""}
    <p class="aside"><a class="link" href="/forgot">Forgot your password?</a></p>`;
  return {
    title: problem ? "Not signed in" : "Sign in",
    body,
    scripts: [ONCE_SCRIPT, PASSKEY_SCRIPT],
  };
}

import type { Context } from "hono";
import { html } from "hono/html";
import { Failure } from "#core/failure.ts";
import { mailReset, readReset, resetPassword } from "#domain/tenancy/reset-password.ts";
import { readForm } from "#transports/shared/body.ts";
import { deviceCookie } from "#transports/shared/cookies.ts";
import {
  isFaulty,
  messagePage,
  ONCE_SCRIPT,
  type PageContent,
  problemLine,
  showPage,
} from "#transports/shared/page.ts";
import { FORM_BYTES_MAX, type PageParts } from "./page-parts.ts";

/** GET /forgot: asks for the address, or says whom to ask where no mail is sent. */
export async function showForgot(c: Context, { base }: PageParts): Promise<Response> {
  if (!base.mail) {
    const text =
      "This server sends no mail. Ask who runs it for a link: npm run user -- reset-link --email you@example.com";
    return showPage(c, messagePage({ title: "Forgot your password?", text }));
  }
  const body = html`<h1>Forgot your password?</h1>
    <p class="lead">We send you a link to choose another one.</p>
    <form method="post" action="/forgot">
      <label class="field"><span>E-mail</span>
        <input type="email" name="email" autocomplete="username" required maxlength="254" autofocus></label>
      <button class="primary">Send the link</button>
    </form>`;
  return showPage(c, { title: "Forgot your password?", body, scripts: [ONCE_SCRIPT] });
}

/** POST /forgot: `email`; the answer and its time are the same for every address. */
export async function forgot(c: Context, parts: PageParts): Promise<Response> {
  const { base, attempts } = parts;
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const email = (form.get("email") ?? "").trim();
  if (await attempts.mayAsk(c, email)) await mailReset(base, email);
  const text =
    "If there is an account of this address, a link is on its way. It works once, for 30 minutes.";
  return showPage(c, messagePage({ title: "Look into your mail", text }));
}

/** GET /reset/{token}: the form; looking spends nothing. */
export async function showReset(c: Context, { base }: PageParts): Promise<Response> {
  const token = c.req.param("token") ?? "";
  const found = await readReset(base, token);
  return found ? showPage(c, resetPage(found.email, null)) : refuseLink(c);
}

/** POST /reset/{token}: `password`, and what is kept; then the user signs in. */
export async function doReset(c: Context, { base }: PageParts): Promise<Response> {
  const token = c.req.param("token") ?? "";
  const found = await readReset(base, token);
  if (!found) return refuseLink(c);
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const chosen = {
    password: form.get("password") ?? "",
    keep_clients: form.get("keep_clients") === "on",
    keep_keys: form.get("keep_keys") === "on",
  };
  try {
    const browser = deviceCookie.read(c, base.server.base_url);
    if (!(await resetPassword(base, token, chosen, browser))) return refuseLink(c);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "VALIDATION_ERROR") throw error;
    return showPage(c, resetPage(found.email, error.message), 400);
  }
  return c.redirect("/login", 303);
}

function refuseLink(c: Context): Promise<Response> {
  const text = "It was used or replaced, or is older than 30 minutes.";
  const action = { href: "/forgot", label: "Ask for another" };
  return showPage(c, messagePage({ title: "This link is not open", text, action }), 404);
}

function resetPage(email: string, problem: string | null): PageContent {
  const body = html`<h1>Choose a new password</h1>
    <p class="lead">For <strong>${email}</strong>. Your sessions, connected apps, and API keys and share links you made end, unless you keep them.</p>
    ${problemLine(problem)}
    <form method="post">
      <input type="hidden" name="username" value="${email}" autocomplete="username">
      <label class="field"><span>New password</span>
        <input type="password" name="password" autocomplete="new-password" required minlength="12" maxlength="1024" autofocus ${isFaulty(problem)}>
        <small>At least 12 characters; a few random words are good.</small></label>
      <fieldset>
        <legend>Keep</legend>
        <label class="scope choice"><input type="checkbox" name="keep_clients" value="on">
          <span><strong>Connected apps</strong><small>Assistants and other programs that act for you over MCP.</small></span></label>
        <label class="scope choice"><input type="checkbox" name="keep_keys" value="on">
          <span><strong>API keys and share links</strong><small>Those you made, in any project where you may still revoke them.</small></span></label>
      </fieldset>
      <button class="primary">Change the password</button>
    </form>`;
  return {
    title: problem ? "Password not changed" : "Choose a new password",
    body,
    scripts: [ONCE_SCRIPT],
  };
}

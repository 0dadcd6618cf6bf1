import type { Context } from "hono";
import { html } from "hono/html";
import { takeSignInCode } from "#domain/accounts/second-factor/sign-in-code.ts";
import { readStarted } from "#domain/accounts/second-factor/started-sign-in.ts";
import { readForm } from "#transports/shared/body.ts";
import { stepCookie } from "#transports/shared/cookies.ts";
import {
  isFaulty,
  ONCE_SCRIPT,
  type PageContent,
  problemLine,
  showPage,
} from "#transports/shared/page.ts";
import { addressOf } from "#transports/shared/rate-limit.ts";
import { completeSignIn, SECOND_PATH } from "#transports/shared/sign-in.ts";
import { FORM_BYTES_MAX, type PageParts } from "./page-parts.ts";
import { PASSKEY_SCRIPT, passkeyForm } from "./passkey-form.ts";

const CODE_MAX = 64;

/** GET /login/code: asks who typed the right password for the second factor. */
export async function showSecond(c: Context, { base }: PageParts): Promise<Response> {
  const started = await readStarted(base, stepCookie.read(c, base.server.base_url));
  if (!started) return c.redirect("/login", 303);
  return showPage(c, codePage(started.email));
}

/** POST /login/code: `code` of the app or a recovery code, and whether to `trust` this browser. */
export async function doSecond(c: Context, parts: PageParts): Promise<Response> {
  const { base, attempts } = parts;
  const { base_url } = base.server;
  const secret = stepCookie.read(c, base_url);
  const started = await readStarted(base, secret);
  if (!started || secret === undefined) return c.redirect("/login", 303);
  const { user_id, email, next } = started;
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const code = (form.get("code") ?? "").slice(0, CODE_MAX);
  const address = addressOf(c);
  const seen = { address, user_agent: c.req.header("user-agent") ?? "" };
  let taken = "wrong" as keyof typeof PROBLEMS | "right";
  await attempts.guardCode(c, email, async () => {
    taken = await base.db
      .transaction()
      .execute((db) => takeSignInCode({ ...base, db }, { user_id, code, seen }));
    return taken === "right" || undefined;
  });
  base.log.info(
    { outcome: taken === "right" ? "ok" : "refused", user_id, address },
    "second factor",
  );
  if (taken !== "right") return showPage(c, codePage(email, taken), 401);
  stepCookie.clear(c, base_url);
  const trust = form.get("trust") === "on";
  const arrival = { user_id, started: secret, next: next ?? undefined, second: true, trust };
  return completeSignIn(c, base, arrival);
}

const PROBLEMS = {
  wrong: html`This code is not good. Each one is taken once, so wait for the next.`,
  closed: html`Too many wrong codes were typed here. Use a recovery code or a passkey, or <a class="link" href="/forgot">choose a new password</a>.`,
};

function codePage(email: string, wrong?: keyof typeof PROBLEMS): PageContent {
  const problem = wrong ? PROBLEMS[wrong] : null;
  const body = html`<h1>One more step</h1>
    <p class="lead">You are signing in as <strong>${email}</strong>.</p>
    ${problemLine(problem)}
    <form method="post" action="${SECOND_PATH}">
      <label class="field"><span>Code</span>
        <input name="code" autocomplete="one-time-code" required maxlength="${CODE_MAX}" autofocus ${isFaulty(problem)}>
        <small>Six digits of your app, or one of your recovery codes.</small></label>
      <fieldset>
        <label class="scope choice"><input type="checkbox" name="trust" value="on">
          <span><strong>Trust this browser</strong><small>For 30 days the password is enough here.</small></span></label>
      </fieldset>
      <button class="primary">Sign in</button>
    </form>
    ${passkeyForm({ second: true })}
    <p class="aside"><a class="link" href="/login">Sign in as somebody else</a></p>`;
  return {
    title: problem ? "Not signed in" : "Your code",
    body,
    scripts: [ONCE_SCRIPT, PASSKEY_SCRIPT],
  };
}

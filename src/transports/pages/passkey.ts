import type { Context } from "hono";
import { askToSignIn, readSignIn } from "#domain/accounts/passkeys/passkey.ts";
import { readStarted } from "#domain/accounts/second-factor/started-sign-in.ts";
import { readForm } from "#transports/shared/body.ts";
import { stepCookie } from "#transports/shared/cookies.ts";
import { messagePage, showPage } from "#transports/shared/page.ts";
import { addressOf, clientNetwork } from "#transports/shared/rate-limit.ts";
import { completeSignIn } from "#transports/shared/sign-in.ts";
import { ownPath } from "./login.ts";
import { FORM_BYTES_MAX, type PageParts } from "./page-parts.ts";

/** POST /login/passkey/options: what the browser needs to ask for a passkey, of who typed a password or of anybody. */
export async function askForPasskey(c: Context, { base, limit }: PageParts): Promise<Response> {
  const { base_url } = base.server;
  await limit.count(c, `passkey:${clientNetwork(c)}`);
  const secret = c.req.query("second") === "on" ? stepCookie.read(c, base_url) : undefined;
  const started = await readStarted(base, secret);
  return c.json(await askToSignIn(base, started?.user_id));
}

/** POST /login/passkey: `response` of the browser, and `next`; lets in without a password, or after it. */
export async function signInByPasskey(c: Context, { base, limit }: PageParts): Promise<Response> {
  const { base_url } = base.server;
  await limit.count(c, `passkey:${clientNetwork(c)}`);
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const secret = form.get("second") === "on" ? stepCookie.read(c, base_url) : undefined;
  const started = await readStarted(base, secret);
  const user_id = await readSignIn(base, form.get("response") ?? "");
  // Who typed the password of one account shows a passkey of that very one.
  const isRight = user_id !== undefined && (!started || started.user_id === user_id);
  const outcome = isRight ? "ok" : "refused";
  base.log.info({ outcome, user_id, address: addressOf(c) }, "passkey");
  if (!isRight) {
    const text =
      "It is not known here, was used for another page, or did not check that it is you.";
    const action = { href: "/login", label: "Back to sign-in" };
    return showPage(c, messagePage({ title: "This passkey is not good", text, action }), 401);
  }
  if (started) stepCookie.clear(c, base_url);
  const next = started?.next ?? ownPath(form.get("next") ?? undefined, base_url);
  const arrival = { user_id, ...(started && { started: secret }), next, second: true };
  return completeSignIn(c, base, arrival);
}

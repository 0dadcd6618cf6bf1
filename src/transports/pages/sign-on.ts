import type { Context } from "hono";
import { html } from "hono/html";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import {
  addressOf,
  type Claims,
  discover,
  readAnswer,
  reasonOf,
} from "#domain/accounts/sign-on/provider.ts";
import { openRequest, takeRequest } from "#domain/accounts/sign-on/request.ts";
import { signOnPaths } from "#domain/accounts/sign-on/sign-on.ts";
import { findSignOn, type StoredSignOn } from "#domain/accounts/sign-on/sign-on-queries.ts";
import { settleSignOn } from "#domain/tenancy/sign-on/settle-sign-on.ts";
import { readForm } from "#transports/shared/body.ts";
import { signOnCookie } from "#transports/shared/cookies.ts";
import { messagePage, showNotFound, showPage } from "#transports/shared/page.ts";
import { clientNetwork } from "#transports/shared/rate-limit.ts";
import { completeSignIn } from "#transports/shared/sign-in.ts";
import { ownPath } from "./login.ts";
import { FORM_BYTES_MAX, type PageParts } from "./page-parts.ts";
import { signOnForm } from "./sign-on-form.ts";

// A session by a provider lives as long: who stood before it earlier is asked there again.
const MAX_AGE_SECONDS = 12 * 3_600;

/** GET /sign-on/{organisation}: the button that leads to its provider. */
export async function showSignOn(c: Context, { base }: PageParts): Promise<Response> {
  const settings = await settingsOf(c, base);
  if (!settings) return showNotFound(c);
  const next = ownPath(c.req.query("next"), base.server.base_url);
  const again = c.req.query("again") === "1";
  const body = html`<h1>Sign in</h1>
    <p class="lead">Your organisation's provider says who you are.</p>
    ${signOnForm(settings, { next, again })}
    <p class="aside"><a class="link" href="/login">Sign in with a password</a></p>`;
  return showPage(c, { title: "Sign in", body });
}

/** POST /sign-on/{organisation}: `next`, `again`; sends the browser to the provider. */
export async function startSignOn(c: Context, { base, limit }: PageParts): Promise<Response> {
  const { base_url } = base.server;
  const settings = await settingsOf(c, base);
  if (!settings) return showNotFound(c);
  await limit.count(c, `sign-on:${clientNetwork(c)}`);
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const next = ownPath(form.get("next") ?? undefined, base_url);
  const { organisation_id, scope } = settings;
  try {
    const configuration = await discover(base, settings);
    const { secret, binding } = await openRequest(base, { organisation_id, next });
    const redirect_uri = base_url + signOnPaths(organisation_id).callback;
    const url = new URL(await addressOf(configuration, { binding, redirect_uri, scope }));
    const isAgain = form.get("again") === "on";
    url.searchParams.set("max_age", String(isAgain ? 0 : MAX_AGE_SECONDS));
    if (isAgain) url.searchParams.set("prompt", "login");
    signOnCookie.write(c, base_url, secret);
    return c.redirect(url.href, 303);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "VALIDATION_ERROR") throw error;
    base.log.warn({ organisation_id, error: error.message }, "sign-on");
    return refuse(
      c,
      "Your organisation's provider does not answer as it should. Try again later.",
      502,
    );
  }
}

/** GET /sign-on/{organisation}/callback: the provider's answer. */
export async function finishSignOn(c: Context, { base }: PageParts): Promise<Response> {
  const { base_url } = base.server;
  const secret = signOnCookie.read(c, base_url);
  signOnCookie.clear(c, base_url);
  const settings = await settingsOf(c, base);
  if (!settings) return showNotFound(c);
  const { organisation_id } = settings;
  const request = await takeRequest(base, { organisation_id, secret });
  if (!request) {
    return refuse(
      c,
      "This sign-in was not begun in this browser, was used, or is older than ten minutes.",
    );
  }
  const claims = await claimsOf(c, base, settings, request.binding);
  if (!claims) return refuse(c, "The provider's answer cannot be taken.");
  return base.db.transaction().execute(async (db) => {
    const settled = await settleSignOn({ ...base, db }, settings, claims);
    const outcome = "refusal" in settled ? "refused" : "ok";
    base.log.info({ outcome, organisation_id, ...settled }, "sign-on");
    if ("refusal" in settled) return refuse(c, settled.refusal);
    const confirmed_at = stoodAt(claims, base.now());
    const arrival = { ...settled, next: request.next ?? undefined, sign_on: organisation_id };
    return completeSignIn(c, { ...base, db }, { ...arrival, confirmed_at });
  });
}

async function settingsOf(
  c: Context,
  { db }: PageParts["base"],
): Promise<StoredSignOn | undefined> {
  const number = decodeId("org", c.req.param("organisation") ?? "");
  return findSignOn(db, number);
}

async function claimsOf(
  c: Context,
  base: PageParts["base"],
  settings: StoredSignOn,
  binding: Parameters<typeof readAnswer>[1]["binding"],
): Promise<Claims | undefined> {
  const { organisation_id, groups_claim } = settings;
  // Built from our own address: what a request says of its host counts for nothing.
  const url = new URL(
    signOnPaths(organisation_id).callback + new URL(c.req.url).search,
    base.server.base_url,
  );
  try {
    return await readAnswer(await discover(base, settings), { url, binding, groups_claim });
  } catch (error) {
    base.log.warn({ organisation_id, outcome: "refused", error: reasonOf(error) }, "sign-on");
    return undefined;
  }
}

/** When the person last stood before the provider; long ago where it does not say. */
function stoodAt({ auth_time }: Claims, now: Date): Date {
  const at = typeof auth_time === "number" && auth_time > 0 ? auth_time * 1_000 : 0;
  return new Date(Math.min(at, now.getTime()));
}

function refuse(c: Context, text: string, status = 403): Promise<Response> {
  const action = { href: "/login", label: "Back to sign-in" };
  return showPage(c, messagePage({ title: "You are not signed in", text, action }), status);
}

import type { Context } from "hono";
import { html } from "hono/html";
import type { BaseContext } from "#core/context.ts";
import { holdSignIn } from "#domain/accounts/account-queries.ts";
import { isTrusted, rememberDevice } from "#domain/accounts/device.ts";
import { recordComing } from "#domain/accounts/member.ts";
import { tellUser } from "#domain/accounts/notice.ts";
import {
  endStarted,
  hasSecondFactor,
  startSignIn,
} from "#domain/accounts/second-factor/started-sign-in.ts";
import { endSession, startSession } from "#domain/accounts/session.ts";
import { signOnPaths } from "#domain/accounts/sign-on/sign-on.ts";
import { type Insisting, readInsisting } from "#domain/accounts/sign-on/sign-on-queries.ts";
import { deviceCookie, sessionCookie, stepCookie } from "./cookies.ts";
import { showPage } from "./page.ts";
import { addressOf, clientNetwork } from "./rate-limit.ts";

/** Where the second factor is asked for. */
export const SECOND_PATH = "/login/code";

/**
 * Who was recognised; `password_hash`: by the password of it; `started`: by a password before, in the sign-in of this
 * secret; `second`: by a second factor, after which the user may `trust` the browser; `sign_on`: by that organisation's provider, which asks for a second factor itself, and before which
 * the person stood `confirmed_at`.
 */
export type Arrival = {
  user_id: number;
  password_hash?: string;
  started?: string | undefined;
  next?: string | undefined;
  second?: boolean;
  trust?: boolean;
  sign_on?: number;
  confirmed_at?: Date;
};

/**
 * Where every sign-in ends, by whatever way the user was recognised, and what it answers: with a session and the page
 * to go on to, or, where a second factor is still to be shown, with the page that asks for it. A password that was
 * changed meanwhile begins nothing, nor does a user who was disabled, so that all that let them in has ended.
 */
export async function completeSignIn(c: Context, base: BaseContext, arrival: Arrival) {
  const { user_id, password_hash = null, started } = arrival;
  const settle = async (db: BaseContext["db"]) => {
    const isStill =
      (await holdSignIn(db, user_id, password_hash)) &&
      (started === undefined || (await endStarted(db, started)));
    return isStill ? complete(c, { ...base, db }, arrival) : c.redirect("/login", 303);
  };
  return base.db.isTransaction ? settle(base.db) : base.db.transaction().execute(settle);
}

async function complete(c: Context, base: BaseContext, arrival: Arrival) {
  const { user_id, next, sign_on, second = sign_on !== undefined } = arrival;
  const { base_url } = base.server;
  const { insisting, opens_any } = await readInsisting(base.db, user_id);
  if (sign_on === undefined && !opens_any) return refuseOwn(c, insisting);
  if (!second && (await hasSecondFactor(base, user_id))) {
    if (!(await isTrusted(base, user_id, deviceCookie.read(c, base_url)))) {
      stepCookie.write(c, base_url, await startSignIn(base, { user_id, next }));
      return c.redirect(SECOND_PATH, 303);
    }
  }
  await beginSession(c, base, arrival);
  if (sign_on === undefined) await noteOwners(base, user_id, insisting);
  return c.redirect(next ?? "/", 303);
}

/**
 * Starts a session under a new secret and remembers the browser. Whatever session the browser held before is worthless
 * from here on.
 */
async function beginSession(
  c: Context,
  base: BaseContext,
  { user_id, trust = false, sign_on, confirmed_at }: Arrival,
): Promise<void> {
  const { base_url } = base.server;
  await endSession(base, sessionCookie.read(c, base_url));
  const user_agent = c.req.header("user-agent") ?? "";
  const known = deviceCookie.read(c, base_url);
  const device = { user_id, network: clientNetwork(c), user_agent, secret: known, trust };
  const { secret, device_id, is_new } = await rememberDevice(base, device);
  const seen = { address: addressOf(c), user_agent };
  const token = await startSession(
    base,
    { user_id, sign_on: sign_on ?? null },
    { ...seen, device_id, ...(confirmed_at && { confirmed_at }) },
  );
  sessionCookie.write(c, base_url, token);
  deviceCookie.write(c, base_url, secret);
  if (!is_new) return;
  await tellUser(base, { user_id, notice: "new_browser" }, seen);
}

/** The page for who can come by the provider of their organisations alone. */
function refuseOwn(c: Context, insisting: readonly Insisting[]): Promise<Response> {
  const body = html`<h1>Sign in with your organisation</h1>
    <p>Your organisation lets its people in by its own provider.</p>
    ${insisting.map(({ organisation_id, label }) => html`<p><a class="button primary" href="${signOnPaths(organisation_id).start}">Sign in with ${label}</a></p>`)}`;
  return showPage(c, { title: "Sign in with your organisation", body }, 403);
}

/** Owners come without the provider that their organisation insists on, so that it cannot lock itself out; its log tells. */
async function noteOwners(base: BaseContext, user_id: number, insisting: readonly Insisting[]) {
  for (const { organisation_id, role } of insisting) {
    const who = { organisation_id, user_id };
    if (role === "owner") await recordComing(base, who, { operation: "sign_in_without_provider" });
  }
}

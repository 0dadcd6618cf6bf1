import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { BaseContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { findSession } from "#domain/accounts/session.ts";
import type { Session } from "#domain/accounts/session-queries.ts";

const MAX_AGE_SECONDS = 30 * 86_400;

/** The cookie's name: bound to this host where https allows it. */
function nameOf(base_url: string): string {
  return base_url.startsWith("https:") ? "__Host-sid" : "sid";
}

/** The secret in the session cookie of a request. */
export function readSessionCookie(c: Context, base_url: string): string | undefined {
  return getCookie(c, nameOf(base_url));
}

/** Hands a session's secret to the browser; Lax, because clients send users here from elsewhere. */
export function writeSessionCookie(c: Context, base_url: string, token: string): void {
  setCookie(c, nameOf(base_url), token, { ...attributes(base_url), maxAge: MAX_AGE_SECONDS });
}

/** Takes the session cookie away. */
export function clearSessionCookie(c: Context, base_url: string): void {
  deleteCookie(c, nameOf(base_url), attributes(base_url));
}

/** The signed-in user of a request, or undefined. */
export async function sessionOf(c: Context, base: BaseContext): Promise<Session | undefined> {
  return findSession(base, readSessionCookie(c, base.server.base_url));
}

/** The signed-in user of a request; UNAUTHORIZED without one. */
export async function signedIn(c: Context, base: BaseContext): Promise<Session> {
  const session = await sessionOf(c, base);
  if (!session) throw new Failure("UNAUTHORIZED", "Sign in first.");
  return session;
}

function attributes(base_url: string) {
  const secure = base_url.startsWith("https:");
  return { path: "/", httpOnly: true, sameSite: "Lax", secure } as const;
}

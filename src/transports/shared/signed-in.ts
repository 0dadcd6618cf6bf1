import type { Context } from "hono";
import type { BaseContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { findSession } from "#domain/accounts/session.ts";
import type { Session } from "#domain/accounts/session-queries.ts";
import { sessionCookie } from "./cookies.ts";

/** The signed-in user of a request, or undefined. */
export async function sessionOf(c: Context, base: BaseContext): Promise<Session | undefined> {
  return findSession(base, sessionCookie.read(c, base.server.base_url));
}

/** The signed-in user of a request; UNAUTHORIZED without one. */
export async function signedIn(c: Context, base: BaseContext): Promise<Session> {
  const session = await sessionOf(c, base);
  if (!session) throw new Failure("UNAUTHORIZED", "Sign in first.");
  return session;
}

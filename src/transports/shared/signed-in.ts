import type { Context } from "hono";
import type { BaseContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { findSession } from "#domain/accounts/session.ts";
import type { Session } from "#domain/accounts/session-queries.ts";
import { sessionCookie } from "./cookies.ts";

/** The signed-in user of a request, or undefined. */
export async function sessionOf(c: Context, base: BaseContext): Promise<Session | undefined> {
  return findSession(base, sessionCookie.read(c, base.server.base_url));
}

/** Whether a page that says whose it is is this user's: another may have signed in in another tab. */
export function isPageOf(c: Context, { user_id }: Session): boolean {
  const user = c.req.header("earshot-user");
  return user === undefined || user === encodeId("usr", user_id);
}

/** The signed-in user of a request; UNAUTHORIZED without one. */
export async function signedIn(c: Context, base: BaseContext): Promise<Session> {
  const session = await sessionOf(c, base);
  if (!session) throw new Failure("UNAUTHORIZED", "Sign in first.");
  return session;
}

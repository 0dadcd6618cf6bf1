import type { Context } from "hono";
import type { BaseContext } from "#core/context.ts";
import { rememberDevice } from "#domain/accounts/device.ts";
import { endSession, startSession } from "#domain/accounts/session.ts";
import { readDeviceCookie, writeDeviceCookie } from "./device-cookie.ts";
import { addressOf, clientNetwork } from "./rate-limit.ts";
import { readSessionCookie, writeSessionCookie } from "./session-cookie.ts";

/**
 * Completes every sign-in, by whatever way the user was recognised: starts a session under a new secret and remembers
 * the browser. Whatever session the browser held before is worthless from here on.
 */
export async function completeSignIn(
  c: Context,
  base: BaseContext,
  user_id: number,
): Promise<void> {
  const { base_url } = base.server;
  await endSession(base, readSessionCookie(c, base_url));
  const user_agent = c.req.header("user-agent") ?? "";
  const token = await startSession(base, user_id, { user_agent, address: addressOf(c) });
  writeSessionCookie(c, base_url, token);
  const known = readDeviceCookie(c, base_url);
  const device = { user_id, network: clientNetwork(c), secret: known };
  const { secret } = await rememberDevice(base, device);
  writeDeviceCookie(c, base_url, secret);
}

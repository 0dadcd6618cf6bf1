import type { Context } from "hono";
import type { BaseContext } from "#core/context.ts";
import { findUser } from "#domain/accounts/account-queries.ts";
import { rememberDevice } from "#domain/accounts/device.ts";
import { endSession, startSession } from "#domain/accounts/session.ts";
import { readDeviceCookie, writeDeviceCookie } from "./device-cookie.ts";
import { type SendMail, sendLater } from "./mail.ts";
import { addressOf, clientNetwork } from "./rate-limit.ts";
import { readSessionCookie, writeSessionCookie } from "./session-cookie.ts";

/**
 * Completes every sign-in, by whatever way the user was recognised: starts a session under a new secret and remembers
 * the browser. Whatever session the browser held before is worthless from here on.
 */
export async function completeSignIn(
  c: Context,
  { base, mail }: { base: BaseContext; mail: SendMail },
  user_id: number,
): Promise<void> {
  const { base_url } = base.server;
  await endSession(base, readSessionCookie(c, base_url));
  const user_agent = c.req.header("user-agent") ?? "";
  const token = await startSession(base, user_id, { user_agent, address: addressOf(c) });
  writeSessionCookie(c, base_url, token);
  const known = readDeviceCookie(c, base_url);
  const device = { user_id, network: clientNetwork(c), secret: known };
  const { secret, is_new } = await rememberDevice(base, device);
  writeDeviceCookie(c, base_url, secret);
  if (!is_new) return;
  const [address, at] = [addressOf(c), base.now().toISOString()];
  sendLater(base, mail, async () => {
    const user = await findUser(base.db, user_id);
    return user && { to: user.email, ...newDeviceMail(base_url, { address, at, user_agent }) };
  });
}

function newDeviceMail(base_url: string, seen: Record<"address" | "at" | "user_agent", string>) {
  const text = `Somebody signed in to Earshot as you with a browser that was not used before.

When: ${seen.at}
Address: ${seen.address}
Browser: ${seen.user_agent.slice(0, 200)}

If it was you, do nothing. If not, choose a new password, which ends all sessions:
${base_url}/forgot
`;
  return { subject: "A new sign-in to Earshot", text };
}

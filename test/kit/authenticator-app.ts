import assert from "node:assert/strict";
import { TOTP } from "otpauth";
import { call, type Visitor } from "./http-client.ts";

/** An authenticator app on somebody's phone, whose clock is the given one. */
export type App = { secret: string; recovery: string[]; codeAt(time: number): string };

/** The code that an app with a secret shows at a time in milliseconds. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret }).generate({ timestamp });
}

/** Turns an app on for a signed-in visitor, with the code of `time`. */
export async function turnOnApp(visitor: Visitor, time: number): Promise<App> {
  const { status, body } = await call(visitor, "begin_authenticator");
  assert.equal(status, 201, JSON.stringify(body));
  const { secret } = body as { secret: string };
  const confirmed = await call(visitor, "confirm_authenticator", { code: codeAt(secret, time) });
  assert.equal(confirmed.status, 200, confirmed.text);
  const at = (when: number) => codeAt(secret, when);
  return { secret, recovery: confirmed.body.recovery_codes, codeAt: at };
}

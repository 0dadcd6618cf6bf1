import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { lockSignIn } from "../account-queries.ts";
import { distrustDevices } from "../device-queries.ts";
import { callingUser } from "../member.ts";
import { type NoticeBase, tellUser } from "../notice.ts";
import { deletePasskeysOf } from "../passkeys/passkey-queries.ts";
import { hashSecret, openSecret } from "../secret.ts";
import {
  deleteAuthenticator,
  findAuthenticator,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from "./authenticator-queries.ts";
import { hasSecondFactor } from "./started-sign-in.ts";

const STEP_SECONDS = 30;
/** A clock may be wrong by one half minute, before or after. */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const SHAPE = /^\d{6}$/;
const RECOVERY_SHAPE = /^[0-9a-f]{20}$/;

/** A new app's secret in base32, and the address that its QR code holds. */
export function makeAuthenticator(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, uri: appOf(secret, email).toString() };
}

/**
 * The half minute (RFC 6238 T) that a code of a user's app is of, within the drift; undefined for any other text;
 * UNAVAILABLE where the app's secret cannot be opened any more.
 */
export function readStep(
  { now, vault }: Pick<Base, "now" | "vault">,
  { secret }: { secret: Buffer },
  token: string,
): number | undefined {
  const app = appOf(openSecret(vault, secret, LOST_APP));
  if (!SHAPE.test(token)) return undefined;
  const timestamp = now().getTime();
  const drift = app.validate({ token, timestamp, window: DRIFT_STEPS });
  return drift === null ? undefined : Math.floor(timestamp / 1_000 / STEP_SECONDS) + drift;
}

const LOST_APP =
  "the codes of your app cannot be checked. Use a recovery code, or have the operator set that ENCRYPTION_KEY again.";

function appOf(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: "Earshot", label, period: STEP_SECONDS, secret });
}

/** Ten recovery codes of 80 random bits, as they are shown, and the hashes to keep. */
export function makeRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const plain = Array.from({ length: RECOVERY_CODES }, () =>
    randomBytes(RECOVERY_BYTES).toString("hex"),
  );
  const codes = plain.map((code) => code.match(/.{5}/g)?.join("-") ?? code);
  return { codes, hashes: plain.map(hashSecret) };
}

/** Takes recovery codes and trust in any browser from a user who has no second factor any more. */
export async function forgetIfNone(db: Database, user_id: number): Promise<void> {
  if (await hasSecondFactor({ db }, user_id)) return;
  await replaceRecoveryCodes(db, user_id, []);
  await distrustDevices(db, user_id);
}

/** Takes a user's app, passkeys and recovery codes away, and trust in any browser; false where there was none. */
export async function forgetSecondFactor(db: Database, user_id: number): Promise<boolean> {
  await lockSignIn(db, user_id);
  const had = await hasSecondFactor({ db }, user_id);
  await deleteAuthenticator(db, user_id);
  await deletePasskeysOf(db, user_id);
  await forgetIfNone(db, user_id);
  return had;
}

type Base = NoticeBase;

/** Whether a text has the shape of a recovery code, whosever it may be. */
export function isRecoveryCode(typed: string): boolean {
  return RECOVERY_SHAPE.test(plain(typed));
}

const plain = (typed: string) => typed.replaceAll(/[\s-]/g, "").toLowerCase();

/** Takes the code of a user's app, or one of the recovery codes, which is then gone and noted; false for any other text. */
export async function takeCode(base: Base, user_id: number, typed: string): Promise<boolean> {
  const { db } = base;
  const text = plain(typed);
  if (isRecoveryCode(text)) return takeRecovery(base, user_id, text);
  const app = await findAuthenticator(db, user_id);
  if (!app?.turned_on_at) return false;
  const step = readStep(base, app, text);
  return step !== undefined && takeStep(db, { user_id, step });
}

/** The user who calls, whose `code` is taken as `takeCode` does; VALIDATION_ERROR for any other text. */
export async function requireCode(context: AccountContext, code: string): Promise<number> {
  const user_id = callingUser(context);
  await lockSignIn(context.db, user_id);
  if (await takeCode(context, user_id, code)) return user_id;
  throw new Failure("VALIDATION_ERROR", "code: is not one that is good now");
}

async function takeRecovery(base: Base, user_id: number, code: string): Promise<boolean> {
  const { db, now } = base;
  if (!(await takeRecoveryCode(db, { user_id, hash: hashSecret(code) }))) return false;
  const actor = { kind: "user", door: "dashboard", user_id } as const;
  const target = { user_id: encodeId("usr", user_id) };
  await recordAudit({ db, now, actor }, { operation: "use_recovery_code", target });
  await tellUser(base, { user_id, notice: "code_used" });
  return true;
}

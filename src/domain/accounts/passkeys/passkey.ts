import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { hashSecret } from "../secret.ts";
import {
  findPasskey,
  insertChallenge,
  listCredentials,
  notePasskey,
  takeChallenge,
} from "./passkey-queries.ts";

/** Read when it is needed: a tenth of a server's start would be spent on it. */
const readLibrary = () => import("@simplewebauthn/server");

const WAITS_MS = 5 * 60_000;
const TEXT_MAX = 20_000;

type Base = Pick<AccountContext, "db" | "now" | "server">;

/** What a browser answers, as it is written in JSON; all else of it the library checks. */
export const Answer = z.looseObject({
  id: z.string().max(2_000).describe("The passkey's credential id in base64url."),
  rawId: z.string().max(2_000).describe("The same."),
  type: z.string().max(50).describe("public-key"),
  response: z.record(z.string(), z.unknown()).describe("What the authenticator answered."),
  clientExtensionResults: z.record(z.string(), z.unknown()).describe("What extensions answered."),
});

/** Where passkeys are good: the host of our own address, whatever a request says. */
function placeOf({ server }: Base) {
  const { hostname, origin } = new URL(server.base_url);
  return { rpID: hostname, origin };
}

/** What a browser needs to make a passkey for a user, who must show themselves to it (a PIN, a finger). */
export async function askToRegister(base: Base, user: { user_id: number; email: string }) {
  const { user_id, email } = user;
  const options = await (await readLibrary()).generateRegistrationOptions({
    ...{ rpName: "Earshot", rpID: placeOf(base).rpID, userName: email, timeout: WAITS_MS },
    userID: new TextEncoder().encode(encodeId("usr", user_id)),
    excludeCredentials: await listCredentials(base.db, user_id),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(base, options.challenge, user_id);
  return options;
}

/** What a browser needs to ask for a passkey: one of this user, or of whoever it is. */
export async function askToSignIn(base: Base, user_id: number | undefined) {
  const options = await (await readLibrary()).generateAuthenticationOptions({
    ...{ rpID: placeOf(base).rpID, timeout: WAITS_MS, userVerification: "required" },
    ...(user_id !== undefined && { allowCredentials: await listCredentials(base.db, user_id) }),
  });
  await keepChallenge(base, options.challenge, null);
  return options;
}

async function keepChallenge({ db, now }: Base, challenge: string, user_id: number | null) {
  const expires_at = new Date(now().getTime() + WAITS_MS);
  await insertChallenge(db, { hash: hashSecret(challenge), user_id, expires_at });
}

/** The passkey that a browser made for a user; VALIDATION_ERROR for any other answer than to what it was asked. */
export async function readRegistration(
  base: Base,
  user_id: number,
  answer: z.output<typeof Answer>,
) {
  const { db, now } = base;
  const { rpID, origin } = placeOf(base);
  try {
    const { verified, registrationInfo } = await (await readLibrary()).verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      ...{ expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true },
      expectedChallenge: (text) =>
        takeChallenge(db, { hash: hashSecret(text), user_id, now: now() }),
    });
    if (verified) return registrationInfo.credential;
  } catch (cause) {
    throw new Failure("VALIDATION_ERROR", "response: is no answer to what was asked", { cause });
  }
  throw new Failure("VALIDATION_ERROR", "response: is no answer to what was asked");
}

/** Whose passkey signed what a browser was asked, which spends it; undefined for any other answer. */
export async function readSignIn(base: Base, text: string): Promise<number | undefined> {
  const { db, now } = base;
  const answer = Answer.safeParse(parse(text));
  if (!answer.success || answer.data.id.includes("\0")) return undefined;
  const passkey = await findPasskey(db, answer.data.id);
  if (!passkey || passkey.is_disabled) return undefined;
  const { rpID, origin } = placeOf(base);
  const { passkey_id, credential_id: id, public_key, counter, transports, user_id } = passkey;
  try {
    const { verified, authenticationInfo } = await (
      await readLibrary()
    ).verifyAuthenticationResponse({
      response: answer.data as unknown as AuthenticationResponseJSON,
      ...{ expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true },
      expectedChallenge: (challenge) =>
        takeChallenge(db, { hash: hashSecret(challenge), user_id: null, now: now() }),
      credential: {
        id,
        publicKey: new Uint8Array(public_key),
        counter: Number(counter),
        transports,
      },
    });
    if (!verified) return undefined;
    const used = { passkey_id, counter: authenticationInfo.newCounter, now: now() };
    return (await notePasskey(db, used)) ? user_id : undefined;
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  if (text.length > TEXT_MAX) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

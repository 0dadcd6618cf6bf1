import { createHmac } from "node:crypto";
import type { AccountContext } from "#core/context.ts";
import { hashSecret, isSecret, makeSecret } from "../secret.ts";
import type { Binding } from "./provider.ts";
import { insertSignOnRequest, takeSignOnRequest } from "./sign-on-queries.ts";

const WAITS_MS = 10 * 60_000;

type Base = Pick<AccountContext, "db" | "now">;

/** Keeps that a browser goes to an organisation's provider; the secret is for its cookie, and all else comes of it. */
export async function openRequest(
  { db, now }: Base,
  { organisation_id, next }: { organisation_id: number; next: string | undefined },
): Promise<{ secret: string; binding: Binding }> {
  const secret = makeSecret("");
  const expires_at = new Date(now().getTime() + WAITS_MS);
  const row = { hash: hashSecret(secret), organisation_id, next: next ?? null, expires_at };
  await insertSignOnRequest(db, row);
  return { secret, binding: bindingOf(secret) };
}

/** The same for an answer, once, within ten minutes, in that browser; undefined for any other. */
export async function takeRequest(
  { db, now }: Base,
  { organisation_id, secret }: { organisation_id: number; secret: string | undefined },
): Promise<{ next: string | null; binding: Binding } | undefined> {
  if (secret === undefined || !isSecret(secret)) return undefined;
  const found = await takeSignOnRequest(db, {
    hash: hashSecret(secret),
    organisation_id,
    now: now(),
  });
  return found && { next: found.next, binding: bindingOf(secret) };
}

function bindingOf(secret: string): Binding {
  const derive = (what: string) => createHmac("sha256", secret).update(what).digest("base64url");
  return { state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier") };
}

import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { findUserByEmail, lockSignIn, updatePassword } from "#domain/accounts/account-queries.ts";
import { findKnownDevice } from "#domain/accounts/device.ts";
import type { MailBase } from "#domain/accounts/mail.ts";
import { type NoticeBase, tellUser } from "#domain/accounts/notice.ts";
import { hashPassword } from "#domain/accounts/password.ts";
import { findReset, insertReset, takeReset } from "#domain/accounts/reset-queries.ts";
import { hashSecret, isSecret, makeSecret } from "#domain/accounts/secret.ts";
import { endAccess } from "./end-access.ts";

/** What `sendReset` is known by. */
export const SEND_RESET = { name: "send_reset", attempts: 3, work: "mail" } as const;

const RESET_MS = 30 * 60_000;

type Base = Pick<AccountContext, "db" | "now" | "server">;

/** Puts a reset by mail in the background: the same work for every address, so that the answer and its time tell nothing. */
export async function mailReset({ db, mail, queueOn }: MailBase, email: string): Promise<void> {
  if (!mail) return;
  const user = await findReceiver(db, email);
  await queueOn(db).add(SEND_RESET, { user_id: user?.user_id ?? null });
}

async function findReceiver(db: Database, email: string) {
  return email.includes("\0") ? undefined : findUserByEmail(db, email.trim());
}

/** The address of a page where the user of an e-mail address chooses a new password, once, within 30 minutes; undefined without one. */
export async function openReset(
  { db, now, server }: Base,
  email: string,
): Promise<string | undefined> {
  const user = await findReceiver(db, email);
  if (!user) return undefined;
  const token = makeSecret("");
  const expires_at = new Date(now().getTime() + RESET_MS);
  const link = { hash: hashSecret(token), user_id: user.user_id, expires_at };
  if (!(await insertReset(db, link))) return undefined;
  return `${server.base_url}/reset/${token}`;
}

/** Whose link it is, while it is open; looking spends nothing. */
export async function readReset({ db, now }: Omit<Base, "server">, token: string) {
  if (!isSecret(token)) return undefined;
  return findReset(db, { hash: hashSecret(token), now: now() });
}

/**
 * Spends a link on a new password. All sessions end, and unless they are kept the clients, keys and share links of the user, too.
 * The user's browser with this secret stays known; false for a link that is not open.
 */
export async function resetPassword(
  base: NoticeBase,
  token: string,
  chosen: Record<"keep_clients" | "keep_keys", boolean> & { password: string },
  browser: string | undefined,
): Promise<boolean> {
  const found = await readReset(base, token);
  if (!found) return false;
  const { password, keep_clients, keep_keys } = chosen;
  const password_hash = await hashPassword(password);
  return base.db.transaction().execute(async (db) => {
    await lockSignIn(db, found.user_id);
    if (!(await takeReset(db, hashSecret(token)))) return false;
    await updatePassword(db, found.user_id, password_hash);
    await tellUser({ ...base, db }, { user_id: found.user_id, notice: "password_changed" });
    const device_id = await findKnownDevice({ ...base, db }, found.email, browser);
    const kept = device_id === undefined ? {} : { device_id };
    const what = { sessions: true, clients: !keep_clients, keys: !keep_keys, kept };
    const actor = { kind: "user", door: "dashboard", user_id: found.user_id } as const;
    const { client_ids } = await endAccess({ ...base, db, actor }, found, what);
    const target = { user_id: encodeId("usr", found.user_id), client_ids };
    await recordAudit({ ...base, db, actor }, { operation: "reset_password", target });
    return true;
  });
}

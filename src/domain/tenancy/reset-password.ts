import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { findUserByEmail, lockSignIn, updatePassword } from "#domain/accounts/account-queries.ts";
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
  if (!user || user.is_disabled) return undefined;
  const token = makeSecret("");
  const expires_at = new Date(now().getTime() + RESET_MS);
  await insertReset(db, { hash: hashSecret(token), user_id: user.user_id, expires_at });
  return `${server.base_url}/reset/${token}`;
}

/** Whose link it is, while it is open; looking spends nothing. */
export async function readReset({ db, now }: Omit<Base, "server">, token: string) {
  if (!isSecret(token)) return undefined;
  return findReset(db, { hash: hashSecret(token), now: now() });
}

/**
 * Spends a link on a new password. All sessions end, and unless they are kept the clients, keys and share links of the user, too;
 * false for a link that is not open.
 */
export async function resetPassword(
  base: NoticeBase,
  token: string,
  chosen: { password: string; keep_clients: boolean; keep_keys: boolean },
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
    const what = { sessions: true, clients: !keep_clients, keys: !keep_keys };
    const actor = { kind: "user", door: "dashboard", user_id: found.user_id } as const;
    const { client_ids } = await endAccess({ ...base, db, actor }, found, what);
    const target = { user_id: encodeId("usr", found.user_id), client_ids };
    await recordAudit({ ...base, db, actor }, { operation: "reset_password", target });
    return true;
  });
}

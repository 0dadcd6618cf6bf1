import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { findUser, findUserByEmail, lockSignIn } from "./account-queries.ts";
import { callingUser } from "./member.ts";
import { verifyPassword } from "./password.ts";

/**
 * The number of the user with this e-mail and password, and the hash that it was checked against, or undefined; a wrong
 * e-mail takes as long as a wrong password.
 */
export async function checkPassword(
  { db }: Pick<AccountContext, "db">,
  { email, password }: { email: string; password: string },
): Promise<{ user_id: number; password_hash: string } | undefined> {
  const user = email.includes("\0") ? undefined : await findUserByEmail(db, email.trim());
  const stored = user && !user.is_disabled ? user.password_hash : null;
  if (!(await verifyPassword(stored, password)) || !user || stored === null) return undefined;
  return { user_id: user.user_id, password_hash: stored };
}

/**
 * The user who calls, whose `current_password` it must be and stays until the transaction ends; VALIDATION_ERROR
 * otherwise.
 */
export async function requirePassword(context: AccountContext, current_password: string) {
  const user_id = callingUser(context);
  await lockSignIn(context.db, user_id);
  const user = await findUser(context.db, user_id);
  if (user && (await verifyPassword(user.password_hash, current_password))) return user;
  throw new Failure("VALIDATION_ERROR", "current_password: is not your password");
}

import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { findUser, findUserByEmail } from "./account-queries.ts";
import { callingUser } from "./member.ts";
import { verifyPassword } from "./password.ts";

/** The number of the user with this e-mail and password, or undefined; a wrong e-mail takes as long as a wrong password. */
export async function checkPassword(
  { db }: Pick<AccountContext, "db">,
  { email, password }: { email: string; password: string },
): Promise<number | undefined> {
  const user = email.includes("\0") ? undefined : await findUserByEmail(db, email.trim());
  const stored = user && !user.is_disabled ? user.password_hash : null;
  return (await verifyPassword(stored, password)) ? user?.user_id : undefined;
}

/** The user who calls, whose `current_password` it must be; VALIDATION_ERROR otherwise. */
export async function requirePassword(context: AccountContext, current_password: string) {
  const user = await findUser(context.db, callingUser(context));
  if (user && (await verifyPassword(user.password_hash, current_password))) return user;
  throw new Failure("VALIDATION_ERROR", "current_password: is not your password");
}

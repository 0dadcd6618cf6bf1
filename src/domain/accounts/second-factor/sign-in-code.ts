import { countWrongCode, forgetWrongCodes } from "../account-queries.ts";
import { type NoticeBase, tellUser } from "../notice.ts";
import { isRecoveryCode, takeCode } from "./authenticator.ts";

const TOLD_AT = 5;
/** As many as NIST SP 800-63B (5.2.2) allows in a row. */
const TAKEN_MAX = 100;

type Typed = { user_id: number; code: string; seen: { address: string; user_agent: string } };

/**
 * Takes a code that follows the right password, as `takeCode` does. Wrong ones in a row are told to the user, as somebody else
 * may know the password; "closed": there were a hundred, and the code of an app is not looked at any more.
 */
export async function takeSignInCode(
  base: NoticeBase,
  { user_id, code, seen }: Typed,
): Promise<"right" | "wrong" | "closed"> {
  const { db } = base;
  const count = await countWrongCode(db, user_id);
  if (count > TAKEN_MAX && !isRecoveryCode(code)) return "closed";
  if (await takeCode(base, user_id, code)) {
    await forgetWrongCodes(db, user_id);
    return "right";
  }
  if (count === TOLD_AT) await tellUser(base, { user_id, notice: "codes_guessed" }, seen);
  if (count === TAKEN_MAX) await tellUser(base, { user_id, notice: "codes_closed" }, seen);
  return count < TAKEN_MAX ? "wrong" : "closed";
}

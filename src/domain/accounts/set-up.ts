import type { AccountContext } from "#core/context.ts";
import type { Plan } from "#core/plans.ts";
import { insertOrganisation, insertUser } from "./account-queries.ts";
import { recordComing } from "./member.ts";
import { hashPassword } from "./password.ts";
import { hashSecret, makeSecret } from "./secret.ts";
import {
  deleteSetupTokens,
  findSetupToken,
  hasUsers,
  insertSetupToken,
  lockSetup,
  takeOrganisation,
} from "./setup-queries.ts";

type Base = Pick<AccountContext, "db" | "now">;

/** A one-time token for the first owner, or undefined once there is a user. Only its hash is kept. */
export async function openSetup({ db, now }: Base): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined;
  const token = makeSecret("");
  await insertSetupToken(db, hashSecret(token), now());
  return token;
}

/** What the setup form asks for. */
export type FirstOwner = { token: string; email: string; password: string; organisation: string };
/** How a setup ended: done already, refused, or the owner's number. */
export type SetupOutcome =
  | { kind: "closed" }
  | { kind: "refused" }
  | { kind: "done"; user_id: number };

/**
 * Makes the first owner, in an organisation that is there without one, as of a project that `INIT_*` made, or in a new
 * one; one caller wins, however many try at once.
 */
export async function setUp(base: Base, owner: FirstOwner, plan: Plan): Promise<SetupOutcome> {
  const isKnown = await findSetupToken(base.db, hashSecret(owner.token));
  // Asked after the token, which goes when the first user comes: one that has just gone is no wrong one.
  if (await hasUsers(base.db)) return { kind: "closed" };
  if (!isKnown) return { kind: "refused" };
  const password_hash = await hashPassword(owner.password);
  return base.db.transaction().execute(async (trx) => {
    await lockSetup(trx);
    if (await hasUsers(trx)) return { kind: "closed" };
    const organisation_id =
      (await takeOrganisation(trx, owner.organisation)) ??
      (await insertOrganisation(trx, owner.organisation, plan));
    const user = { email: owner.email, name: "", password_hash };
    const user_id = await insertUser(trx, user, { organisation_id, role: "owner" });
    await deleteSetupTokens(trx);
    const who = { organisation_id, user_id };
    await recordComing({ ...base, db: trx }, who, { operation: "set_up" });
    return { kind: "done", user_id };
  });
}

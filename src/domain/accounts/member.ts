import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import type { AccountContext, Role } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeId, encodeId, idInput, idOutput } from "#core/id.ts";
import type { AuditTarget } from "#core/operation.ts";
import type { Plan } from "#core/plans.ts";
import { countOwners, findMembership, lockOrganisation } from "./member-queries.ts";
import { isBelow, RoleName } from "./role.ts";
import type { Holder } from "./sign-on/opens.ts";

export const OrganisationId = idInput("org").describe("The organisation; get_me lists yours.");
export const UserId = idInput("usr").describe("A member; list_members lists them.");

/** A member as answers show one. */
export const Member = z.object({
  id: idOutput("usr"),
  email: z.string(),
  name: z.string(),
  role: RoleName,
  joined_at: z.string().meta({ format: "date-time" }),
});

/** The user who calls, and what their sign-in opens; account operations of the dashboard are for people only. */
export function callingMember({ actor }: Pick<AccountContext, "actor">): Holder {
  if (actor.kind !== "user") {
    throw new Failure("ROLE_REQUIRED", "Only a signed-in user can do this.");
  }
  return { user_id: actor.user_id, sign_on: actor.sign_on ?? null };
}

/**
 * The number of the user who calls, for what is theirs in all organisations; refuses those who came by the provider of
 * one, as whoever runs that could come as anybody.
 */
export function callingUser(context: Pick<AccountContext, "actor">): number {
  const { user_id, sign_on } = callingMember(context);
  if (sign_on === null) return user_id;
  throw new Failure(
    "ROLE_REQUIRED",
    "You signed in with your organisation's provider: sign in with your own password for this.",
  );
}

/** The organisation of an id, with the caller's role in it; NOT_FOUND for others', ROLE_REQUIRED below `least`. */
export async function openOrganisation(
  context: AccountContext,
  id: string,
  least: Role,
): Promise<{ organisation_id: number; role: Role; plan: Plan }> {
  const organisation_id = decodeId("org", id);
  const held = await findMembership(context.db, organisation_id, callingMember(context));
  if (!held) throw new Failure("NOT_FOUND", "There is no such organisation.");
  if (isBelow(held.role, least)) {
    throw new Failure("ROLE_REQUIRED", `This needs the role ${least}; yours is ${held.role}.`);
  }
  return { organisation_id, ...held };
}

/**
 * The same for who changes its members: they take turns until their transactions end, and the role is as the one before
 * left it.
 */
export async function holdOrganisation(
  context: AccountContext,
  id: string,
  least: Role,
): ReturnType<typeof openOrganisation> {
  const { organisation_id } = await openOrganisation(context, id, least);
  await lockOrganisation(context.db, organisation_id);
  return openOrganisation(context, id, least);
}

/** Notes what a user did in an organisation by coming to it, or what befell them there. */
export async function recordComing(
  { db, now }: Pick<AccountContext, "db" | "now">,
  { organisation_id, user_id }: { organisation_id: number; user_id: number },
  { operation, ...more }: { operation: string } & AuditTarget,
): Promise<void> {
  const actor = { kind: "user", door: "dashboard", user_id } as const;
  const own = {
    organisation_id: encodeId("org", organisation_id),
    user_id: encodeId("usr", user_id),
  };
  await recordAudit({ db, now, actor }, { operation, target: { ...own, ...more } });
}

/** Refuses to hand out, or to change, a role above the caller's own. */
export function requireReach(own: Role, role: Role): void {
  if (isBelow(own, role)) {
    throw new Failure("ROLE_REQUIRED", `Your role ${own} does not reach as far as ${role}.`);
  }
}

/** Refuses to leave an organisation without an owner who can sign in. */
export async function requireOtherOwner(
  { db }: Pick<AccountContext, "db">,
  organisation_id: number,
  leaving: { user_id: number; role: Role },
): Promise<void> {
  const { user_id, role } = leaving;
  if (role === "owner" && (await countOwners(db, organisation_id, user_id)) === 0) {
    throw new Failure(
      "CONFLICT",
      "An organisation keeps at least one owner who can sign in: name another first.",
    );
  }
}

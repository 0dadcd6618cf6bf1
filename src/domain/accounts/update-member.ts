import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import {
  holdOrganisation,
  Member,
  OrganisationId,
  requireOtherOwner,
  requireReach,
  UserId,
} from "./member.ts";
import { findMember, updateRole } from "./member-queries.ts";
import { RoleName } from "./role.ts";

export const updateMember = operation({
  name: "update_member",
  scope: "account",
  effect: "changes",
  audit: ({ organisation_id, user_id }) => ({ organisation_id, user_id }),
  sensitive: true,
  group: "Account",
  summary: "Change a member's role",
  description: "Changes what a member may do, from their next call on. The last owner stays owner.",
  returns: "The member",
  input: z.strictObject({
    organisation_id: OrganisationId,
    user_id: UserId,
    role: RoleName.describe("What they may do from now on."),
  }),
  output: Member,
  async handler(context, { organisation_id: id, user_id: member_id, role }) {
    const { organisation_id, role: own } = await holdOrganisation(context, id, "admin");
    const user_id = decodeId("usr", member_id);
    const member = await findMember(context.db, organisation_id, user_id);
    if (!member) throw new Failure("NOT_FOUND", "There is no such member.");
    requireReach(own, role);
    requireReach(own, member.role);
    if (role !== "owner")
      await requireOtherOwner(context, organisation_id, { user_id, role: member.role });
    await updateRole(context.db, organisation_id, { user_id, role });
    return { ...member, role };
  },
});

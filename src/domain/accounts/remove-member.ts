import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { forgetChoices } from "#domain/mailings/choice-queries.ts";
import {
  callingMember,
  holdOrganisation,
  OrganisationId,
  requireOtherOwner,
  requireReach,
  UserId,
} from "./member.ts";
import { deleteMembership, findMember } from "./member-queries.ts";

export const removeMember = operation({
  name: "remove_member",
  scope: "account",
  effect: "destroys",
  audit: ({ organisation_id, user_id }) => ({ organisation_id, user_id }),
  sensitive: true,
  group: "Account",
  summary: "Remove a member",
  description:
    "Takes a member out of an organisation, at once; anyone may take themselves out. The last owner stays. Invitations to them and by them count no more; keys and share links they made keep working.",
  returns: "Removed",
  status: 204,
  input: z.strictObject({ organisation_id: OrganisationId, user_id: UserId }),
  output: z.void(),
  async handler(context, { organisation_id: id, user_id: member_id }) {
    const user_id = decodeId("usr", member_id);
    const isSelf = user_id === callingMember(context).user_id;
    const least = isSelf ? "viewer" : "admin";
    const { organisation_id, role: own } = await holdOrganisation(context, id, least);
    const member = await findMember(context.db, organisation_id, user_id);
    if (!member) throw new Failure("NOT_FOUND", "There is no such member.");
    requireReach(own, member.role);
    await requireOtherOwner(context, organisation_id, { user_id, role: member.role });
    await forgetChoices(context.db, { organisation_id, user_id });
    await deleteMembership(context.db, organisation_id, { user_id, now: context.now() });
  },
});

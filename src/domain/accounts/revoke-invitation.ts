import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { findOpenRole, revokeInvitationRow } from "./invitation-queries.ts";
import { holdOrganisation, OrganisationId, requireReach } from "./member.ts";

export const revokeInvitation = operation({
  name: "revoke_invitation",
  scope: "account",
  effect: "destroys",
  audit: ({ organisation_id, invitation_id }) => ({ organisation_id, invitation_id }),
  group: "Account",
  summary: "Revoke an invitation",
  description: "Makes an open invitation's link worthless.",
  returns: "Revoked",
  status: 204,
  input: z.strictObject({
    organisation_id: OrganisationId,
    invitation_id: idInput("inv").describe("An open one; list_invitations lists them."),
  }),
  output: z.void(),
  async handler(context, { organisation_id: id, invitation_id: given }) {
    const { organisation_id, role: own } = await holdOrganisation(context, id, "admin");
    const invitation_id = decodeId("inv", given);
    const now = context.now();
    const role = await findOpenRole(context.db, organisation_id, { invitation_id, now });
    if (role) requireReach(own, role);
    const done = await revokeInvitationRow(context.db, organisation_id, { invitation_id, now });
    if (!done) throw new Failure("NOT_FOUND", "There is no such open invitation.");
  },
});

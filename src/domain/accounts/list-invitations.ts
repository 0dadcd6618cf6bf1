import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { Invitation } from "./invitation.ts";
import { listOpenInvitations } from "./invitation-queries.ts";
import { OrganisationId, openOrganisation } from "./member.ts";

export const listInvitations = operation({
  name: "list_invitations",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "List open invitations",
  description: "Lists invitations that were neither accepted nor revoked and have not expired.",
  returns: "A page of invitations",
  input: z.strictObject({ organisation_id: OrganisationId, ...Page }),
  output: pageOf(Invitation),
  async handler(context, { organisation_id: id, ...page }) {
    const { organisation_id } = await openOrganisation(context, id, "admin");
    const now = context.now();
    return listOpenInvitations(context.db, organisation_id, { page, now });
  },
});

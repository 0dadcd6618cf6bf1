import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { Member, OrganisationId, openOrganisation } from "./member.ts";
import { listMemberRows } from "./member-queries.ts";

export const listMembers = operation({
  name: "list_members",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "List members",
  description: "Lists who belongs to an organisation, with their roles.",
  returns: "A page of members",
  input: z.strictObject({ organisation_id: OrganisationId, ...Page }),
  output: pageOf(Member),
  async handler(context, { organisation_id: id, ...page }) {
    const { organisation_id } = await openOrganisation(context, id, "viewer");
    return listMemberRows(context.db, organisation_id, page);
  },
});

import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { endSignOnSessions } from "#domain/tenancy/sign-on/end-sign-on.ts";
import { holdOrganisation, OrganisationId } from "../member.ts";
import { deleteSignOn } from "./sign-on-queries.ts";

export const removeSignOn = operation({
  name: "remove_sign_on",
  scope: "account",
  effect: "destroys",
  audit: ({ organisation_id }) => ({ organisation_id }),
  sensitive: true,
  group: "Account",
  summary: "Remove an organisation's single sign-on",
  description:
    "Ends the sessions and grants by the provider. Members stay and sign in with passwords; who has none chooses one by a link.",
  returns: "Removed",
  status: 204,
  input: z.strictObject({ organisation_id: OrganisationId }),
  output: z.void(),
  async handler(context, { organisation_id: id }) {
    // Who comes by the provider at this moment has a session by then, which ends below.
    const { organisation_id } = await holdOrganisation(context, id, "owner");
    if (!(await deleteSignOn(context.db, organisation_id))) {
      throw new Failure("NOT_FOUND", "This organisation has no single sign-on.");
    }
    await endSignOnSessions(context, organisation_id, null);
  },
});

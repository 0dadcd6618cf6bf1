import * as z from "zod";
import { operation } from "#core/operation.ts";
import { OrganisationId, openOrganisation } from "../member.ts";
import { ShownSignOn, showSignOn, signOnPaths } from "./sign-on.ts";
import { findSignOn } from "./sign-on-queries.ts";

export const getSignOn = operation({
  name: "get_sign_on",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "Get an organisation's single sign-on",
  description:
    "Tells how the people of an organisation sign in at their own provider, without its secret.",
  returns: "The settings",
  input: z.strictObject({ organisation_id: OrganisationId }),
  output: z.object({
    sign_in_url: z.string().describe("Where its people sign in."),
    redirect_uri: z.string().describe("The address to enter at the provider."),
    settings: ShownSignOn.nullable().describe("Null: there is none."),
  }),
  async handler(context, { organisation_id: id }) {
    const { db, server } = context;
    const { organisation_id } = await openOrganisation(context, id, "admin");
    const found = await findSignOn(db, organisation_id);
    const { start, callback } = signOnPaths(organisation_id);
    return {
      sign_in_url: server.base_url + start,
      redirect_uri: server.base_url + callback,
      settings: found ? showSignOn(found) : null,
    };
  },
});

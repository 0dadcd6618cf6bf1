import * as z from "zod";
import { encodeId, idOutput } from "#core/id.ts";
import { nameText } from "#domain/words/name-text.ts";
import type { StoredSignOn } from "./sign-on-queries.ts";

const TEXT_MAX = 255;
const GROUPS_MAX = 100;
const text = z.string().min(1).max(TEXT_MAX);

export const GivenRole = z.enum(["viewer", "member", "admin"]);

/** How the people of an organisation sign in at their own provider, without its secret. */
export const SignOnFields = {
  label: nameText(60).describe("What the button says after `Sign in with`."),
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(TEXT_MAX)
    .describe("The provider's issuer, from which all else is discovered."),
  client_id: text.describe("What the provider knows us by."),
  scope: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/)
    .max(TEXT_MAX)
    .refine((scope) => scope.split(" ").includes("openid"), { error: "must have openid in it" })
    .describe("What is asked for; some providers name groups only where `groups` is in it."),
  groups_claim: text.describe("Where the provider names a person's groups."),
  domains: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
        .max(TEXT_MAX),
    )
    .max(GROUPS_MAX)
    .describe("Domains of mail addresses whose people may come for the first time; none: any."),
  roles: z
    .array(
      z.strictObject({
        group: text.describe("A group's name or id."),
        role: GivenRole.describe("Its people's role."),
      }),
    )
    .max(GROUPS_MAX)
    .describe("Which group has which role; of several the highest counts."),
  default_role: GivenRole.nullable().describe(
    "The role of people in none of these groups; null: they are not let in.",
  ),
  is_enforced: z
    .boolean()
    .describe("Whether passwords open this organisation for its owners alone."),
};

/** What is not said of settings that are new. */
export const FIRST_SIGN_ON = {
  scope: "openid email profile",
  groups_claim: "groups",
  domains: [],
  roles: [],
  default_role: null,
  is_enforced: false,
};

export const ShownSignOn = z.object({
  organisation_id: idOutput("org"),
  ...SignOnFields,
  has_secret: z.boolean().describe("Whether a client secret is kept."),
});

/** The paths of an organisation's sign-on. */
export function signOnPaths(organisation_id: number) {
  const start = `/sign-on/${encodeId("org", organisation_id)}`;
  return { start, callback: `${start}/callback` };
}

/** Settings as callers see them. */
export function showSignOn({ client_secret, updated_at: _, ...settings }: StoredSignOn) {
  return { ...settings, has_secret: client_secret !== null };
}

import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { findUser } from "./account-queries.ts";
import { callingMember } from "./member.ts";
import { listProjectNames, listUserOrganisations } from "./member-queries.ts";
import { RoleName } from "./role.ts";

const PROJECTS_MAX = 1_000;

export const getMe = operation({
  name: "get_me",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "Get the signed-in user",
  description:
    "Tells who is signed in, the organisations they belong to with their role and plan, and the projects there.",
  returns: "The user",
  input: z.strictObject({}),
  output: z.object({
    id: idOutput("usr"),
    email: z.string().describe("Who signs in."),
    name: z.string().describe("How they are called."),
    by_provider: z
      .boolean()
      .describe("Whether an organisation's provider let the user in, to that organisation alone."),
    organisations: z
      .array(
        z.object({
          id: idOutput("org"),
          name: z.string().describe("Its name."),
          plan: z.string().describe("Its plan, like brand/growth."),
          role: RoleName.describe("What the user may do there."),
        }),
      )
      .describe("Organisations of the user, by name."),
    projects: z
      .array(
        z.object({
          id: idOutput("prj"),
          organisation_id: idOutput("org"),
          name: z.string().describe("Its name."),
          domain: z.string().describe("The company's main domain."),
          status: z.enum(["onboarding", "active", "paused"]).describe("Whether prompts are asked."),
        }),
      )
      .describe(`Projects of these organisations by name, the first ${PROJECTS_MAX}.`),
  }),
  async handler(context) {
    const holder = callingMember(context);
    const { user_id } = holder;
    const user = await findUser(context.db, user_id);
    if (!user) throw new Failure("NOT_FOUND", "There is no such user.");
    const organisations = await listUserOrganisations(context.db, holder);
    const projects = await listProjectNames(context.db, holder, PROJECTS_MAX);
    const { email, name } = user;
    const by_provider = holder.sign_on !== null;
    return { id: user_id, email, name, by_provider, organisations, projects };
  },
});

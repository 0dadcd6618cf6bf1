import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { findUser } from "./account-queries.ts";
import { callingUser, RoleName } from "./member.ts";
import { listUserOrganisations } from "./member-queries.ts";

export const getMe = operation({
  name: "get_me",
  scope: "account",
  access: "read",
  group: "Account",
  summary: "Get the signed-in user",
  description: "Tells who is signed in, and the organisations they belong to with their role.",
  returns: "The user",
  input: z.strictObject({}),
  output: z.object({
    id: idOutput("usr"),
    email: z.string(),
    name: z.string(),
    organisations: z.array(
      z.object({ id: idOutput("org"), name: z.string(), plan: z.string(), role: RoleName }),
    ),
  }),
  async handler(context) {
    const user_id = callingUser(context);
    const user = await findUser(context.db, user_id);
    if (!user) throw new Failure("NOT_FOUND", "There is no such user.");
    const organisations = await listUserOrganisations(context.db, user_id);
    return { id: user_id, email: user.email, name: user.name, organisations };
  },
});

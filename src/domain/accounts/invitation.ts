import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { RoleName } from "./role.ts";

const DAY_MS = 86_400_000;
export const INVITATION_MS = 7 * DAY_MS;

/** An open invitation as answers show one; its link is shown when it is made, and never again. */
export const Invitation = z.object({
  id: idOutput("inv"),
  email: z.string(),
  role: RoleName,
  created_at: z.string().meta({ format: "date-time" }),
  expires_at: z.string().meta({ format: "date-time" }),
});

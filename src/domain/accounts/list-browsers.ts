import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { deviceSince } from "./device.ts";
import { listDevices } from "./device-queries.ts";
import { callingUser } from "./member.ts";

const time = z.string().meta({ format: "date-time" });

export const listBrowsers = operation({
  name: "list_browsers",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "List your browsers",
  description:
    "Lists the browsers that you have signed in with, the last used first, and until when the password is enough in one.",
  returns: "A page of browsers",
  input: z.strictObject({ ...Page }),
  output: pageOf(
    z.object({
      id: idOutput("dev"),
      user_agent: z.string(),
      network: z.string(),
      created_at: time,
      last_used_at: time,
      trusted_until: time.nullable().describe("Null: the second factor is asked for there."),
    }),
  ),
  async handler(context, page) {
    const now = context.now();
    const since = deviceSince(now);
    return listDevices(context.db, callingUser(context), { since, now, page });
  },
});

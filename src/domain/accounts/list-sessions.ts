import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { callingMember } from "./member.ts";
import { idleSince } from "./session.ts";
import { listLivingSessions } from "./session-queries.ts";

export const listSessions = operation({
  name: "list_sessions",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "List your sessions",
  description: "Lists where you are signed in, the last used first.",
  returns: "A page of sessions",
  input: z.strictObject({ ...Page }),
  output: pageOf(
    z.object({
      id: idOutput("ses"),
      user_agent: z.string(),
      address: z.string(),
      created_at: z.string().meta({ format: "date-time" }),
      last_used_at: z.string().meta({ format: "date-time" }),
      expires_at: z.string().meta({ format: "date-time" }),
      is_current: z.boolean().describe("True for the session of this call."),
    }),
  ),
  async handler(context, page) {
    const now = context.now();
    const { actor } = context;
    const holder = callingMember(context);
    const window = { now, idle_since: idleSince(now) };
    const current = actor.kind === "user" ? actor.session_id : undefined;
    const found = await listLivingSessions(context.db, holder, { ...window, page });
    const data = found.data.map((row) => ({ ...row, is_current: row.id === current }));
    return { ...found, data };
  },
});

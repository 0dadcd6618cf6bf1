import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { callingUser } from "./member.ts";
import { idleSince } from "./session.ts";
import { listLivingSessions } from "./session-queries.ts";

export const listSessions = operation({
  name: "list_sessions",
  scope: "account",
  access: "read",
  group: "Account",
  summary: "List your sessions",
  description: "Lists where you are signed in, the last used first; at most 100.",
  returns: "Sessions",
  input: z.strictObject({}),
  output: z.object({
    data: z.array(
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
  }),
  async handler(context) {
    const now = context.now();
    const { actor } = context;
    const user_id = callingUser(context);
    const window = { now, idle_since: idleSince(now) };
    const current = actor.kind === "user" ? actor.session_id : undefined;
    const rows = await listLivingSessions(context.db, user_id, window);
    const data = rows.map(({ session_id, ...row }) => ({
      ...row,
      id: session_id,
      is_current: session_id === current,
    }));
    return { data };
  },
});

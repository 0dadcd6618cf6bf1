import * as z from "zod";
import { operation } from "#core/operation.ts";
import { callingMember } from "./member.ts";
import { deleteOtherSessions, holdSession } from "./session-queries.ts";

export const endOtherSessions = operation({
  name: "end_other_sessions",
  scope: "account",
  effect: "destroys",
  audit: () => ({}),
  group: "Account",
  summary: "End your other sessions",
  description: "Signs you out everywhere but here.",
  returns: "Ended",
  status: 204,
  input: z.strictObject({}),
  output: z.void(),
  async handler(context) {
    const { db, actor } = context;
    const kept = actor.kind === "user" ? actor.session_id : undefined;
    const holder = callingMember(context);
    // Of two that end each other one stays.
    if (kept !== undefined) {
      await holdSession(db, { session_id: kept, user_id: holder.user_id });
    }
    await deleteOtherSessions(db, holder, kept);
  },
});

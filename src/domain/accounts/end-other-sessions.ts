import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { lockSignIn } from "./account-queries.ts";
import { callingMember } from "./member.ts";
import { deleteOtherSessions, hasSession } from "./session-queries.ts";

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
  output: z.object({}),
  async handler(context) {
    const { db, actor } = context;
    const kept = actor.kind === "user" ? actor.session_id : undefined;
    const holder = callingMember(context);
    // Of two that end each other one stays.
    await lockSignIn(db, holder.user_id);
    if (kept !== undefined && !(await hasSession(db, kept))) {
      throw new Failure("UNAUTHORIZED", "Sign in first: this session was ended.");
    }
    await deleteOtherSessions(db, holder, kept);
    return {};
  },
});

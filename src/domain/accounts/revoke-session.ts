import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { callingMember } from "./member.ts";
import { deleteSession } from "./session-queries.ts";

export const revokeSession = operation({
  name: "revoke_session",
  scope: "account",
  effect: "destroys",
  audit: ({ session_id }) => ({ session_id }),
  group: "Account",
  summary: "End one of your sessions",
  description: "Signs you out where that session is.",
  returns: "Ended",
  status: 204,
  input: z.strictObject({
    session_id: idInput("ses").describe("One of yours; list_sessions lists them."),
  }),
  output: z.void(),
  async handler(context, { session_id }) {
    const number = decodeId("ses", session_id);
    if (!(await deleteSession(context.db, callingMember(context), number))) {
      throw new Failure("NOT_FOUND", "You have no such session.");
    }
  },
});

import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { forgetDevice } from "./device-queries.ts";
import { callingUser } from "./member.ts";

export const forgetBrowser = operation({
  name: "forget_browser",
  scope: "account",
  effect: "destroys",
  audit: ({ browser_id }) => ({ browser_id }),
  group: "Account",
  summary: "Forget one of your browsers",
  description:
    "The next sign-in there is as in a new browser: it asks for the second factor, and you get mail about it.",
  returns: "Forgotten",
  status: 204,
  input: z.strictObject({
    browser_id: idInput("dev").describe("One of yours; list_browsers lists them."),
  }),
  output: z.void(),
  async handler(context, { browser_id }) {
    const device_id = decodeId("dev", browser_id);
    if (!(await forgetDevice(context.db, callingUser(context), device_id))) {
      throw new Failure("NOT_FOUND", "You have no such browser.");
    }
  },
});

import { hash } from "node:crypto";
import type { Context } from "hono";
import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import type { AnyOperation } from "#core/operation.ts";
import { keepCallAnswer, takeCallName } from "#domain/keys/call-names.ts";

/**
 * Whether doing an operation twice adds twice, so that clients may name a call of it to have it done once. What REST does
 * not have takes no name: its answer may be a secret that is shown once, and is kept nowhere.
 */
export const takesName = (operation: AnyOperation): operation is AnyOperation & Adding =>
  operation.effect === "adds" && operation.transaction !== "own" && operation.route !== undefined;
type Adding = { effect: "adds" };

/**
 * An operation as its request names it by `Idempotency-Key`: sent again within a day it does nothing and answers what it
 * did. Name and answer are kept in the transaction of what is done, so a call that failed may be sent again.
 */
export function once(c: Context, operation: AnyOperation): AnyOperation {
  const key = c.req.header("idempotency-key");
  if (key === undefined || !takesName(operation)) return operation;
  if (!KEY.test(key)) {
    throw new Failure(
      "VALIDATION_ERROR",
      "Idempotency-Key: must be 1 to 255 visible ASCII characters, like a UUID",
    );
  }
  const name = digest(key);
  let isAgain = false;
  return {
    ...operation,
    output: z.unknown(),
    audit: (input, answer) => (isAgain ? null : operation.audit(input, answer)),
    async handler(context: ProjectContext, input, body) {
      const { db, project, now } = context;
      const asked = digest(JSON.stringify([operation.name, input]));
      const before = await takeCallName(db, project, { name, asked, now: now() });
      isAgain = before !== undefined;
      if (before) {
        c.header("Idempotent-Replayed", "true");
        return before.answer;
      }
      const answer = operation.output.parse(await operation.handler(context, input, body));
      await keepCallAnswer(db, project, { name, answer });
      return answer;
    },
  };
}

const KEY = /^[\x21-\x7e]{1,255}$/;
const digest = (text: string) => hash("sha256", text, "buffer");

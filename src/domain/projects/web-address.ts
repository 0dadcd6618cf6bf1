import * as z from "zod";

/** An address over http or https that a user gives: one that `new URL` takes, in one piece, without user or password. */
export const WebAddress = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((text) => URL.canParse(text) && !/\s/.test(text), {
    error: "must be an address like https://example.com/path",
    abort: true,
  })
  .refine((text) => !new URL(text).username && !new URL(text).password, {
    error: "must not hold a user name or password",
  });

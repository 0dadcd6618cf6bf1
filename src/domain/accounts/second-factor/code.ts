import * as z from "zod";

const CODE_MAX = 64;

/** What somebody types as a second factor. */
export const Code = z.string().min(1).max(CODE_MAX).describe("What the app shows now.");
export const AnyCode = Code.describe("What the app shows now, or a recovery code.");

export const RecoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .describe("Each stands for a lost app once; those of before are worthless."),
});

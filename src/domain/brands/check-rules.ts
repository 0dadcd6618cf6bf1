import { Failure } from "#core/failure.ts";

/** Refuses a brand's rules that cannot be used: a pattern that is no JavaScript regular expression. */
export async function checkRules({ regex }: { regex?: string | null | undefined }): Promise<void> {
  if (regex === null || regex === undefined) return;
  try {
    new RegExp(regex, "iu");
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^Invalid regular expression: /, "");
    throw new Failure("VALIDATION_ERROR", `regex: is not a JavaScript pattern: ${reason}`, {
      cause,
      problem: "FORMAT",
    });
  }
}

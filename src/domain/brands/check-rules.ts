import { Failure } from "#core/failure.ts";
import { checkRegex } from "#domain/detection/brand-regex.ts";

/** Refuses a brand's rules that cannot be used: a pattern that is none, or that could take too long on some text. */
export async function checkRules({ regex }: { regex?: string | null | undefined }): Promise<void> {
  if (regex === null || regex === undefined) return;
  const checked = await checkRegex(regex);
  if (checked.ok) return;
  throw new Failure("VALIDATION_ERROR", `regex: ${checked.reason}`, { problem: "FORMAT" });
}

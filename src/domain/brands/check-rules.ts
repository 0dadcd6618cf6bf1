import { Failure } from "#core/failure.ts";
import { checkRegex } from "#domain/detection/brand-regex.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

type Rules = { regex?: string | null | undefined };

/**
 * Refuses a brand's rules that cannot be used: a pattern that is none, or that could take too long on some text. The one that the
 * brand has is not looked at again.
 */
export async function checkRules(
  { project_id }: Tenant,
  { regex }: Rules,
  before?: Rules,
): Promise<void> {
  if (regex === null || regex === undefined || regex === before?.regex) return;
  const checked = await checkRegex(regex, String(project_id));
  if (checked.ok) return;
  throw new Failure("VALIDATION_ERROR", `regex: ${checked.reason}`, { problem: "FORMAT" });
}

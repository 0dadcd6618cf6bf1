import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { BrandRules } from "#domain/detection/brand-rules.ts";
import { createDetector, detectAnswers } from "#domain/detection/detect-answers.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/**
 * Which of some texts name the project's own brand, in their order; its own expression does not count. In a transaction
 * the brand stays as it is to its end: once it has changed, all prompts are there to be looked at again.
 */
export async function namesOwnBrand(
  db: Database,
  { project_id }: Tenant,
  texts: readonly string[],
): Promise<boolean[]> {
  await sql`select from brands where project_id = ${project_id} and is_own for share`.execute(db);
  const { rows } = await sql<BrandRules>`
    select brand_id, name, aliases, domains, null as regex, exclude_phrases from brands
    where project_id = ${project_id} and is_own`.execute(db);
  const found = await detectAnswers(
    createDetector(rows),
    texts.map((answer) => ({ answer, is_question: true })),
  );
  return found.map(({ mentions }) => mentions.length > 0);
}

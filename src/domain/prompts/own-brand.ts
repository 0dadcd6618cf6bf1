import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { BrandRules } from "#domain/detection/brand-rules.ts";
import { compileBrands, findMentions } from "#domain/detection/match-brands.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** Tells whether a text names the project's own brand. */
export async function readOwnBrand(
  db: Database,
  { project_id }: Tenant,
): Promise<(text: string) => boolean> {
  const { rows } = await sql<BrandRules>`
    select brand_id, name, aliases, domains, regex, exclude_phrases from brands
    where project_id = ${project_id} and is_own`.execute(db);
  const matcher = compileBrands(rows);
  return (text) => findMentions(matcher, text).length > 0;
}

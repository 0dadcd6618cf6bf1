import { type Database, didChange } from "#core/database.ts";
import type { Classification } from "#domain/detection/known-domains.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** Sets what kind of site a project's domain is; false when the project knows no such domain. */
export async function setClassification(
  db: Database,
  { project_id }: Tenant,
  change: { domain: string; classification: Classification; by_user: boolean },
): Promise<boolean> {
  const classified = db
    .updateTable("domains")
    .set({ classification: change.classification, is_classified_by_user: change.by_user })
    .where("project_id", "=", project_id)
    .where("domain", "=", change.domain);
  return didChange(classified);
}

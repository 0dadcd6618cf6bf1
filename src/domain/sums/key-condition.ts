import { type RawBuilder, sql } from "kysely";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "./answer-scope.ts";
import { keptPrompts, scopeConditions } from "./scope-conditions.ts";

/**
 * The condition of `factCondition` on answers `of` that are found one by one, by their key: their prompts are looked up
 * in a hash. In the list of an array each of thousands would be compared with half of it.
 */
export function keyCondition(tenant: Tenant, scope: DatedScope, of: string): RawBuilder<unknown> {
  const at = (column: string) => sql.ref(`${of}.${column}`);
  const prompts = keptPrompts(tenant, scope);
  const conditions = [
    sql`${at("project_id")} = ${tenant.project_id}`,
    sql`${at("day")} between ${scope.date_from}::date and ${scope.date_to}::date`,
    // As a value it stays a look-up, and does not become a join.
    ...(prompts ? [sql`(${at("prompt_id")} in (${prompts})) is true`] : []),
    ...scopeConditions(tenant, scope, { on: ["model", "answer"], of }),
  ];
  return sql.join(conditions, sql` and `);
}

import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";

type Sql = RawBuilder<unknown>;
/** What chooses some rows; `columns`: with their types. */
type Asked = { name: string; scope: DatedScope; also?: unknown; columns: string };

/**
 * A selection of what is counted in the facts of a scope: counted once with all tables joined whole, and kept as
 * `keepCounted` keeps it.
 */
export async function keepRows(
  db: Database,
  tenant: Tenant,
  { columns, ...asked }: Asked,
  rows: Sql,
): Promise<Sql> {
  const found = sql<{ json: string }>`
    select coalesce(json_agg(r), '[]')::text as json from (${rows}) r`;
  const { json } = await keepCounted(db, tenant, asked, () =>
    joinWhole(db, true, async () => ({ json: "[]", ...(await found.execute(db)).rows[0] })),
  );
  return sql`select * from json_to_recordset(${json}::json) as kept (${sql.raw(columns)})`;
}

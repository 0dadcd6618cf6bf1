import { type RawBuilder, sql } from "kysely";
import { SUMS, type SumsTable, valuesOf } from "./measures.ts";

type Sql = RawBuilder<unknown>;

/** The columns of a table of sums that tell its rows apart. */
export function keyOfSums(table: SumsTable): string[] {
  return ["project_id", "span", "start", ...SUMS[table].key];
}

/** `insert into` a table of sums all its columns: project, span, start, the key, the sums, the brands. */
export function insertInto(table: SumsTable, as: string = table): Sql {
  const columns = [...keyOfSums(table), ...valuesOf(table)];
  return sql.raw(`insert into ${table}_rollup as ${as} (${columns.join(", ")})`);
}

/**
 * That rows of a table of sums are of some starts of a span. Where other columns stand before the start in its key, these
 * are named, too, `models` being all that there are: PostgreSQL before 18 would read all rows of the span instead.
 */
export function ofStarts(
  table: SumsTable,
  { project_id, models }: { project_id: number; models: readonly number[] },
  { span, starts }: { span: number; starts: readonly string[] },
): Sql {
  const key: readonly string[] = SUMS[table].key;
  const before = key.includes("only_branded")
    ? sql`and only_branded in (false, true) and model_id = any(${models}::integer[])`
    : sql``;
  return sql`project_id = ${project_id} and span = ${span} ${before} and start = any(${starts}::date[])`;
}

export function list(parts: readonly string[]): Sql {
  return sql.raw(parts.join(", "));
}

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

export function list(parts: readonly string[]): Sql {
  return sql.raw(parts.join(", "));
}

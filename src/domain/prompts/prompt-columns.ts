import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import { prepare, type Stands } from "#domain/accounts/prepared.ts";

/** How a column is read: a time comes as RFC 3339 in UTC, as from any other statement. */
type Columns<Row> = { readonly [Name in keyof Row & string]: "value" | "time" };

/**
 * A prepared statement of many rows: each column comes as one list of JSON, as to read each cell by itself takes twice as
 * long. `build` says their order.
 */
export function prepareList<Values extends Record<string, unknown>, Row extends object>(
  columns: Columns<Row>,
  build: (stands: Stands<Values>) => RawBuilder<unknown>,
): (db: Database, values: Values) => Promise<Row[]> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const listOf = (name: keyof Row & string) =>
    sql`json_agg(${sql.ref(name)}${columns[name] === "time" ? sql` at time zone 'UTC'` : sql``}) as ${sql.ref(name)}`;
  const read = prepare<Values, Record<string, unknown[] | null>>(
    (stands) => sql`select ${sql.join(names.map(listOf))} from (${build(stands)}) listed`,
  );
  return async (db, values) => {
    const [found = {}] = await read(db, values);
    const lists = names.map((name) =>
      columns[name] === "time" ? found[name]?.map((time) => time && `${time}Z`) : found[name],
    );
    return (lists[0] ?? []).map((_, place) => {
      const row: Record<string, unknown> = {};
      for (const [at, name] of names.entries()) row[name] = lists[at]?.[place];
      return row as Row;
    });
  };
}

import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";

/** Takes the place of a value while its statement is put together. */
class Stand {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stand-ins by the names of the values that take their places. */
export type Stands<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/**
 * A statement that is put together once: with the stand-ins that `build` is given, in whose places each execution puts
 * its values. For what nearly every request asks: putting a statement together takes as long as reading its rows.
 */
export function prepare<Values extends Record<string, unknown>, Row>(
  build: (stands: Stands<Values>, db: Database) => { compile(db: Database): CompiledQuery<Row> },
): (db: Database, values: Values) => Promise<Row[]> {
  let statement: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    statement ??= build(makeStands<Values>(), db).compile(db);
    const parameters = statement.parameters.map((one) =>
      one instanceof Stand ? values[one.name] : one,
    );
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}

function makeStands<Values>(): Stands<Values> {
  const standFor = (_: unknown, name: string) => sql.val(new Stand(name));
  return new Proxy({}, { get: standFor }) as Stands<Values>;
}

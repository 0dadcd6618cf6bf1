import { type RawBuilder, sql } from "kysely";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Dimension, factColumns, isFrom, typeOf } from "./dimensions.ts";
import { SUMS, type SumsTable } from "./measures.ts";
import { sameAnswer } from "./scope-conditions.ts";
import { type Days, startsBySpan } from "./spans.ts";

type Sql = RawBuilder<unknown>;

/**
 * The rows of a table of sums that make up a range of days, as one relation with its key, start and `columns`; `only`:
 * a condition on them.
 */
export function sumRows(
  table: SumsTable,
  columns: readonly string[],
  { project_id, days, only = sql`true` }: Tenant & { days: Days; only?: Sql },
): Sql {
  const list = sql.raw(["start", ...SUMS[table].key, ...columns].join(", "));
  const parts = startsBySpan(days).map(({ span, starts, run }) => {
    // A single run is a step into the index and a walk along it; many are as many steps.
    const isOf = run
      ? sql`start between ${run.first}::date and ${run.last}::date`
      : sql`start = any(${starts}::date[])`;
    return sql`select ${list} from ${sql.table(`${table}_rollup`)}
      where project_id = ${project_id} and span = ${sql.lit(span)} and ${isOf} and ${only}`;
  });
  return sql`(${sql.join(parts, sql` union all `)})`;
}

/** Rows `f` of facts, and how they are reached from it: `answers` are their own. */
export type Facts = { facts: Sql; columns: Sql; isAnswer: boolean };

/** Rows of facts of some days in the columns that dimensions are made of and `columns`, which are read from `f`. */
export function factRows(
  { project_id }: Tenant,
  { dimensions, ...days }: Days & { dimensions: readonly Dimension[] },
  { facts, columns, isAnswer }: Facts,
): Sql {
  const parts = ["f.day as start", "f.model_id", "f.prompt_id", ...factColumns(dimensions)];
  const joins: Sql[] = [];
  if (isFrom(dimensions, "prompt")) {
    joins.push(sql`join prompts p on p.project_id = ${project_id} and p.prompt_id = f.prompt_id`);
  }
  // A prompt's facts count in each of its tags.
  if (isFrom(dimensions, "tag")) {
    joins.push(
      sql`join prompt_tags t on t.project_id = ${project_id} and t.prompt_id = f.prompt_id`,
    );
  }
  if (isFrom(dimensions, "answer")) {
    joins.push(
      isAnswer
        ? sql`cross join lateral (select f.*) a`
        : sql`join answers a on a.project_id = ${project_id} and ${sameAnswer("a", "f")}
            and a.day between ${days.date_from}::date and ${days.date_to}::date`,
    );
  }
  return sql`(select ${sql.raw(parts.join(", "))}, ${columns} from (${facts}) f
    ${sql.join([sql``, ...joins], sql` `)})`;
}

/** Some columns of rows as a relation `k`, to find the same rows elsewhere. */
export function keysOf(rows: readonly Record<string, unknown>[], names: readonly string[]): Sql {
  const keys = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
  const columns = names.map((name) => `${name} ${typeOf(name)}`);
  return sql`json_to_recordset(${JSON.stringify(keys)}::json) as k (${sql.raw(columns.join(", "))})`;
}

/** `where` and the conditions, or nothing. */
export function where(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

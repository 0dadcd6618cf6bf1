import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { daySums, factsOf } from "./day-sums.ts";
import { SUMS, type SumsTable, valuesOf } from "./measures.ts";
import { SPANS, spanStartOf } from "./spans.ts";
import { insertInto, list, ofStarts } from "./sums-columns.ts";

/** Rows that changed are looked up one by one; more of them are cheaper to write with all others of their days. */
const CHANGED_MAX = 5_000;

/** Whose sums to make, of which days and models, 0 being all of them, and how many bits the brands take. */
export type Work = {
  project_id: number;
  days: readonly string[];
  models: readonly number[];
  bits: number;
};

/** A row of a day: its key and what it sums to now; null: nothing is left of it. */
export type ChangedRow = { start: string } & Record<string, unknown>;

/** The rows of some days that are not what their facts sum to; null: more than are worth looking up. */
export async function listChanged(
  db: Database,
  table: SumsTable,
  { project_id, days, models, bits }: Work,
): Promise<ChangedRow[] | null> {
  const own = list(SUMS[table].key);
  const columns = valuesOf(table);
  const kept = columns.map((name) => (name === "brands" ? `brands::bit(${bits})` : name));
  const of = (one: "f" | "k") => list(columns.map((name) => `${one}.${name}`));
  const rows = await rowsOf<ChangedRow>(db)`
    with fresh (project_id, one, start, ${own}, ${list(columns)}) as (
      ${daySums(table, factsOf({ project_id, days }), bits)}
    ), kept (start, ${own}, ${list(columns)}) as (
      select start, ${own}, ${list(kept)} from ${sql.table(`${table}_rollup`)}
      where ${ofStarts(table, { project_id, models }, { span: 1, starts: days })}
    )
    select start, ${own}, ${of("f")} from fresh f full join kept k using (start, ${own})
    where (${of("f")}) is distinct from (${of("k")})
    limit ${CHANGED_MAX + 1}`;
  return rows.length > CHANGED_MAX ? null : rows;
}

/** Writes rows of days that changed, and those of longer spans that are made of them; no others. */
export async function putChanged(
  db: Database,
  table: SumsTable,
  { work, rows }: { work: Work; rows: readonly ChangedRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  // They are few and have indexes, whatever statistics say.
  await sql`set local enable_nestloop = on`.execute(db);
  for (const [index, span] of SPANS.entries()) {
    await deleteRows(db, table, { work, rows, span });
    if (span === 1) await insertRows(db, table, { work, rows });
    else await insertSpans(db, table, { work, rows, span, part: SPANS[index - 1] ?? 1 });
  }
  await sql`set local enable_nestloop = off`.execute(db);
}

type Changed = { work: Work; rows: readonly ChangedRow[] };

async function deleteRows(
  db: Database,
  table: SumsTable,
  { work: { project_id }, rows, span }: Changed & { span: number },
): Promise<void> {
  await sql`
    delete from ${sql.table(`${table}_rollup`)} r using ${keysOf(table, { rows, span })} c
    where r.project_id = ${project_id} and r.span = ${span} and r.start = c.start
      and ${isSameKey(table)}`.execute(db);
}

async function insertRows(
  db: Database,
  table: SumsTable,
  { work: { project_id }, rows }: Changed,
): Promise<void> {
  const left = rows.filter((row) => row[valuesOf(table)[0] ?? ""] !== null);
  const types = valuesOf(table).map((name) => `${name} ${typeOf(name, "bigint")}`);
  await sql`
    ${insertInto(table)} select ${project_id}::integer, 1, c.*
    from ${recordset(left, [...keyTypes(table), ...types])} order by 3`.execute(db);
}

async function insertSpans(
  db: Database,
  table: SumsTable,
  { work: { project_id, bits }, rows, span, part }: Changed & { span: number; part: number },
): Promise<void> {
  const own = list(SUMS[table].key.map((name) => `r.${name}`));
  await sql`
    ${insertInto(table)}
    select ${project_id}::integer, ${span}::smallint, c.start, ${own}, ${sumsOfSums(table, bits)}
    from ${keysOf(table, { rows, span })} c
    cross join generate_series(0, ${sql.lit(span - part)}, ${sql.lit(part)}) later
    join ${sql.table(`${table}_rollup`)} r on r.project_id = ${project_id} and r.span = ${part}
      and r.start = c.start + later and ${isSameKey(table)}
    group by 3, ${own} order by 3, ${own}`.execute(db);
}

/** What rows of sums sum to, the brands as so many `bits`. */
export function sumsOfSums(table: SumsTable, bits: number): RawBuilder<unknown> {
  return list(
    valuesOf(table).map((name) =>
      name === "brands" ? `bit_or(brands::bit(${bits}))` : `sum(${name})`,
    ),
  );
}

/** That a row `r` of sums is the one whose key is in `c`. */
const isSameKey = (table: SumsTable) =>
  sql.raw(SUMS[table].key.map((name) => `r.${name} = c.${name}`).join(" and "));

/** The keys of the rows of a span that some rows of days are part of, as a relation. */
function keysOf(table: SumsTable, { rows, span }: { rows: readonly ChangedRow[]; span: number }) {
  const { key } = SUMS[table];
  const keys = rows.map((row) =>
    Object.fromEntries(["start", ...key].map((name) => [name, row[name]])),
  );
  return sql`(
    select distinct ${spanStartOf("start", span)} as start, ${list(key)}
    from ${recordset(keys, keyTypes(table))})`;
}

function recordset(rows: readonly object[], types: readonly string[]): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as c (${list(types)})`;
}

function keyTypes(table: SumsTable): string[] {
  return ["start date", ...SUMS[table].key.map((name) => `${name} ${typeOf(name, "integer")}`)];
}

function typeOf(name: string, number: "integer" | "bigint"): string {
  if (name === "country_code") return "text";
  if (name === "brands") return "varbit";
  return name === "is_branded" || name === "only_branded" ? "boolean" : number;
}

import type pg from "pg";
import { readTables } from "./schema-files.ts";

type Table = Awaited<ReturnType<typeof readTables>>[number];
type Column = Table["columns"][number];

const FOREIGN_KEY = "23503";

/**
 * Puts two rows into every table of any version of the schema. Numbers and texts of the first are 1 and "1", of the
 * second 2 and "2", so that each row refers to the row of the same number in other tables.
 */
export async function fillTables(pool: pg.Pool): Promise<string[]> {
  const tables = await readTables(pool);
  let waiting = tables;
  while (waiting.length > 0) {
    const refused: Table[] = [];
    for (const table of waiting) if (!(await fill(pool, table))) refused.push(table);
    if (refused.length === waiting.length)
      throw new Error(`these tables cannot be filled: ${refused.map(({ name }) => name)}`);
    waiting = refused;
  }
  return tables.map(({ name }) => name);
}

/** False when a table must be filled first that this one refers to. */
async function fill(pool: pg.Pool, table: Table): Promise<boolean> {
  const names = table.columns.map(({ column_name }) => column_name).join(", ");
  const rows = [1, 2].map((row) => table.columns.map((column) => cellOf(column, table, row)));
  try {
    await pool.query(
      `insert into ${table.name} (${names}) overriding system value
       values ${rows.map((values) => `(${values.join(", ")})`).join(", ")}`,
    );
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === FOREIGN_KEY) return false;
    throw error;
  }
}

function cellOf({ column_name, type }: Column, { constraints }: Table, row: number): string {
  if (type.endsWith("[]")) return `array[${plainValue(type.slice(0, -2), row)}]::${type}`;
  if (column_name === "cells") return "'\\x85'"; // Packed: only of its own format.
  const check = constraints.find(
    ({ kind, text }) => kind === "c" && text.includes(`${column_name} = ANY (ARRAY[`),
  );
  const allowed = check && /'([^']*)'/.exec(check.text)?.[1];
  return allowed === undefined ? plainValue(type, row) : `'${allowed}'`;
}

function plainValue(type: string, row: number): string {
  const values: Record<string, string> = {
    "bit varying": `B'1'`,
    boolean: "true",
    bytea: `'\\x0${row}'`,
    date: `'2026-01-0${row}'`,
    jsonb: `'{"number": ${row}}'`,
    text: `'${row}'`,
    "timestamp with time zone": `'2026-01-0${row}'`,
    uuid: `'00000000-0000-0000-0000-00000000000${row}'`,
  };
  return values[type] ?? String(row);
}

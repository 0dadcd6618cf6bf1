import { createHash } from "node:crypto";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import type { Line } from "#domain/answers/ingest/read-lines.ts";
import type { Columns } from "./backup-tables.ts";

/** Raised when a reader of the old form would misread the new one. */
export const BACKUP_VERSION = 1;

const Header = z.object({
  earshot_backup: z.int(),
  exported_at: z.string(),
  server_version: z.string(),
  project: z.string(),
  tables: z.record(z.string(), z.array(z.string())),
});
const End = z.object({
  end: z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() }),
});

/** How many rows of each table. */
export type Counts = Record<string, number>;

/** Counts rows and sums bytes, line by line; the last line holds what it says. */
export function makeSeal() {
  const hash = createHash("sha256");
  const rows: Counts = {};
  return {
    rows,
    add(line: string, table?: string) {
      hash.update(line).update("\n");
      if (table !== undefined) rows[table] = (rows[table] ?? 0) + 1;
    },
    end: () => ({ rows, sha256: hash.digest("hex") }),
  };
}

/** The first line of a backup. */
export function headerOf(
  facts: Omit<z.output<typeof Header>, "earshot_backup" | "tables">,
  columns: Columns,
) {
  return { earshot_backup: BACKUP_VERSION, ...facts, tables: Object.fromEntries(columns) };
}

/** The failure of a file that is no whole backup; nothing of it is kept. */
export function refuseBackup(reason: string, cause?: unknown): Failure {
  return new Failure("VALIDATION_ERROR", `${reason} Nothing was restored.`, { cause });
}

/** The columns that a backup has by its first line; refuses what is no backup, and one with more than these: a newer Earshot made it. */
export function readHeader(line: Line | undefined, known: Columns): Columns {
  const value = parse(line?.text);
  if (typeof value !== "object" || value === null || !("earshot_backup" in value)) {
    throw refuseBackup("This is no backup of a project: npm run export -- project makes one.");
  }
  const parsed = Header.safeParse(value);
  const version = Number(value.earshot_backup);
  if (version > BACKUP_VERSION) throw newer(`Its format is ${version}`);
  if (!parsed.success) throw refuseBackup("The backup is damaged at line 1.", parsed.error);
  for (const [table, columns] of Object.entries(parsed.data.tables)) {
    const strange = columns.find((column) => !known.get(table)?.includes(column));
    if (!known.has(table)) throw newer(`It has a table ${table}`);
    if (strange) throw newer(`Its table ${table} has a column ${strange}`);
  }
  return new Map(Object.entries(parsed.data.tables));
}

function newer(reason: string): Failure {
  return refuseBackup(
    `${reason}, which this Earshot does not know: a newer one made it. Update this one first.`,
  );
}

/** A line after the first: a row of a table, the end, or null when it is neither. */
export function readRow(
  text: string,
): { table: string; row: string } | z.output<typeof End> | null {
  const [, table, row] = /^\{"([a-z_]+)":(\{.*\})\}$/s.exec(text) ?? [];
  if (!table || !row) return null;
  if (table !== "end") return { table, row };
  const parsed = End.safeParse(parse(text));
  return parsed.success ? parsed.data : null;
}

function parse(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

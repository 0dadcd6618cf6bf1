import type { DeleteResult, Insertable, Kysely, Selectable, UpdateResult } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../../migrations/tables.ts";
import { Failure, type FailureCode } from "./failure.ts";

/** A connection pool, or one transaction of it: queries cannot tell and need not. */
export type Database = Kysely<Tables>;

/** What is read of a database. */
export type Reading<Result> = (db: Database) => Promise<Result>;

/** A row of a table as it is read. */
export type StoredRow<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** What a new row of a table is given; what the database fills in may be left out. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;

/** A change of some columns; absent and undefined ones stay as they are. */
export type Change<Row> = { [Column in keyof Row]?: Row[Column] | undefined };

/** Runs a statement for its rows: rowsOf<Row>(db)`select ...`. */
export const rowsOf =
  <Row = unknown>(db: Database) =>
  async (parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    (await sql<Row>(parts, ...values).execute(db)).rows;

/** Runs a statement; true where it changed or deleted a row. */
export async function didChange(change: {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>;
}): Promise<boolean> {
  const done = await change.executeTakeFirst();
  return ("numUpdatedRows" in done ? done.numUpdatedRows : done.numDeletedRows) > 0n;
}

// SQLSTATE classes: 08 connection, 25006 read-only, 53 resources, 57P shutting down, 57014 statement timeout; then what sockets say.
const AWAY =
  /^(08|25006|53|57P|57014|ECONN|EPIPE|ETIMEDOUT|ENO(ENT|TFOUND)|EHOSTUNREACH|EAI_AGAIN)/;
const AWAY_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after|database .* is not currently accepting)/;

const SILENT = "The database does not answer in time; try again.";
const WORDS: { [code: string]: string } = {
  53100: "The disk of the database is full: free space.",
  25006: "The database takes no changes: see its disk, or whether DATABASE_URL names a standby.",
};

/** What a database error means to a caller: away, or in conflict with another call; other errors stay as they are. */
export function translateDatabaseError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof Failure) return cause;
  const code = String((cause as { code?: unknown }).code ?? "");
  const meaning = (code: FailureCode, words: string) => new Failure(code, words, { cause });
  if (AWAY.test(code) || AWAY_MESSAGE.test(cause.message)) {
    return new Failure("UNAVAILABLE", WORDS[code] ?? SILENT, { cause, retry_after_seconds: 5 });
  }
  if (code === "23505") return meaning("DUPLICATE", "Another call just made one like it; read it.");
  if (code !== "23503" && !isTransient(cause)) return cause;
  return meaning("CONFLICT", "Another call changed this at the same time; try again.");
}

/** What a cluster says of a statement whose plan was chosen just before its tables were spread. */
const SPREAD_MEANWHILE = "could not create distributed plan";

/** True for a transaction that lost against another (serialization failure, deadlock) and may simply be run again. */
export function isTransient(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "0A000" ? message === SPREAD_MEANWHILE : code === "40001" || code === "40P01";
}

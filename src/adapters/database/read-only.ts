import type pg from "pg";
import { translateDatabaseError } from "#core/database.ts";

const READ_ONLY = "25006";
const ANSWER_MS = 2_000;

/** Whether the server of a connection takes no changes: a standby, or one that was set to be read-only. */
export async function isReadOnly(client: pg.ClientBase): Promise<boolean> {
  const text = "show transaction_read_only";
  const { rows } = await client.query({ text, query_timeout: ANSWER_MS } as pg.QueryConfig);
  return rows[0]?.transaction_read_only === "on";
}

/** True for an error of a change that a connection took for forbidden. It may go on so when others are not any more. */
export function isOfReadOnly(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === READ_ONLY;
}

/** An error of a forbidden change as a sentence that says what to do; any other as it is. */
export function sayReadOnly(error: unknown): unknown {
  return isOfReadOnly(error) ? translateDatabaseError(error) : error;
}

/** A pool that gives up connections that refused a change, once they are given back. */
export function leaveReadOnly(pool: pg.Pool): pg.Pool {
  const left = new WeakSet<pg.ClientBase>();
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", (error: unknown) => {
      if (isOfReadOnly(error)) left.add(client);
    });
  });
  pool.on("release", (_, client) => {
    if (left.has(client)) void (client as pg.PoolClient & pg.Client).end();
  });
  return pool;
}

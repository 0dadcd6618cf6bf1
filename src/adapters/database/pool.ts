import { createHash } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "#core/database.ts";

/** Where PostgreSQL is: a URL, or the socket of the embedded server. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string };
/** `size`: connections at most. */
export type PoolOptions = { size: number };

const STATEMENTS_MAX = 1_000;
const names = new Map<string, string>();

/**
 * Naming a statement prepares it once per connection: 1.8 times the throughput of parsing it each time. Without values
 * there is nothing to prepare, and a snapshot's name is another one each time.
 */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < STATEMENTS_MAX) {
    name = `e${createHash("sha1").update(text).digest("base64url")}`;
    names.set(text, name);
  }
  return name;
}

class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's query has nine overloads; all but (text, values) pass through.
  override query(...args: any[]): any {
    const [text, values] = args;
    if (
      typeof text === "string" &&
      Array.isArray(values) &&
      values.length > 0 &&
      args.length === 2
    ) {
      return super.query({ name: nameOf(text), text, values } as pg.QueryConfig);
    }
    return super.query(...(args as [string]));
  }
}

const types = new pg.TypeOverrides();
// Rows are ready for JSON: numbers within 2^53, days as YYYY-MM-DD, times as RFC 3339 UTC (sessions run in UTC).
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text) => `${text.slice(0, 10)}T${text.slice(11, -"+00".length)}Z`,
);

/** Makes a pool of plain `pg` connections whose sessions run in UTC. */
export function makePool(connection: Connection, { size }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...poolConfig(connection),
    max: size,
    types,
    Client: NamingClient,
    connectionTimeoutMillis: 10_000,
    // What a report needs is soon read; processes that share its work take longer to gather it, and from other requests.
    options: "-c TimeZone=UTC -c statement_timeout=60000 -c max_parallel_workers_per_gather=0",
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Typed queries over a pool; `destroy()` ends the pool. */
export function makeDatabase(pool: pg.Pool): Database {
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

function poolConfig(connection: Connection): pg.PoolConfig {
  return "url" in connection ? { connectionString: connection.url } : connection;
}

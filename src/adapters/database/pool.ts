import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "#core/database.ts";

/** Where PostgreSQL is: a URL, or the socket of the embedded server. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string };
/** `size`: connections at most; `statement_seconds`: how long one statement may take, 60 unless said. */
export type PoolOptions = { size: number; statement_seconds?: number };

const STATEMENT_SECONDS = 60;
/** How much longer than a statement may take its connection may say nothing. */
const SILENCE_GRACE_MAX_MS = 5_000;
const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
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

/**
 * Makes a pool of plain `pg` connections whose sessions run in UTC. One that has said nothing for longer than its
 * statement may take is given up: a server that ends statements itself may be gone without a word.
 */
export function makePool(
  connection: Connection,
  { size, statement_seconds = STATEMENT_SECONDS }: PoolOptions,
): pg.Pool {
  const statement_ms = statement_seconds * 1_000;
  const pool = new pg.Pool({
    ...poolConfig(connection),
    max: size,
    types,
    Client: NamingClient,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // What a report needs is soon read; processes that share its work take longer to gather it, and from other requests.
    options: `-c TimeZone=UTC -c statement_timeout=${statement_ms} -c max_parallel_workers_per_gather=0`,
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    endWhenSilent(client, statement_ms + Math.min(statement_ms, SILENCE_GRACE_MAX_MS));
  });
  hearings.set(pool, hearingOn(pool));
  return pool;
}

/** When connections in use last said anything, and how many are in use. */
type Hearing = { heard: number; in_use: number };
const hearings = new WeakMap<pg.Pool, Hearing>();

/** What was heard of the connections of a pool of `makePool`. */
export function hearingOf(pool: pg.Pool): Hearing {
  return hearings.get(pool) ?? { heard: Date.now(), in_use: 0 };
}

function hearingOn(pool: pg.Pool): Hearing {
  const hearing = { heard: Date.now(), in_use: 0 };
  const hear = () => {
    hearing.heard = Date.now();
  };
  pool.on("acquire", () => {
    // Nobody waited for an answer until now.
    if (hearing.in_use === 0) hear();
    hearing.in_use += 1;
  });
  pool.on("release", () => {
    hearing.in_use -= 1;
  });
  pool.on("connect", (client) => {
    const { connection } = client as unknown as { connection: pg.Connection };
    connection.stream.on("data", hear);
  });
  return hearing;
}

/** Ends a connection that waits for an answer and has heard nothing for so long; 0: never. */
export function endWhenSilent(client: pg.PoolClient, silence_ms: number): void {
  // pg's types leave out that its stream is a socket, and whether a query is under way.
  const { connection } = client as unknown as { connection: { stream: Socket } };
  const waits = () => !(client as unknown as { readyForQuery: boolean | null }).readyForQuery;
  const { stream } = connection;
  stream.removeAllListeners("timeout");
  stream.setTimeout(silence_ms, () => {
    const error = new Error(`The database has said nothing for ${silence_ms / 1_000} seconds.`);
    if (waits()) stream.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
  });
}

/** Typed queries over a pool; `destroy()` ends the pool. */
export function makeDatabase(pool: pg.Pool): Database {
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

function poolConfig(connection: Connection): pg.PoolConfig {
  return "url" in connection ? { connectionString: connection.url } : connection;
}

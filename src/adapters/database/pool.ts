import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { Kysely, type Logger, PostgresDialect } from "kysely";
import pg from "pg";
import type { Placement } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { leaveReadOnly } from "./read-only.ts";
import { shareTurns } from "./share-turn.ts";

/** Where PostgreSQL is: a URL, or the socket of the embedded server. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string };
/**
 * What a connection leads to. Behind a pooler in transaction mode a session lasts as long as a transaction, and statements
 * have names only where the pooler knows them.
 */
export type Reach = { has_sessions: boolean; has_names: boolean };
/** `size`: connections at most; `statement_seconds`: how long one statement may take, 60 unless said. */
export type PoolOptions = {
  size: number;
  statement_seconds?: number;
  reach?: Reach;
  placement?: Hanging;
};
/** What pools have to know of projects whose server may hang: for which one work asks here, and for which none may. */
export type Hanging = Placement & { here(): number | undefined };

const SERVER_ITSELF: Reach = { has_sessions: true, has_names: true };

const STATEMENT_SECONDS = 60;
/** How much longer than a statement may take its connection may say nothing. */
const SILENCE_GRACE_MAX_MS = 5_000;
const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
const STATEMENTS_MAX = 1_000;
const BEGINS = /^(begin|start transaction)\b/;
const READS = /^start transaction\b.* read only$/;
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

type ClientOptions = pg.ClientConfig & { reach: Reach; settings: string[]; placement?: Hanging };

const HUNG = "The server that has the rows of this project does not answer.";
const CANNOT_CONNECT_NOW = "57P03";
/** What is said all the same: what was begun is ended, and a new connection may serve others, too. */
const ALWAYS_SAID = /^(set|rollback)\b/;

class Client extends pg.Client {
  readonly #reach: Reach;
  readonly #settings: string[];
  #isTogether = false;
  readonly #placement: Hanging | undefined;
  /** For which projects it has been asked since it last waited for nothing, and when it last heard or was asked. */
  readonly asked = { projects: new Set<number>(), heard: 0 };
  /** A transaction that only reads and has been sent, until its first statement is. */
  #begun: Promise<unknown> | null = null;

  constructor(options: ClientOptions) {
    super(options);
    this.#reach = options.reach;
    this.#settings = options.settings;
    this.#placement = options.placement;
  }

  /** Poolers know these two, and keep them to the client where its session does not last. */
  getStartupConf(): Record<string, string> {
    // pg's types leave this method out.
    const { getStartupConf } = pg.Client.prototype as unknown as typeof this;
    return { ...getStartupConf.call(this), TimeZone: "UTC", DateStyle: "ISO" };
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's query has nine overloads; all but these three pass through.
  override query(...args: any[]): any {
    const project_id = this.#placement?.here();
    if (this.#isRefused(project_id, args[0])) {
      const error = Object.assign(new Error(HUNG), { code: CANNOT_CONNECT_NOW });
      const answer = args.at(-1);
      return typeof answer === "function" ? answer(error) : Promise.reject(error);
    }
    if (!isWaiting(this)) {
      this.asked.projects.clear();
      this.asked.heard = Date.now();
    }
    if (project_id !== undefined) this.asked.projects.add(project_id);
    const begun = this.#begun;
    this.#begun = null;
    const isEnd = args[0] === "rollback" && args.length <= 2;
    const sent = isEnd ? this.#rollBack(args) : this.#send(args);
    // What only reads begins with its first statement: nobody waits for the answer to `begin` alone.
    if (typeof args[0] === "string" && READS.test(args[0])) {
      this.#begun = sent;
      sent.catch(() => {});
      return Promise.resolve({ command: "START", rowCount: null, rows: [] });
    }
    return begun ? Promise.all([sent, begun]).then(([result]) => result) : sent;
  }

  /** Never fails: it would hide why. A connection that cannot say it is given up, which ends what was begun on it. */
  async #rollBack(args: unknown[]): Promise<unknown> {
    const giveUp = () => void socketOf(this).destroy();
    return (await this.#send(args).catch(giveUp)) ?? { rows: [] };
  }

  #isRefused(project_id: number | undefined, text: unknown): boolean {
    if (project_id === undefined || !this.#placement?.away.has(project_id)) return false;
    return typeof text !== "string" || !ALWAYS_SAID.test(text);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  #send(args: any[]): any {
    const [text, values] = args;
    const { has_sessions, has_names } = this.#reach;
    if (!has_names && typeof text?.name === "string") {
      return super.query({ ...text, name: undefined }, ...(args.slice(1) as []));
    }
    if (typeof text !== "string") return super.query(...(args as [string]));
    if (!has_sessions && BEGINS.test(text)) {
      // In one block: a cluster passes on the text that a setting stands in, and must not begin anything there.
      const settings = this.#settings.map((one) => `set local ${one};`).join(" ");
      return super.query(`${text}; do $$ begin ${settings} end $$`);
    }
    if (has_names && Array.isArray(values) && values.length > 0 && args.length === 2) {
      return this.#sendNamed(text, values);
    }
    return super.query(...(args as [string]));
  }

  /** What is asked for in one turn of the event loop leaves in one write. */
  #sendTogether(): void {
    if (this.#isTogether) return;
    this.#isTogether = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isTogether = false;
      stream.uncork();
    });
  }

  /** As a query of pg's own: what is given as an object, it copies with the descriptors of all properties. */
  #sendNamed(text: string, values: unknown[]): Promise<pg.QueryResult> {
    this.#sendTogether();
    return new Promise((resolve, reject) => {
      const query = new pg.Query(text, values, (error, result) =>
        error ? reject(error) : resolve(result),
      );
      super.query(Object.assign(query, { name: nameOf(text) }));
    });
  }
}

const types = new pg.TypeOverrides();
// Rows are ready for JSON: numbers within 2^53, days as YYYY-MM-DD, times as RFC 3339 UTC.
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => {
  if (text.endsWith("+00")) return `${text.slice(0, 10)}T${text.slice(11, -"+00".length)}Z`;
  // Only a session that was taken out of UTC says this; `infinity` has no offset.
  const [, second, fraction = "", offset] = /^(.{19})(\.\d+)?([+-].+)$/.exec(text) ?? [];
  if (!offset) return text;
  const time = new Date(`${second?.replace(" ", "T")}${offset.padEnd("+00:00".length, ":00")}`);
  return time.toISOString().replace(".000", fraction);
});

/**
 * Makes a pool of plain `pg` connections whose sessions run in UTC. One that has said nothing for longer than its
 * statement may take is given up: a server that ends statements itself may be gone without a word.
 */
export function makePool(
  connection: Connection,
  { size, statement_seconds = STATEMENT_SECONDS, reach = SERVER_ITSELF, placement }: PoolOptions,
): pg.Pool {
  const statement_ms = statement_seconds * 1_000;
  // What a report needs is soon read; processes that share its work take longer to gather it, and from other requests.
  // To compile a report takes longer than it saves.
  const settings = [
    `statement_timeout = ${statement_ms}`,
    "max_parallel_workers_per_gather = 0",
    "jit = off",
  ];
  const begin = async (client: pg.ClientBase) => {
    client.on("error", () => {});
    endWhenSilent(client, statement_ms + Math.min(statement_ms, SILENCE_GRACE_MAX_MS));
    if (reach.has_sessions) await client.query(settings.map((one) => `set ${one}`).join("; "));
  };
  const pool = new pg.Pool({
    ...poolConfig(connection),
    max: size,
    types,
    // pg-pool's types leave out what it gives a client: these options.
    Client: Client as unknown as new () => pg.ClientBase,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Statements that do not hang on each other are sent without waiting for the answer to the one before.
    pipeline: true,
    onConnect: begin,
    ...{ reach, settings, placement },
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on("error", () => {});
  hearings.set(pool, hearingOn(pool));
  return leaveReadOnly(pool);
}

/** When connections in use last said anything, how many are in use, and all there are. */
type Hearing = { heard: number; in_use: number; clients: Set<Client> };
const hearings = new WeakMap<pg.Pool, Hearing>();

/** What was heard of the connections of a pool of `makePool`. */
export function hearingOf(pool: pg.Pool): Hearing {
  return hearings.get(pool) ?? { heard: Date.now(), in_use: 0, clients: new Set() };
}

/** A connection of a pool that has been asked and has heard nothing for `ms`, for which projects, and how it is given up. */
export type Silent = { ms: number; projects: number[]; giveUp(): void };

/** The connections of a pool that have heard nothing for so long, though they were asked; not those that may be silent for ever. */
export function listSilent(pool: pg.Pool, silence_ms: number): Silent[] {
  return [...hearingOf(pool).clients].flatMap((client) => {
    if (!isWaiting(client) || socketOf(client).timeout === 0) return [];
    const ms = Date.now() - client.asked.heard;
    const giveUp = () =>
      void socketOf(client).destroy(Object.assign(new Error(HUNG), { code: "ETIMEDOUT" }));
    return ms > silence_ms ? [{ ms, projects: [...client.asked.projects], giveUp }] : [];
  });
}

function hearingOn(pool: pg.Pool): Hearing {
  const hearing: Hearing = { heard: Date.now(), in_use: 0, clients: new Set() };
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
  pool.on("connect", (connected) => {
    const client = connected as unknown as Client;
    hearing.clients.add(client);
    socketOf(client).on("data", () => {
      hear();
      client.asked.heard = hearing.heard;
    });
  });
  pool.on("remove", (client) => hearing.clients.delete(client as unknown as Client));
  return hearing;
}

// pg's types leave out that its stream is a socket, and whether a query is under way.
const socketOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
const isWaiting = (client: pg.ClientBase) =>
  !(client as unknown as { readyForQuery: boolean | null }).readyForQuery;

/** Ends a connection that waits for an answer and has heard nothing for so long; 0: never. */
export function endWhenSilent(client: pg.ClientBase, silence_ms: number): void {
  const stream = socketOf(client);
  stream.removeAllListeners("timeout");
  stream.setTimeout(silence_ms);
  // Each time, not once: one that was idle when its time had passed may be asked later.
  stream.on("timeout", () => {
    const error = new Error(`The database has said nothing for ${silence_ms / 1_000} seconds.`);
    if (isWaiting(client)) stream.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
  });
}

/** Typed queries over a pool; `destroy()` ends the pool. Who asks for a connection of its own gets one of `direct`; `log` hears of each statement. */
export function makeDatabase(pool: pg.Pool, direct = pool, log?: Logger): Database {
  const dialect = new PostgresDialect({ pool });
  const db: Database = shareTurns(new Kysely({ dialect, ...(log && { log }) }));
  if (direct === pool) return db;
  const sessions = makeDatabase(direct, direct, log);
  return Object.assign(db, { connection: () => sessions.connection() });
}

/** How pg takes a connection. */
export function poolConfig(connection: Connection): pg.PoolConfig {
  return "url" in connection ? { connectionString: connection.url } : connection;
}

import { randomBytes } from "node:crypto";
import type pg from "pg";
import { type Connection, makePool, type Reach } from "./pool.ts";

const LOOKS = 5;
const SECONDS = 10;

/**
 * Finds out what a connection leads to, by two sessions at once: PostgreSQL itself, or a pooler, which may lend a session
 * for one transaction only. Throws where sessions do not run in UTC, by which days are told.
 */
export async function findReach(connection: Connection): Promise<Reach> {
  const reach = { has_sessions: false, has_names: true };
  const pool = makePool(connection, { size: 2, statement_seconds: SECONDS, reach });
  const clients: pg.PoolClient[] = [];
  try {
    for (let count = 0; count < 2; count++) clients.push(await pool.connect());
    const has_sessions = await haveSessions(clients);
    const [one] = clients;
    return {
      has_sessions,
      has_names: has_sessions || (one !== undefined && (await hidesNames(one))),
    };
  } finally {
    for (const client of clients) client.release(true);
    await pool.end();
  }
}

/** False where one process of PostgreSQL answers two connections, or another one answers the same later. */
async function haveSessions(clients: readonly pg.PoolClient[]): Promise<boolean> {
  const pids = new Set<string>();
  for (let look = 0; look < LOOKS; look++) {
    for (const [at, client] of clients.entries()) pids.add(`${at} ${await findProcess(client)}`);
  }
  return (
    new Set([...pids].map((pid) => pid.slice(2))).size === clients.length &&
    pids.size === clients.length
  );
}

async function findProcess(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ pid: string; time_zone: string; role: string }>(
    `select pg_backend_pid()::text as pid, current_setting('TimeZone') as time_zone,
      quote_ident(current_user) as role`,
  );
  const { pid = "", time_zone, role } = rows[0] ?? {};
  if (time_zone === "UTC") return pid;
  throw new Error(
    `its sessions run in ${time_zone}, not in UTC as Earshot asks them to, so days would be wrong. The pooler in front ` +
      `does not pass that on: run "alter role ${role} set timezone = 'UTC'" in PostgreSQL and reconnect the pooler.`,
  );
}

/** True for a pooler that gives statements names of its own, so that it finds them again in any session. */
async function hidesNames(client: pg.PoolClient): Promise<boolean> {
  const name = `earshot_${randomBytes(8).toString("hex")}`;
  await client.query("begin");
  try {
    const text = "select from pg_prepared_statements where name = $1";
    const { rowCount } = await client.query({ name, text, values: [name] });
    // Left behind, it would stay in a session of others.
    if (rowCount) await client.query(`deallocate ${name}`);
    return rowCount === 0;
  } finally {
    await client.query("commit");
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { passOnSettings, spreadTables } from "#adapters/database/cluster.ts";
import { type Connection, makePool } from "#adapters/database/pool.ts";
import { SPREAD_TABLES } from "#domain/tenancy/spread-tables.ts";

/** A PostgreSQL to make databases on, and the other servers of its cluster, if it is the coordinator of one. */
export type Servers = { server: Server; workers: Server[] };
export type Server = Exclude<Connection, { url: string }> & { password?: string };

/** Few: every shard of every table is two files and more to make for each process of tests. */
const SHARDS = 4;
const BUSY = "55006";
const BUSY_TRIES = 20;

/** The servers that an address leads to: it names a database of the coordinator, which knows its workers. */
export async function findServers(url: string): Promise<Servers> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const server: Server = {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)) || "postgres",
    ...(password && { password: decodeURIComponent(password) }),
  };
  return onServer(server, async (client) => {
    const known = await client.query("select from pg_extension where extname = 'citus'");
    if (known.rowCount === 0) return { server, workers: [] };
    const { rows } = await client.query<{ host: string; port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by 1, 2",
    );
    return { server, workers: rows.map((node) => ({ ...server, ...node })) };
  });
}

/** Makes an empty database on all servers of a cluster, which knows them. */
export async function createOnAll({ server, workers }: Servers, database: string): Promise<void> {
  for (const one of [server, ...workers]) {
    await onServer(one, (client) => client.query(`create database ${database}`));
    if (workers.length === 0) continue;
    await onServer({ ...one, database }, (client) => client.query("create extension citus"));
  }
  await onServer({ ...server, database }, async (client) => {
    for (const { host, port } of workers)
      await client.query("select citus_add_node($1, $2)", [host, port]);
  });
}

/** Spreads a migrated database over its cluster. */
export async function spreadOnAll({ server }: Servers, database: string): Promise<void> {
  const pool = makePool({ ...server, database }, { size: 1 });
  await spreadTables(pool, SPREAD_TABLES, { shards: SHARDS });
  await pool.end();
}

/** Copies a database on all servers, under the same name on each, as they know each other's by it. */
export async function copyOnAll(
  { server, workers }: Servers,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const one of [server, ...workers]) {
    // Copied as files: the log of every page would cost five times the work.
    await whenFree(one, from, `create database ${to} template ${from} strategy file_copy`);
  }
  // What is set for a database is no part of a copy.
  if (workers.length > 0) await onServer({ ...server, database: to }, passOnSettings);
}

/** Drops a database on all servers. */
export async function dropOnAll({ server, workers }: Servers, database: string): Promise<void> {
  for (const one of [server, ...workers]) {
    await onServer(one, (client) =>
      client.query(`drop database if exists ${database} with (force)`),
    );
  }
}

/** Gives a database another name on all servers. */
export async function renameOnAll(
  { server, workers }: Servers,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const one of [...workers, server])
    await whenFree(one, from, `alter database ${from} rename to ${to}`);
}

/** Does what needs a database that nobody is connected to: a cluster's own daemon always is, and comes back soon. */
async function whenFree(server: Server, database: string, statement: string): Promise<void> {
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
  await onServer(server, async (client) => {
    for (let tries = 1; ; tries++) {
      await client.query(end, [database]);
      try {
        await client.query(statement);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== BUSY || tries === BUSY_TRIES) throw error;
        await sleep(50);
      }
    }
  });
}

async function onServer<Result>(
  server: Server,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(server);
  await client.connect();
  return work(client).finally(() => client.end());
}

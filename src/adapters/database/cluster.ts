import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Database, isTransient, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { endWhenSilent } from "./pool.ts";

// The only file that knows whether the database is one PostgreSQL or a cluster of them (Citus).

type Asked = Pick<pg.Pool, "query">;

/** What a table takes; long values count as the table's. */
export type TableSize = { name: string; table_bytes: number; index_bytes: number };

/** A node that rows are placed on, as `host:port`, and what of the spread tables is there. */
export type ClusterNode = { node: string; is_well: boolean; shards: number; bytes: number };
/** A cluster, which of some tables it spreads over its nodes, and which are still on the coordinator alone. */
export type Cluster = {
  version: string;
  is_coordinator: boolean;
  nodes: ClusterNode[];
  spread: string[];
  local: string[];
};

const VERSION_MIN = 13;
/** Shards of each table; as many projects, or more, lie in one. */
export const SHARDS = 32;
const KEY = "project_id";
const LOCK_TRIES = 20;
const LOCKED = "55P03";
const EMPTY_TRIES = 60;

/** What is known of the cluster behind a database; null: it is one PostgreSQL. */
export async function readCluster(db: Asked, tables: readonly string[]): Promise<Cluster | null> {
  const version = await readVersion(db);
  if (version === null) return null;
  const names = await listSpread(db, tables);
  const { rows: nodes } = await db.query<ClusterNode>(
    `select n.nodename || ':' || n.nodeport as node,
       coalesce((select bool_and(result) from citus_check_cluster_node_health() h
         where h.to_nodename = n.nodename and h.to_nodeport = n.nodeport), false) as is_well,
       count(distinct s.shardid)::integer as shards, coalesce(sum(s.shard_size), 0)::bigint as bytes
     from pg_dist_node n left join citus_shards s on s.nodename = n.nodename
       and s.nodeport = n.nodeport and s.table_name::text = any($1::text[])
     where n.noderole = 'primary' and n.shouldhaveshards and n.isactive
     group by n.nodename, n.nodeport order by 1`,
    [names],
  );
  const { rows: own } = await db.query<{ is_coordinator: boolean }>(
    "select groupid = 0 as is_coordinator from pg_dist_local_group",
  );
  const local = tables.filter((name) => !names.includes(name));
  const is_coordinator = own[0]?.is_coordinator ?? false;
  return { version, is_coordinator, nodes, spread: names, local };
}

/** Those of some tables that are spread; asks no other server, so that it is known while one is away. */
async function listSpread(db: Asked, tables: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as t (name, place)
     join pg_dist_partition on logicalrelid = to_regclass(name) and partmethod = 'h' order by place`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

/** Those of some projects of an installation that is spread that are alone in a shard, and where it is. */
export async function listAlone(
  db: Asked,
  project_ids: readonly number[],
): Promise<{ project_id: number; node: string }[]> {
  const { rows } = await db.query<{ project_id: number; node: string }>(
    `select project_id, s.nodename || ':' || s.nodeport as node
     from unnest($1::integer[]) as p (project_id)
     join pg_dist_shard d on d.logicalrelid = to_regclass('answers')
       and d.shardminvalue = d.shardmaxvalue and d.shardminvalue::integer = hashint4(project_id)
     join citus_shards s on s.shardid = d.shardid`,
    [project_ids],
  );
  return rows;
}

/** How long a server may take to let somebody in. */
const LET_IN_MS = 3_000;

/**
 * The servers of a cluster that let nobody in now, and whose projects those of the table `tenants` are; none where there
 * is one PostgreSQL. Each is asked by a connection of its own: one that is open may hang.
 */
export async function listAway(
  client: pg.Client,
  tenants: string,
): Promise<{ nodes: string[]; projects: number[] }> {
  const none = { nodes: [], projects: [] };
  if ((await readVersion(client)) === null) return none;
  if ((await listSpread(client, ["answers"])).length === 0) return none;
  await client.query(
    `begin; set local citus.node_connection_timeout = ${LET_IN_MS}; set local citus.max_cached_conns_per_worker = 0`,
  );
  const { rows: away } = await client.query<{ groupid: number; node: string }>(
    `select groupid, nodename || ':' || nodeport as node from pg_dist_node
     where noderole = 'primary' and shouldhaveshards and isactive
       and not coalesce(citus_check_connection_to_node(nodename, nodeport), false)`,
  );
  await client.query("commit");
  if (away.length === 0) return none;
  const { rows: projects } = await client.query<{ project_id: number }>(
    `select project_id from ${tenants} join pg_dist_placement
       on shardid = get_shard_id_for_distribution_column('answers', project_id)
     where groupid = any($1::integer[])`,
    [away.map(({ groupid }) => groupid)],
  );
  return {
    nodes: away.map(({ node }) => node),
    projects: projects.map(({ project_id }) => project_id),
  };
}

async function readVersion(db: Asked): Promise<string | null> {
  const { rows } = await db.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  );
  return rows[0]?.version ?? null;
}

/** Every table with what it takes, wherever it lies. */
export async function tableSizes(db: Database): Promise<TableSize[]> {
  const rows = await rowsOf<TableSize>(db)`
    select c.relname as name, pg_table_size(c.oid)::bigint as table_bytes,
      pg_indexes_size(c.oid)::bigint as index_bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
    order by 1`;
  const cluster = await rowsOf(db)`select from pg_extension where extname = 'citus'`;
  if (cluster.length === 0) return rows;
  const spread = await rowsOf<TableSize>(db)`
    select logicalrelid::text as name, citus_table_size(logicalrelid) as table_bytes,
      citus_total_relation_size(logicalrelid) - citus_table_size(logicalrelid) as index_bytes
    from pg_dist_partition where partmethod = 'h'`;
  const sizes = new Map(spread.map((size) => [size.name, size]));
  return rows.map((size) => sizes.get(size.name) ?? size);
}

/** The cluster whose tables can be spread; refuses, saying what to do, where that cannot be. */
export async function requireCluster(db: Asked, tables: readonly string[]): Promise<Cluster> {
  const cluster = await readCluster(db, tables);
  if (!cluster) {
    const { rows } = await db.query(
      "select from pg_available_extensions where name = 'citus' limit 1",
    );
    throw refusal(
      rows.length > 0
        ? "This server has the extension Citus, but this database does not use it. Run " +
            '"create extension citus" in this database and in one of the same name on every other server, and ' +
            `"select citus_add_node('host', 5432)" here for each of them; then try again.`
        : "This is one PostgreSQL without the extension Citus, so there are no other servers to spread over. " +
            "docs/scale.md says when you need some and how they are set up.",
    );
  }
  const { version, is_coordinator, nodes } = cluster;
  if (Number.parseInt(version, 10) < VERSION_MIN)
    throw refusal(`Citus ${version} is too old; it must be ${VERSION_MIN} or newer.`);
  if (!is_coordinator)
    throw refusal("This server is a worker of its cluster; let DATABASE_URL name the coordinator.");
  if (nodes.length === 0)
    throw refusal(
      "The cluster has no server to place rows on yet. Run \"select citus_add_node('host', 5432)\" here for each one.",
    );
  const away = nodes.filter((one) => !one.is_well).map(({ node }) => node);
  if (away.length > 0) throw refusal(`The cluster cannot reach ${away.join(", ")}.`);
  return cluster;
}

export const refusal = (words: string) => new Failure("UNAVAILABLE", words);

/** Here a statement is planned by its values, which tell the node that has the rows. */
const PLAN_OF_FEW = `create or replace function plan_of_few() returns text language sql stable
  as $$ select 'auto' $$`;

/**
 * Lets what a transaction sets for itself (`set local`) hold on the servers that its statements go to, from the next
 * connection on. Of processes that start together one does it.
 */
export async function passOnSettings(db: Asked): Promise<void> {
  await db.query(`do $$ begin
    perform pg_advisory_xact_lock(hashtext('earshot pass on settings'));
    if not exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where d.datname = current_database() and s.setrole = current_user::regrole
        and 'citus.propagate_set_commands=local' = any(s.setconfig)) then
      execute format('alter role current_user in database %I set citus.propagate_set_commands to local', current_database());
    end if;
  end $$`);
}

type Spreading = { shards?: number; note?: (table: string) => void };

/**
 * Spreads those of some tables that are not yet, with their rows, in one transaction: who reads goes on, who changes them
 * waits, and an interruption leaves all as it was. `note` hears of each. Returns those whose room here is not free yet,
 * because they were in use all the time; called again, it frees that.
 */
export async function spreadTables(
  pool: pg.Pool,
  tables: readonly string[],
  spreading: Spreading = {},
): Promise<string[]> {
  const client = await pool.connect();
  try {
    // A large table takes as long as it takes.
    await client.query("set statement_timeout = 0");
    endWhenSilent(client, 0);
    await spreadAtOnce(client, tables, spreading);
    const { rows: left } = await client.query<{ name: string }>(
      "select name from unnest($1::text[]) name where pg_relation_size(name::regclass) > 0",
      [tables],
    );
    const held: string[] = [];
    for (const { name } of left) if (!(await emptyLeft(client, name))) held.push(name);
    return held;
  } finally {
    client.release(true);
  }
}

async function spreadAtOnce(
  client: pg.PoolClient,
  tables: readonly string[],
  { shards = SHARDS, note = () => {} }: Spreading,
): Promise<void> {
  if ((await listSpread(client, tables)).length === tables.length) return;
  await beginLocked(client, tables);
  const spread = await listSpread(client, tables);
  await client.query(PLAN_OF_FEW);
  await passOnSettings(client);
  let beside = spread[0];
  for (const table of tables.filter((name) => !spread.includes(name))) {
    await client.query(
      beside === undefined
        ? "select create_distributed_table($1, $2, shard_count => $3::integer, colocate_with => 'none')"
        : "select create_distributed_table($1, $2, colocate_with => $3)",
      [table, KEY, beside ?? shards],
    );
    beside ??= table;
    note(table);
  }
  await client.query("commit");
}

/**
 * Frees what is left here of a table whose rows were copied, which nobody sees; false where it is in use too long. Who
 * reads the table now is waited for, a second at a time, because everybody else would wait behind.
 */
async function emptyLeft(client: pg.PoolClient, table: string): Promise<boolean> {
  await client.query("set lock_timeout = '1s'");
  for (let tries = 1; tries <= EMPTY_TRIES; tries++) {
    try {
      await client.query("select truncate_local_data_after_distributing_table($1::regclass)", [
        table,
      ]);
      return true;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCKED) throw error;
      await sleep(1_000);
    }
  }
  return false;
}

/** Begins a transaction in which nobody else changes these tables; who holds one and waits for another is waited for. */
async function beginLocked(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query("begin");
      await client.query(`lock table ${tables.join(", ")} in exclusive mode`);
      return;
    } catch (error) {
      await client.query("rollback");
      if (!isTransient(error) || tries >= LOCK_TRIES) throw error;
    }
  }
}

/**
 * Spreads what a migration has made or rebuilt where others of some tables are spread. On one PostgreSQL it does
 * nothing.
 */
export async function keepSpread(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  if ((await readVersion(pool)) === null) return;
  const spread = await listSpread(pool, tables);
  // A server that is away would keep this process from starting, for what is only faster with it.
  if (spread.length > 0) await passOnSettings(pool).catch(() => {});
  if (spread.length > 0 && spread.length < tables.length) await spreadTables(pool, tables);
}

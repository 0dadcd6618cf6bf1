import type pg from "pg";
import { Failure } from "#core/failure.ts";
import { listAlone, refusal, requireCluster } from "./cluster.ts";
import { endWhenSilent } from "./pool.ts";

/** Whether a server can replicate rows while they are written; newer ones list the libraries that may: to part a shard takes one, to move it the other. */
const CAN_REPLICATE = `select current_setting('wal_level') = 'logical' and array['citus', 'pgoutput'] <@
  regexp_split_to_array(coalesce(current_setting('output_plugin_libraries', true), 'citus,pgoutput'), '\\s*,\\s*')`;

/** Gives a project's rows a shard of their own and moves it to a node; says where they were. Others' rows stay. */
export async function placeProject(
  pool: pg.Pool,
  tables: readonly string[],
  { project_id, node }: { project_id: number; node: string },
): Promise<{ from: string; is_moved: boolean; is_live: boolean }> {
  const cluster = await requireCluster(pool, tables);
  if (cluster.local.length > 0)
    throw refusal(
      "This installation is not spread over its cluster; npm run distribute does that.",
    );
  if (!cluster.nodes.some((one) => one.node === node)) {
    const known = cluster.nodes.map((one) => one.node).join(", ");
    throw new Failure("NOT_FOUND", `The cluster has no server "${node}"; there are: ${known}.`);
  }
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    endWhenSilent(client, 0);
    const { rows: servers } = await client.query<{ result: string }>(
      "select result from run_command_on_workers($1)",
      [CAN_REPLICATE],
    );
    // With logical replication, others may write while rows are copied.
    const is_live = servers.every(({ result }) => result === "t");
    const mode = is_live ? "auto" : "block_writes";
    if ((await listAlone(client, [project_id])).length === 0) {
      await client.query(
        "select isolate_tenant_to_new_shard('answers', $1::integer, 'CASCADE', shard_transfer_mode => $2)",
        [project_id, mode],
      );
    }
    const { rows } = await client.query<{ shardid: number; nodename: string; nodeport: number }>(
      `select shardid, nodename, nodeport from citus_shards
       where shardid = get_shard_id_for_distribution_column('answers', $1::integer)`,
      [project_id],
    );
    const [at] = rows;
    if (!at) throw new Error("a spread project has a shard");
    const from = `${at.nodename}:${at.nodeport}`;
    if (from === node) return { from, is_moved: false, is_live };
    const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(node) ?? [];
    await client.query("select citus_move_shard_placement($1, $2, $3, $4, $5, $6)", [
      ...[at.shardid, at.nodename, at.nodeport],
      ...[host, Number(port), mode],
    ]);
    return { from, is_moved: true, is_live };
  } finally {
    client.release(true);
  }
}

import assert from "node:assert/strict";
import type { World } from "./world.ts";

type Node = { nodeid: number; nodename: string; nodeport: number };

/** The server of a cluster where the rows of a world's project lie. */
export async function nodeOf({ pool, project }: World): Promise<Node> {
  const { rows } = await pool.query<Node>(
    `select n.nodeid, n.nodename, n.nodeport from pg_dist_node n
     join pg_dist_placement p on p.groupid = n.groupid
     where p.shardid = get_shard_id_for_distribution_column('answers', $1::integer)`,
    [project.project_id],
  );
  assert.ok(rows[0]);
  return rows[0];
}

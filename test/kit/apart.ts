import assert from "node:assert/strict";
import { makeWorld, type World } from "./world.ts";

/** A server of a cluster, as its coordinator knows it. */
export type Node = { nodeid: number; nodename: string; nodeport: number };

/** Two tenants of one cluster whose rows lie on different servers, and the server of the first. */
export async function makeApart(): Promise<{ world: World; beside: World; node: Node }> {
  const world = await makeWorld();
  const node = await nodeOf(world);
  let beside = await world.neighbour();
  while ((await nodeOf(beside)).nodeid === node.nodeid) beside = await world.neighbour();
  return { world, beside, node };
}

/** Has the coordinator look for a server at another port. */
export async function moveNode({ pool }: World, { nodeid }: Node, port: number): Promise<void> {
  await pool.query("update pg_dist_node set nodeport = $2 where nodeid = $1", [nodeid, port]);
}

async function nodeOf({ pool, project }: World): Promise<Node> {
  const { rows } = await pool.query<Node>(
    `select n.nodeid, n.nodename, n.nodeport from pg_dist_node n
     join pg_dist_placement p on p.groupid = n.groupid
     where p.shardid = get_shard_id_for_distribution_column('answers', $1::integer)`,
    [project.project_id],
  );
  assert.ok(rows[0]);
  return rows[0];
}

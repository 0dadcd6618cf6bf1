import type { Command } from "commander";
import type pg from "pg";
import {
  type Cluster,
  requireCluster,
  SHARDS,
  spreadTables,
  tableSizes,
} from "#adapters/database/cluster.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { placeProject } from "#adapters/database/place-project.ts";
import { makeDatabase } from "#adapters/database/pool.ts";
import { Failure } from "#core/failure.ts";
import { SPREAD_TABLES } from "#domain/tenancy/spread-tables.ts";
import { readConfig } from "../config.ts";
import { openAlone } from "../database-doors.ts";
import { openProject, print, printTable, withInstallation } from "./open-command.ts";
import { bytesInWords } from "./size.ts";

const SHARDS_MAX = 1_024;

/** Adds `distribute` and `place`. */
export function addDistributeCommand(program: Command): void {
  program
    .command("distribute")
    .description(
      "spread answers and their sums over a cluster, by project (says what it would do; --yes does it)",
    )
    .option("--yes", "do it, all or nothing; again it does nothing")
    .option("--dry-run", "only say what it would do, as without --yes")
    .option("--shards <count>", "shards of each table, fixed from then on", String(SHARDS))
    .action(({ yes, dryRun, shards }) => distribute(yes === true && !dryRun, readShards(shards)));
  program
    .command("place <project> <server>")
    .description("give a large project a shard of its own on a server (host:port) of the cluster")
    .action(place);
}

function readShards(text: string): number {
  const shards = Number(text);
  if (Number.isInteger(shards) && shards >= 1 && shards <= SHARDS_MAX) return shards;
  throw new Failure(
    "VALIDATION_ERROR",
    `--shards is a number from 1 to ${SHARDS_MAX}, not "${text}".`,
  );
}

async function distribute(isMeant: boolean, shards: number): Promise<void> {
  const pool = await openCluster();
  try {
    const cluster = await requireCluster(pool, SPREAD_TABLES);
    await printPlan(pool, cluster);
    if (!isMeant) {
      if (cluster.local.length > 0)
        print("\nNothing was changed. Add --yes to do it; servers may run and answer meanwhile.");
      return;
    }
    await refuseViews(pool);
    await migrate(pool);
    if (cluster.local.length > 0)
      print("\nUntil this is over, reports go on, and what changes answers waits or is refused.");
    const note = (table: string) => print(`${table} is copied`);
    const held = await spreadTables(pool, SPREAD_TABLES, { shards, note });
    print("All is spread; npm run doctor says what lies where.");
    if (held.length > 0)
      print(
        `In use, so that its room here is not free yet: ${held.join(", ")}. Run this again later.`,
      );
  } finally {
    await pool.end();
  }
}

/** Nobody has tried how views behave over tables that are spread. */
async function refuseViews(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query("select from pg_views where schemaname = 'earshot'");
  if (rowCount === 0) return;
  throw new Failure(
    "CONFLICT",
    "This installation has views for BI tools, which nobody has tried on a cluster: npm run earshot -- views remove " +
      "takes them away, then try again.",
  );
}

async function openCluster(): Promise<pg.Pool> {
  const config = readConfig();
  if (config.DATABASE_URL) return openAlone(config);
  throw new Failure(
    "UNAVAILABLE",
    "This is the embedded PostgreSQL, which is on one machine. Let DATABASE_URL name the coordinator of a cluster; " +
      "docs/scale.md says how an installation gets there.",
  );
}

async function printPlan(pool: pg.Pool, { version, nodes, spread, local }: Cluster): Promise<void> {
  print(`Citus ${version}; rows can lie on ${nodes.map(({ node }) => node).join(", ")}.`);
  if (spread.length > 0) print(`${spread.length} tables are spread by project.`);
  if (local.length === 0) return print("Nothing is left to spread.");
  const sizes = new Map(
    (await tableSizes(makeDatabase(pool))).map(({ name, table_bytes, index_bytes }) => [
      name,
      table_bytes + index_bytes,
    ]),
  );
  print(`${local.length} tables will be spread by project:\n`);
  printTable(
    ["table", "bytes"],
    local.map((name) => [name, bytesInWords(sizes.get(name) ?? 0)]),
  );
  print("\nAll other tables stay on the coordinator.");
}

async function place(wanted: string, server: string): Promise<void> {
  await withInstallation(async (opened) => {
    const { project, project_name } = await openProject(opened, wanted);
    const { pool } = opened.openBackground();
    const { project_id } = project;
    const done = await placeProject(pool, SPREAD_TABLES, { project_id, node: server });
    if (!done.is_moved) return print(`${project_name} is alone in its shard on ${server}.`);
    print(`${project_name} is alone in its shard, which was moved from ${done.from} to ${server}.`);
    if (!done.is_live)
      print(
        "Changes to its answers waited meanwhile; with wal_level = logical on all servers they need not.",
      );
  });
}

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import type pg from "pg";
import { makePool } from "#adapters/database/pool.ts";
import { endThem } from "./end-first.ts";
import { copyOnAll, dropOnAll, type Servers } from "./test-cluster.ts";
import { findUsableSecrets } from "./usable-secrets.ts";

/** What a run of tests gives its processes: the servers, and the database to copy on them. */
export type TestServers = Servers & { database: string };

/** Whether these tests run on a cluster. */
export const isCluster =
  (JSON.parse(process.env["EARSHOT_TEST_POSTGRES"] ?? '{"workers":[]}') as TestServers).workers
    .length > 0;

const copied = new Map<string, ReturnType<typeof copyTemplate>>();
after(async () => {
  await endThem();
  const copies = await Promise.all(copied.values());
  await Promise.all(copies.map(({ drop }) => drop()));
});

const files = new AsyncLocalStorage<string>();

/** Reads a file of tests, which has a database of its own in this process of several. */
export function readApart(url: string): Promise<unknown> {
  return files.run(url, () => import(url));
}

/** The database of this process of tests, or of the file that was read apart: a copy of the migrated one, dropped after it. */
export async function openTestDatabase(): Promise<pg.Pool> {
  const file = files.getStore() ?? "";
  const copy = copied.get(file) ?? copyTemplate();
  copied.set(file, copy);
  return (await copy).pool;
}

async function copyTemplate(): Promise<{ pool: pg.Pool; drop(): Promise<void> }> {
  const given = process.env["EARSHOT_TEST_POSTGRES"];
  assert(given, "Run tests with `npm test` (one file: `npm test -- path`).");
  const { server, workers, database: from } = JSON.parse(given) as TestServers;
  const database = `test_${randomBytes(8).toString("hex")}`;
  await copyOnAll({ server, workers }, { from, to: database });
  const pool = makePool({ ...server, database }, { size: 8 });
  const drop = async () => {
    const usable = await findUsableSecrets(pool);
    await pool.end();
    await dropOnAll({ server, workers }, database);
    assert.deepEqual(usable, [], "117: the database of these tests holds usable secrets");
  };
  return { pool, drop };
}

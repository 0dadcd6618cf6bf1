import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import type pg from "pg";
import { type Connection, makePool } from "#adapters/database/pool.ts";
import { findUsableSecrets } from "./usable-secrets.ts";

let copied: ReturnType<typeof copyTemplate> | undefined;
after(async () => (await copied)?.drop());

/** The database of this process of tests: a copy of the migrated one, dropped after it. */
export async function openTestDatabase(): Promise<pg.Pool> {
  copied ??= copyTemplate();
  return (await copied).pool;
}

async function copyTemplate(): Promise<{ pool: pg.Pool; drop(): Promise<void> }> {
  const given = process.env["EARSHOT_TEST_POSTGRES"];
  assert(given, "Run tests with `npm test` (one file: `npm test -- path`).");
  const connection = JSON.parse(given) as Exclude<Connection, { url: string }>;
  const database = `test_${randomBytes(8).toString("hex")}`;
  const admin = makePool({ ...connection, database: "postgres" }, { size: 1 });
  // Copied as files: the log of every page would cost five times the work.
  await admin.query(
    `create database ${database} template ${connection.database} strategy file_copy`,
  );
  const pool = makePool({ ...connection, database }, { size: 8 });
  const drop = async () => {
    const usable = await findUsableSecrets(pool);
    await pool.end();
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
    assert.deepEqual(usable, [], "117: the database of these tests holds usable secrets");
  };
  return { pool, drop };
}

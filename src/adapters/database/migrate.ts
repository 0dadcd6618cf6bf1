import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";

const LOCK = 4_211_860_537;
const FOLDER = new URL("../../../migrations/", import.meta.url);

/** Applies the numbered SQL files that this database has not seen, each in its own transaction; returns their names. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`);
    await client.query("set statement_timeout = 0");
    await client.query(
      "create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string }>("select name from migrations");
    const seen = new Set(rows.map((row) => row.name));
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".sql")).sort();
    const missing = files.filter((file) => !seen.has(file));
    for (const file of missing) await apply(client, file);
    return missing;
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => {});
    client.release(true);
  }
}

async function apply(client: pg.PoolClient, file: string): Promise<void> {
  const text = await readFile(new URL(file, FOLDER), "utf8");
  await client.query("begin");
  try {
    await client.query(text);
    await client.query(`insert into migrations (name) values ('${file.replaceAll("'", "''")}')`);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new Error(`Migration ${file} failed and changed nothing: ${(cause as Error).message}`, {
      cause,
    });
  }
}

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import { migrate } from "#adapters/database/migrate.ts";
import { makePool } from "#adapters/database/pool.ts";
import { fillTables } from "../kit/fill-tables.ts";
import { readTables, schemaFiles } from "../kit/schema-files.ts";
import type { TestServers } from "../kit/test-database.ts";

const ROOT = new URL("../../", import.meta.url);
const MIGRATIONS = new URL("migrations/", ROOT);
/** How many files the first release is made of: every later one meets databases that are filled. */
const FIRST_RELEASE = 8;

const { server } = JSON.parse(process.env["EARSHOT_TEST_POSTGRES"] ?? "{}") as TestServers;
const admin = makePool({ ...server, database: "postgres" }, { size: 1 });
after(() => admin.end());

/** Does something on an empty database and a copy of our migrations. */
async function onEmpty(work: (pool: pg.Pool, path: string) => Promise<void>): Promise<void> {
  const database = `test_${randomBytes(8).toString("hex")}`;
  await admin.query(`create database ${database}`);
  const pool = makePool({ ...server, database }, { size: 1 });
  const path = await mkdtemp(join(tmpdir(), "earshot-walk-"));
  try {
    await cp(MIGRATIONS, path, { recursive: true });
    await work(pool, path);
  } finally {
    await pool.end();
    await admin.query(`drop database ${database} with (force)`);
    await rm(path, { recursive: true });
  }
}

async function listLater(path: string): Promise<string[]> {
  const names = (await readdir(path)).filter((name) => /^\d{4}-/.test(name)).sort();
  return names.slice(FIRST_RELEASE);
}

/** Each later migration on a database of just before it that has rows in all tables; returns what was walked. */
async function walk(pool: pg.Pool, path: string): Promise<string[]> {
  const folder = pathToFileURL(`${path}/`);
  const later = await listLater(path);
  for (const name of later) await rename(join(path, name), join(path, `later-${name}`));
  await migrate(pool, folder);
  const names = await fillTables(pool);
  for (const name of later) {
    await rename(join(path, `later-${name}`), join(path, name));
    assert.deepEqual(await migrate(pool, folder), [name]);
  }
  const kept = new Set((await readTables(pool)).map(({ name }) => name));
  for (const name of names.filter((table) => kept.has(table))) {
    const { rows } = await pool.query(`select count(*)::integer as count from ${name}`);
    assert.equal(rows[0].count, 2, `${name} kept its rows`);
  }
  return later;
}

test("the schema, the types of its rows and the contract of its views are what the migrations make", async () => {
  await onEmpty(async (pool) => {
    await migrate(pool, undefined, "views");
    for (const [path, text] of await schemaFiles(pool)) {
      assert.equal(text, await readFile(new URL(path, ROOT), "utf8"), `${path}: npm run schema`);
    }
  });
});

test("every migration after the first release takes a filled database", async () => {
  await onEmpty(async (pool, path) => {
    await walk(pool, path);
    const files = await schemaFiles(pool);
    const schema = await readFile(new URL("migrations/schema.sql", ROOT), "utf8");
    assert.equal(files.get("migrations/schema.sql"), schema);
  });
});

test("the walk takes a good migration and refuses one that only an empty database takes", async () => {
  const next = String(FIRST_RELEASE + 1).padStart(4, "0");
  await onEmpty(async (pool, path) => {
    const text = "alter table brands add column motto text not null default '';";
    await writeFile(join(path, `${next}-good.sql`), text);
    assert.ok((await walk(pool, path)).includes(`${next}-good.sql`));
  });
  await onEmpty(async (pool, path) => {
    const text = "alter table brands add column motto text not null;";
    await writeFile(join(path, `${next}-bad.sql`), text);
    await assert.rejects(walk(pool, path), /Migration \d+-bad\.sql failed .* null values/);
  });
});

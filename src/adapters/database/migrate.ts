import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { Failure } from "#core/failure.ts";
import { endWhenSilent } from "./pool.ts";

const LOCK = 4_211_860_537;
const FOLDER = new URL("../../../migrations/", import.meta.url);
/** What can be rebuilt from the rest: run again whenever it differs from what the database was given. */
const SUMS = "sums.sql";

type Migration = { name: string; text: string; checksum: string };
type Applied = { name: string; checksum: string };

/**
 * Brings a database up to date: applies the numbered SQL files that it has not seen, each in its own transaction, and
 * `sums.sql` when it has changed; returns their names. Refuses, changing nothing, a database that these files did not
 * make: of before the first release, of a newer version, or from a migration that was edited later.
 */
export async function migrate(pool: pg.Pool, folder = FOLDER): Promise<string[]> {
  const files = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    endWhenSilent(client, 0);
    await client.query(`select pg_advisory_lock(${LOCK})`);
    const applied = await readApplied(client);
    refuseForeign(applied, files);
    const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
    const missing = files.filter(({ name, checksum }) => checksums.get(name) !== checksum);
    for (const file of missing) await apply(client, file);
    return missing.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => {});
    client.release(true);
  }
}

/** The numbered files in order, then the sums. */
async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    [...names, SUMS].map(async (name) => {
      // A checkout on Windows may have other line ends.
      const text = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

async function readApplied(client: pg.PoolClient): Promise<Applied[]> {
  const { rows } = await client.query("select to_regclass('migrations') is not null as is_there");
  // To make what is there already would ask for a right that a role may have lost since.
  if (!rows[0]?.is_there) {
    await client.query(`create table migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  }
  return client.query<Applied>("select name, checksum from migrations order by name").then(
    ({ rows }) => rows,
    (cause: Error & { code?: string }) => {
      if (cause.code !== "42703") throw cause;
      throw new Failure(
        "UNAVAILABLE",
        "This database was made before the first release of Earshot and cannot be updated. " +
          "Export what you need with the version that made it, and begin with an empty database.",
        { cause },
      );
    },
  );
}

function refuseForeign(applied: readonly Applied[], files: readonly Migration[]): void {
  const known = new Map(files.map(({ name, checksum }) => [name, checksum]));
  const unknown = applied.find(({ name }) => !known.has(name));
  if (unknown) {
    throw new Failure(
      "UNAVAILABLE",
      `The database is newer than this version of Earshot: it was given ${unknown.name}, which this version does not ` +
        "know. Run the version that last used it, or a later one.",
    );
  }
  const edited = applied.find(
    ({ name, checksum }) => name !== SUMS && known.get(name) !== checksum,
  );
  if (edited) {
    throw new Failure(
      "UNAVAILABLE",
      `Migration ${edited.name} has been edited since the database was given it. Put the file back as it was, and make ` +
        "the change in a new migration.",
    );
  }
}

async function apply(client: pg.PoolClient, { name, text, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(text);
    await client.query(
      `insert into migrations (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    );
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed and changed nothing: ${(cause as Error).message}`, {
      cause,
    });
  }
}

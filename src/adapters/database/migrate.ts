import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { Failure } from "#core/failure.ts";
import { refuseUnfit } from "./fit-database.ts";
import { endWhenSilent } from "./pool.ts";

const LOCK = 4_211_860_537;
const FOLDER = new URL("../../../migrations/", import.meta.url);
/** What can be rebuilt from the rest: run again whenever it differs from what the database was given. */
const SUMS = "sums.sql";
/** Views for BI tools: made where they were asked for, and dropped before anything that they read is changed. */
const VIEWS = "views.sql";
const DEPENDED_ON = "2BP01";

type Migration = { name: string; text: string; checksum: string };
type Applied = { name: string; checksum: string };

/**
 * Brings a database up to date: applies the numbered SQL files that it has not seen, each in its own transaction,
 * `sums.sql` when it has changed, and `views.sql` after either, where the database has it or it `asks` for it; returns
 * their names. Refuses, changing nothing, a database that these files did not make: of before the first release, of a
 * newer version, or from a migration that was edited later.
 */
export async function migrate(
  pool: pg.Pool,
  folder = FOLDER,
  asks: "views" | null = null,
): Promise<string[]> {
  const files = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await endWhenLeft(client);
    endWhenSilent(client, 0);
    await refuseUnfit(client);
    await client.query(`select pg_advisory_lock(${LOCK})`);
    // To make what is there already would ask for a right that a role may have lost since.
    if (!(await hasNotes(client))) await client.query(NOTES);
    const applied = await readApplied(client);
    refuseForeign(applied, files);
    await stayInSchema(client);
    const missing = listMissing(applied, files, asks);
    if (missing.at(-1)?.name === VIEWS) await dropViews(client);
    for (const file of missing) await apply(client, file);
    return missing.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => {});
    client.release(true);
  }
}

/**
 * Drops the views for BI tools; they are made no more. False: there were none. Their schema goes with them if nothing else is
 * in it: an installation whose database user is called earshot may have its tables there.
 */
export async function removeViews(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query("select from migrations where name = $1", [VIEWS]);
  if (rowCount === 0) return false;
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`);
    await dropViews(client);
    await client.query(DROP_THE_REST);
    await client.query("delete from migrations where name = $1", [VIEWS]);
    return true;
  } finally {
    client.release(true);
  }
}

/** The functions of the views, and the schema if that empties it. */
const DROP_THE_REST = `do $$
declare one regprocedure;
begin
  for one in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'earshot'::regnamespace
      and p.proname in ('public_id', 'id_digit', 'id_filling', 'id_letter', 'id_start', 'grant_views', 'end_views')
      order by p.proname = 'public_id' desc, p.proname in ('id_digit', 'id_filling') desc loop
    execute format('drop function %s', one);
  end loop;
  if not exists (select from pg_depend where refclassid = 'pg_namespace'::regclass
      and refobjid = 'earshot'::regnamespace) then
    drop schema earshot;
  end if;
end $$`;

/** What a database lacks; the views, where it has or is to have them, whenever it lacks anything. */
function listMissing(
  applied: readonly Applied[],
  files: readonly Migration[],
  asks: "views" | null,
): Migration[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const missing = files.filter(({ name, checksum }) => checksums.get(name) !== checksum);
  const isWanted = asks === "views" || checksums.has(VIEWS);
  if (!isWanted) return missing.filter(({ name }) => name !== VIEWS);
  return missing.length > 0 ? [...new Set([...missing, ...files.slice(-1)])] : [];
}

/**
 * What is made from here on belongs beside what is there: a role called earshot would else find the schema of the views
 * first.
 */
async function stayInSchema(client: pg.PoolClient): Promise<void> {
  await client.query(`select set_config('search_path', relnamespace::regnamespace::text, false)
    from pg_class where oid = to_regclass('migrations')`);
}

/** In a transaction with the note that they are to be made again. */
async function dropViews(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('earshot.%I', viewname) as name from pg_views
     where schemaname = 'earshot' and viewname ~ '^(v1_|seen_projects$)'`,
  );
  if (rows.length === 0) return;
  await client.query("begin");
  try {
    await client.query(`drop view ${rows.map(({ name }) => name).join(", ")}`);
    await client.query("update migrations set checksum = '' where name = $1", [VIEWS]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    const { code, detail } = cause as { code?: string; detail?: string };
    if (code !== DEPENDED_ON) throw cause;
    throw new Failure(
      "UNAVAILABLE",
      "The views of the schema earshot have to be made again, and something of yours reads them: " +
        `${detail?.replaceAll("\n", "; ")}. Drop that, start again, and make it again after.`,
      { cause },
    );
  }
}

/** The numbered files in order, then the sums and the views. */
async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    [...names, SUMS, VIEWS].map(async (name) => {
      // A checkout on Windows may have other line ends.
      const text = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** The names of what `migrate` would apply; `is_new`: nothing ever was. Refuses what it refuses, and changes nothing. */
export async function listWaiting(
  pool: pg.Pool,
  folder = FOLDER,
): Promise<{ waiting: string[]; is_new: boolean }> {
  const files = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await refuseUnfit(client);
    const applied = (await hasNotes(client)) ? await readApplied(client) : [];
    refuseForeign(applied, files);
    const waiting = listMissing(applied, files, null).map(({ name }) => name);
    return { waiting, is_new: applied.length === 0 };
  } finally {
    client.release();
  }
}

const NOTES = `create table migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

async function hasNotes(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('migrations') is not null as is_there");
  return rows[0]?.is_there === true;
}

function readApplied(client: pg.PoolClient): Promise<Applied[]> {
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
        "know. Run the version that last used it or a later one, or restore the copy from before the upgrade.",
    );
  }
  const edited = applied.find(
    ({ name, checksum }) => name !== SUMS && name !== VIEWS && known.get(name) !== checksum,
  );
  if (edited) {
    throw new Failure(
      "UNAVAILABLE",
      `Migration ${edited.name} has been edited since the database was given it. Put the file back as it was, and make ` +
        "the change in a new migration.",
    );
  }
}

/** Has the database notice, in the middle of a statement, that who asked for it was killed, and end it: the next one waits for its lock. */
async function endWhenLeft(client: pg.PoolClient): Promise<void> {
  // Some systems that PostgreSQL runs on cannot tell.
  await client.query("set client_connection_check_interval = '1s'").catch(() => {});
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

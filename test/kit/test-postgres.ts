import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { type Connection, makePool } from "#adapters/database/pool.ts";
import { findPostmaster } from "#adapters/database/postmaster.ts";
import { migrateQueue } from "#adapters/queue.ts";
import { testLog } from "./secret-trail.ts";

// One cluster a checkout and user, kept between runs. Runs know of each other by the name of their connection,
// which ends with them however they end; what is no longer used, the next run drops.

type Server = Exclude<Connection, { url: string }>;

const RUN = "earshot test run";
const DRAFT = "template_draft";
const MIGRATE = "src/adapters/database/migrate.ts";

/** Starts or joins this checkout's PostgreSQL; the connection names a migrated database to copy. */
export async function openTestPostgres(): Promise<{ connection: Server; close(): Promise<void> }> {
  const postgres = await startCluster();
  const run = new Client({ ...postgres.connection, application_name: RUN });
  const close = async () => {
    await run.end();
    await postgres.stop();
  };
  try {
    await run.connect();
    // One run after the other, so that none drops what another has just made.
    await run.query("select pg_advisory_lock(1)");
    const database = nameTemplate();
    await dropLeftovers(run, database);
    await ensureTemplate(run, { ...postgres.connection, database });
    await run.query("select pg_advisory_unlock(1)");
    return { connection: { ...postgres.connection, database }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startCluster() {
  const place = createHash("sha256").update(`${process.cwd()} ${process.getuid?.()}`).digest("hex");
  const data_dir = join(tmpdir(), `earshot-test-${place.slice(0, 12)}`);
  const start = () =>
    startEmbeddedPostgres({ data_dir, database: "postgres", durable: false, log: () => {} });
  await mkdir(data_dir, { recursive: true });
  return start().catch(async (error: unknown) => {
    if (findPostmaster(join(data_dir, "postgres"))?.is_running) throw error;
    // It does not run and does not start: nothing in it is worth a question.
    await rm(data_dir, { recursive: true, force: true });
    await mkdir(data_dir);
    return start();
  });
}

/** A name for what these migrations and this queue make. */
function nameTemplate(): string {
  const hash = createHash("sha256");
  for (const file of [...globSync("migrations/**/*.sql").sort(), MIGRATE, "package-lock.json"])
    hash.update(`${file}\n${readFileSync(file, "utf8")}`);
  return `template_${hash.digest("hex").slice(0, 16)}`;
}

/** Drops the databases of earlier runs, unless another run is going on. */
async function dropLeftovers(run: Client, template: string): Promise<void> {
  const { rows } = await run.query<{ name: string }>(
    `select datname as name from pg_database
     where datname ~ '^(test|template)_[0-9a-f]+$' and datname <> $1
       and not exists (select from pg_stat_activity where application_name = $2 and pid <> pg_backend_pid())`,
    [template, RUN],
  );
  for (const { name } of rows) await run.query(`drop database if exists ${name} with (force)`);
}

async function ensureTemplate(run: Client, template: Server): Promise<void> {
  const name = template.database;
  if ((await run.query("select from pg_database where datname = $1", [name])).rowCount) return;
  // Under another name until it is whole: a run that ends half-way leaves no half template.
  await run.query(`drop database if exists ${DRAFT} with (force)`);
  await run.query(`create database ${DRAFT}`);
  const pool = makePool({ ...template, database: DRAFT }, { size: 2 });
  await migrate(pool);
  await migrateQueue(pool, testLog);
  await pool.end();
  await run.query(`alter database ${DRAFT} rename to ${name}`);
}

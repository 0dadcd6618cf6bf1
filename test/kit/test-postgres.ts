import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makePool } from "#adapters/database/pool.ts";
import { findPostmaster } from "#adapters/database/postmaster.ts";
import { migrateQueue } from "#adapters/queue.ts";
import { testLog } from "./secret-trail.ts";
import { sumSources } from "./sum-sources.ts";
import {
  createOnAll,
  dropOnAll,
  findServers,
  renameOnAll,
  type Servers,
  spreadOnAll,
} from "./test-cluster.ts";

// One cluster a checkout and user, kept between runs. Runs know of each other by the name of their connection,
// which ends with them however they end; what is no longer used, the next run drops.

export type TestPostgres = { servers: Servers; database: string; close(): Promise<void> };

const RUN = "earshot test run";
const DRAFT = "template_draft";
const MADE_BY = [
  "src/adapters/database/migrate.ts",
  "src/adapters/queue.ts",
  "src/domain/tenancy/spread-tables.ts",
  "test/kit/test-postgres.ts",
  "package-lock.json",
];

/** Starts or joins this checkout's PostgreSQL, or the servers that TEST_DATABASE_URL names; `database` is migrated, to copy. */
export async function openTestPostgres(): Promise<TestPostgres> {
  const url = process.env["TEST_DATABASE_URL"];
  const { servers, stop } = url
    ? { servers: await findServers(url), stop: async () => {} }
    : await startOwn();
  const run = new Client({ ...servers.server, application_name: RUN });
  const close = async () => {
    await run.end();
    await stop();
  };
  try {
    await run.connect();
    // One run after the other, so that none drops what another has just made.
    await run.query("select pg_advisory_lock(1)");
    const database = nameTemplate();
    await dropLeftovers(run, { servers, template: database });
    await ensureTemplate(run, { servers, template: database });
    await run.query("select pg_advisory_unlock(1)");
    return { servers, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startOwn() {
  const { connection, stop } = await startCluster();
  return { servers: { server: connection, workers: [] } satisfies Servers, stop };
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
  for (const file of [...globSync("migrations/**/*.sql").sort(), ...MADE_BY])
    hash.update(`${file}\n${readFileSync(file, "utf8")}`);
  return `template_${hash.digest("hex").slice(0, 16)}`;
}

type Made = { servers: Servers; template: string };

/** Drops the databases of earlier runs, unless another run is going on. */
async function dropLeftovers(run: Client, { servers, template }: Made): Promise<void> {
  const { rows } = await run.query<{ name: string }>(
    `select datname as name from pg_database
     where datname ~ '^(test|template)_[0-9a-f]+$' and datname <> $1
       and not exists (select from pg_stat_activity where application_name = $2 and pid <> pg_backend_pid())`,
    [template, RUN],
  );
  for (const { name } of rows) await dropOnAll(servers, name);
}

async function ensureTemplate(run: Client, { servers, template }: Made): Promise<void> {
  if ((await run.query("select from pg_database where datname = $1", [template])).rowCount) return;
  // Under another name until it is whole: a run that ends half-way leaves no half template.
  await dropOnAll(servers, DRAFT);
  await createOnAll(servers, DRAFT);
  const pool = makePool({ ...servers.server, database: DRAFT }, { size: 2 });
  await migrate(pool);
  await migrateQueue(pool, testLog);
  // Projects of tests are small, and sums of sources are for large ones.
  await sumSources(pool, { from: 0 });
  await pool.end();
  if (servers.workers.length > 0) await spreadOnAll(servers, DRAFT);
  // The coordinator's last: it tells whether there is a template.
  await renameOnAll(servers, { from: DRAFT, to: template });
}

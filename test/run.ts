import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { type Connection, makePool } from "#adapters/database/pool.ts";
import { migrateQueue } from "#adapters/queue.ts";
import { chromiumPath } from "./e2e/browser.ts";
import { readTrail, testLog } from "./kit/secret-trail.ts";

/** Every test of ours; other people's packages bring their own, which are not for us to run. */
const TESTS = [
  "src/**/*.test.ts",
  "web/**/*.test.ts",
  "test/{laws,processes,kit}/**/*.test.ts",
  ...(chromiumPath ? ["test/e2e/**/*.test.ts"] : []),
];

/** Runs the given test files, or all, on one PostgreSQL; each file gets its own copy of a migrated database. */
async function main(): Promise<number> {
  const files = process.argv.slice(2);
  const isWhole = files.length === 0;
  const chosen = isWhole ? globSync(TESTS).sort() : files;
  const postgres = await startPostgres();
  const trail = await mkdtemp(join(tmpdir(), "earshot-trail-"));
  try {
    const connection = {
      ...postgres.connection,
      database: await makeTemplate(postgres.connection),
    };
    const tests = spawn(process.execPath, ["--test", "--test-concurrency=3", ...chosen], {
      stdio: "inherit",
      env: {
        ...process.env,
        EARSHOT_TEST_POSTGRES: JSON.stringify(connection),
        EARSHOT_TEST_TRAIL: trail,
      },
    });
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => tests.kill(signal));
    const code = await new Promise<number>((done) => tests.on("exit", (code) => done(code ?? 1)));
    const isQuiet = tellTrail(trail, { isWhole });
    if (isWhole && !chromiumPath) {
      const count = globSync("test/e2e/**/*.test.ts").length;
      process.stdout.write(`browser: NOT run, ${count} files: no Chromium is installed here\n`);
    }
    return isQuiet ? code : 1;
  } finally {
    await postgres.stop();
    await rm(trail, { recursive: true, force: true });
  }
}

/** The cluster of this checkout's tests, kept between runs; one that does not start any more is replaced. */
async function startPostgres() {
  const place = createHash("sha256").update(process.cwd()).digest("hex").slice(0, 12);
  const data_dir = join(tmpdir(), `earshot-test-${place}`);
  const start = () =>
    startEmbeddedPostgres({ data_dir, database: "postgres", durable: false, log: () => {} });
  await mkdir(data_dir, { recursive: true });
  return start().catch(async () => {
    await rm(data_dir, { recursive: true, force: true });
    await mkdir(data_dir);
    return start();
  });
}

/** A migrated database of these migrations and this queue; what earlier runs left behind is dropped. */
async function makeTemplate(server: Exclude<Connection, { url: string }>): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...globSync("migrations/*.sql"), "package-lock.json"].sort())
    hash.update(`${file}\n${readFileSync(file, "utf8")}`);
  const template = `template_${hash.digest("hex").slice(0, 16)}`;
  const admin = makePool(server, { size: 1 });
  try {
    const { rows } = await admin.query<{ datname: string; is_used: boolean }>(
      `select datname, exists (select from pg_stat_activity a where a.datname = d.datname) as is_used
       from pg_database d where datname ~ '^(test|template|draft)_[0-9a-f]+$'`,
    );
    for (const { datname, is_used } of rows)
      if (datname !== template && !is_used) await admin.query(`drop database if exists ${datname}`);
    if (rows.some(({ datname }) => datname === template)) return template;
    // Under another name until it is whole: a run that ends half-way leaves no half template.
    const draft = `draft_${process.pid.toString(16)}`;
    await admin.query(`create database ${draft}`);
    const pool = makePool({ ...server, database: draft }, { size: 2 });
    await migrate(pool);
    await migrateQueue(pool, testLog);
    await pool.end();
    await admin.query(`alter database ${draft} rename to ${template}`);
    return template;
  } finally {
    await admin.end();
  }
}

/** Tells whether no log line, refusal or address of these tests shows a secret they made or sent. */
function tellTrail(trail: string, { isWhole }: { isWhole: boolean }): boolean {
  const { lines, secrets, leaks } = readTrail(trail);
  process.stdout.write(
    `secrets: ${leaks.length} of ${lines} lines logged or refused show one of ${secrets} secrets\n`,
  );
  for (const line of leaks.slice(0, 5)) process.stdout.write(`  ${line.slice(0, 300)}\n`);
  const hasSeen = !isWhole || (lines > 5_000 && secrets > 500);
  if (!hasSeen) process.stdout.write("secrets: the tests left no trail to look at\n");
  return leaks.length === 0 && hasSeen;
}

process.exitCode = await main();

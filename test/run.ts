import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makePool } from "#adapters/database/pool.ts";
import { migrateQueue } from "#adapters/queue.ts";
import { readTrail, testLog } from "./canary.ts";

const TEMPLATE = "earshot_template";

/** Runs the given test files, or all, on one throw-away PostgreSQL; each file gets its own copy of a migrated database. */
async function main(): Promise<number> {
  const files = process.argv.slice(2);
  const chosen =
    files.length > 0
      ? files
      : globSync(["src/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"]).sort();
  const data_dir = await mkdtemp(join(tmpdir(), "earshot-test-"));
  const postgres = await startEmbeddedPostgres({
    data_dir,
    database: TEMPLATE,
    durable: false,
    log: () => {},
  });
  try {
    const pool = makePool(postgres.connection, { size: 2 });
    await migrate(pool);
    await migrateQueue(pool, testLog);
    await pool.end();
    const EARSHOT_TEST_POSTGRES = JSON.stringify(postgres.connection);
    const trail = join(data_dir, "trail");
    await mkdir(trail);
    const environment = { ...process.env, EARSHOT_TEST_POSTGRES, EARSHOT_TEST_TRAIL: trail };
    const tests = spawn(process.execPath, ["--test", "--test-concurrency=3", ...chosen], {
      stdio: "inherit",
      env: environment,
    });
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => tests.kill(signal));
    const code = await new Promise<number>((done) => tests.on("exit", (code) => done(code ?? 1)));
    return canaryLives(trail, { isWhole: files.length === 0 }) ? code : 1;
  } finally {
    await postgres.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

/** Tells whether no log line, refusal or address of these tests shows a secret they made or sent. */
function canaryLives(trail: string, { isWhole }: { isWhole: boolean }): boolean {
  const { lines, secrets, leaks } = readTrail(trail);
  process.stdout.write(
    `canary: ${leaks.length} of ${lines} lines logged or refused show one of ${secrets} secrets\n`,
  );
  for (const line of leaks.slice(0, 5)) process.stdout.write(`  ${line.slice(0, 300)}\n`);
  const hasSeen = !isWhole || (lines > 5_000 && secrets > 500);
  if (!hasSeen) process.stdout.write("canary: the tests left no trail to look at\n");
  return leaks.length === 0 && hasSeen;
}

process.exitCode = await main();

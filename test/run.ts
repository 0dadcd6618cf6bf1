import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makePool } from "#adapters/database/pool.ts";
import { migrateQueue } from "#adapters/queue.ts";
import { silentLog } from "./silent-log.ts";

const TEMPLATE = "earshot_template";

/** Runs the given test files, or all, on one throw-away PostgreSQL; each file gets its own copy of a migrated database. */
async function main(): Promise<number> {
  const files = process.argv.slice(2);
  const chosen =
    files.length > 0 ? files : globSync(["src/**/*.test.ts", "test/**/*.test.ts"]).sort();
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
    await migrateQueue(pool, silentLog);
    await pool.end();
    const EARSHOT_TEST_POSTGRES = JSON.stringify(postgres.connection);
    const environment = { ...process.env, EARSHOT_TEST_POSTGRES };
    const tests = spawn(process.execPath, ["--test", "--test-concurrency=3", ...chosen], {
      stdio: "inherit",
      env: environment,
    });
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => tests.kill(signal));
    return await new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
  } finally {
    await postgres.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

process.exitCode = await main();

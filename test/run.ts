import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromiumPath } from "./kit/chromium.ts";
import { readTrail } from "./kit/secret-trail.ts";
import { listTests } from "./kit/test-files.ts";
import { openTestPostgres } from "./kit/test-postgres.ts";

/** Runs the given test files, or all, on one PostgreSQL; each file gets its own copy of a migrated database. */
async function main(): Promise<number> {
  const files = process.argv.slice(2);
  const isWhole = files.length === 0;
  const { browser, others } = listTests(".");
  const chosen = isWhole ? [...(chromiumPath ? browser : []), ...others] : files;
  const postgres = await openTestPostgres();
  const trail = await mkdtemp(join(tmpdir(), "earshot-trail-"));
  try {
    const tests = spawn(process.execPath, ["--test", "--test-concurrency=3", ...chosen], {
      stdio: "inherit",
      env: {
        ...process.env,
        EARSHOT_TEST_POSTGRES: JSON.stringify(postgres.connection),
        EARSHOT_TEST_TRAIL: trail,
        // Half of what a process of ours does at its start is to compile what others have compiled.
        NODE_COMPILE_CACHE: resolve("node_modules/.cache/node"),
      },
    });
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => tests.kill(signal));
    const code = await new Promise<number>((done) => tests.on("exit", (code) => done(code ?? 1)));
    const isQuiet = reportTrail(trail, { isWhole });
    if (isWhole && !chromiumPath) {
      process.stdout.write(
        `browser: NOT run, ${browser.length} files: no Chromium is installed here\n`,
      );
    }
    return isQuiet ? code : 1;
  } finally {
    await postgres.close();
    await rm(trail, { recursive: true, force: true });
  }
}

/** Tells whether no log line, refusal or address of these tests shows a secret they made or sent. */
function reportTrail(trail: string, { isWhole }: { isWhole: boolean }): boolean {
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

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { promisify } from "node:util";
import { bundlePlaces, openBundle } from "#adapters/dashboard-bundle.ts";
import { writeBundle } from "../bin/server-bundle.js";
import { chromiumPath } from "./kit/chromium.ts";
import { readTrail } from "./kit/secret-trail.ts";
import { groupTests, listTests, writeGroup } from "./kit/test-files.ts";
import { openTestPostgres, type TestPostgres } from "./kit/test-postgres.ts";

/** Runs the given test files, or all, on one PostgreSQL; each process of tests has its own copy of a migrated database. */
async function main(): Promise<number> {
  const files = process.argv.slice(2);
  const isWhole = files.length === 0;
  const { browser, others } = listTests(".");
  if (await hasRoom(MEMORY)) process.env["TMPDIR"] = MEMORY;
  // Half of what a process of ours does at its start is to compile what others have compiled.
  process.env["NODE_COMPILE_CACHE"] = resolve("node_modules/.cache/node");
  const compiling = isWhole && compileAhead();
  const bundling = isWhole && writeBundle(resolve("."));
  const postgres = await openTestPostgres();
  const trail = await mkdtemp(join(tmpdir(), "earshot-trail-"));
  try {
    const chosen = isWhole
      ? groupTests([...(chromiumPath ? browser : []), ...others]).map((group, n) =>
          group.length > 1 ? writeGroup(trail, `group-${n}`, group) : `${group[0]}`,
        )
      : files;
    // Once and ahead: the servers of all tests that begin together would each build the same.
    if (isWhole && chromiumPath) {
      await openBundle({ places: bundlePlaces(trail).slice(0, 1), say: () => {} }).ready;
    }
    Object.assign(process.env, {
      EARSHOT_TEST_POSTGRES: JSON.stringify({ ...postgres.servers, database: postgres.database }),
      EARSHOT_TEST_TRAIL: trail,
    });
    await compiling;
    if (bundling) process.env["EARSHOT_TEST_SERVERS"] = await bundling;
    const hasPassed = await runFiles(chosen);
    const isQuiet = reportTrail(trail, { isWhole });
    if (isWhole && !chromiumPath) {
      process.stdout.write(
        `browser: NOT run, ${browser.length} files: no Chromium is installed here\n`,
      );
    }
    reportCluster(postgres);
    return isQuiet && hasPassed ? 0 : 1;
  } finally {
    await postgres.close();
    await rm(trail, { recursive: true, force: true });
  }
}

/** Files there take memory and no disk: a third of PostgreSQL's time in a run was the kernel's, on files of a hundred databases. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 8e9;

/** Whether a folder has room for the files of a run, and programs may lie there. */
async function hasRoom(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => undefined);
  const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
  const mount = mounts.split("\n").findLast((line) => line.split(" ")[1] === folder);
  return (
    found !== undefined &&
    found.bavail * found.bsize > ROOM_BYTES &&
    mount !== undefined &&
    !mount.includes("noexec")
  );
}

/** As the product is started: more room for what is young takes half of the collecting. */
const HEAP = ["--max-semi-space-size=16"];

/** What hangs fails by its name: a test after five minutes, several times what the longest takes, a process of them later. */
const IN_TIME = [
  "--test-timeout=300000",
  `--import=${import.meta.resolve("./kit/end-in-time.ts")}`,
];

/** What most processes of a whole run read. */
const READ = [
  "./test/kit/world.ts",
  "./src/installation.ts",
  "./src/commands/run-command.ts",
  "./src/domain/detection/detect-answer.ts",
  ...(chromiumPath ? ["playwright-core"] : []),
];

/** Compiles once what all that begin together would each compile. */
async function compileAhead(): Promise<void> {
  const text = READ.map((name) => `await import(${JSON.stringify(name)});`).join("\n");
  const words = [...HEAP, "--input-type=module", "--eval", `${text}\nprocess.exit();`];
  // What cannot be read, the tests will tell.
  await promisify(execFile)(process.execPath, words).catch(() => {});
}

/** How many files run at a time: one more than there are cores, since each waits at times; more only get in each other's way. */
const AT_ONCE = Math.min(availableParallelism() + 1, 8);

/** Runs files in this order, some at a time; tells whether nothing failed. */
async function runFiles(files: string[]): Promise<boolean> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
  const tests = run({
    files,
    concurrency: AT_ONCE,
    execArgv: [...HEAP, ...IN_TIME],
    signal: stop.signal,
  });
  let hasPassed = true;
  tests.on("test:fail", ({ todo }) => {
    hasPassed &&= todo !== undefined;
  });
  await pipeline(tests, new spec(), process.stdout, { end: false });
  return hasPassed && !stop.signal.aborted;
}

/** Tells whether no log line, refusal or address of these tests shows a secret they made or sent. */
function reportTrail(trail: string, { isWhole }: { isWhole: boolean }): boolean {
  const { lines, secrets, leaks, told } = readTrail(trail);
  for (const line of told) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `secrets: ${leaks.length} of ${lines} lines logged or refused show one of ${secrets} secrets\n`,
  );
  for (const line of leaks.slice(0, 5)) process.stdout.write(`  ${line.slice(0, 300)}\n`);
  const hasSeen = !isWhole || (lines > 5_000 && secrets > 500);
  if (!hasSeen) process.stdout.write("secrets: the tests left no trail to look at\n");
  return leaks.length === 0 && hasSeen;
}

/** Says whether these tests ran on a cluster. */
function reportCluster({ servers: { workers } }: TestPostgres): void {
  process.stdout.write(
    workers.length > 0
      ? `cluster: run on one with ${workers.length} workers\n`
      : "cluster: NOT run on one: TEST_DATABASE_URL names no coordinator of a Citus cluster\n",
  );
}

process.exitCode = await main();

import type { ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnStart, stop } from "./spawn-server.ts";

/**
 * How long the server takes to start and what memory it holds then: cold on an empty folder (a database is made),
 * warm on the same folder again, three rounds: `node bench/start.ts`. The first page is /login. The dashboard must
 * be built (`npm run build`), as it is after any first start.
 */
const PORT = Number(process.env["BENCH_PORT"] ?? 8842);
const ORIGIN = `http://127.0.0.1:${PORT}`;
const ROUNDS = 3;
const SETTLE_MS = 5_000;

async function main(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const data_dir = await mkdtemp(join(tmpdir(), "earshot-bench-"));
    try {
      for (const name of ["cold", "warm", "warm"]) await start(name, data_dir);
    } finally {
      await rm(data_dir, { recursive: true, force: true });
    }
  }
}

async function start(name: string, data_dir: string): Promise<void> {
  const started = performance.now();
  const server = spawnStart({ DATA_DIR: data_dir, PORT: String(PORT), BASE_URL: ORIGIN });
  try {
    await answers("/login", server);
    const page = performance.now() - started;
    await answers("/readyz", server);
    const ready = performance.now() - started;
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    process.stdout.write(
      `${name}: first page after ${page.toFixed(0)} ms, ready after ${ready.toFixed(0)} ms, ${await memoryOf(server)} MB\n`,
    );
  } finally {
    await stop(server);
  }
}

/** Resolves when a path is answered 200. */
async function answers(path: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(ORIGIN + path).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 5));
  }
  throw new Error("the server ended");
}

async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1_024);
}

await main();

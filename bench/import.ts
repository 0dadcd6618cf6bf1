import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, mkdirSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { DEMO_MARKET } from "#domain/demo/demo-market.ts";
import { fillProject } from "./fill-project.ts";
import { inventAnswer } from "./invented-answers.ts";
import { spawnServer, stop } from "./spawn-server.ts";

/**
 * Answers a second and memory at its highest, of `import answers FILE` and of POST /chats/import to a running
 * server, each with a database of its own: `node bench/import.ts --answers 10000,100000 --data /tmp/bench-import`.
 * With `--filled 102` the command adds them to a project that has so many days of 3,000 answers, and the sums of its days.
 * The answers are invented: 100 prompts, 3 models, as many days as it takes, about 1,400 characters, 7 sources and
 * 3 mentions of 5 brands each.
 */
const { values } = parseArgs({
  options: {
    answers: { type: "string", default: "10000,100000" },
    data: { type: "string", default: "/tmp/earshot-bench-import" },
    port: { type: "string", default: "8832" },
    filled: { type: "string", default: "0" },
  },
});
const KEY = "bench-key-0123456789";
// The route takes 50 MB at once; longer files come in several requests.
const POST_BYTES = 40_000_000;

const api = (path: string) => `http://127.0.0.1:${values.port}/api/v1${path}`;

rmSync(values.data, { recursive: true, force: true });
mkdirSync(values.data, { recursive: true });
console.log(
  "| answers | way | s | answers/s | node CPU s | PostgreSQL CPU s | node MB | PostgreSQL MB |",
);
console.log("|---|---|---|---|---|---|---|---|");
try {
  for (const count of values.answers.split(",").map(Number)) {
    const file = join(values.data, `${count}.jsonl`);
    await writeAnswers(file, count);
    if (values.filled !== "0") await importIntoFilled(file, count);
    else {
      await importByCommand(file, count);
      await importByPost(file, count);
    }
    rmSync(file);
  }
} finally {
  rmSync(values.data, { recursive: true, force: true });
}

async function writeAnswers(file: string, count: number): Promise<void> {
  const out = createWriteStream(file);
  for (let n = 0; n < count; n++) {
    if (!out.write(`${JSON.stringify(inventAnswer(n))}\n`)) await once(out, "drain");
  }
  out.end();
  await finished(out);
}

async function importByCommand(file: string, count: number): Promise<void> {
  const data_dir = join(values.data, "command");
  const server = await spawnServer(environmentOf(data_dir));
  await addCompetitors().finally(() => stop(server));
  await runCommand(file, { count, way: "command", data_dir, env: environmentOf(data_dir) });
}

async function importIntoFilled(file: string, count: number): Promise<void> {
  const data_dir = join(values.data, "filled");
  const postgres = await startEmbeddedPostgres({ data_dir, log: () => {} });
  const pool = makePool(postgres.connection, { size: 4 });
  await migrate(pool);
  await fillProject(makeDatabase(pool), Number(values.filled));
  await pool.end();
  await postgres.stop();
  const env = { DATA_DIR: data_dir, LOG_LEVEL: "warn", DASHBOARD: "off" };
  await runCommand(file, { count, way: "command, filled", data_dir, env });
}

type Command = { count: number; way: string; data_dir: string; env: Record<string, string> };

async function runCommand(file: string, { count, way, data_dir, env }: Command): Promise<void> {
  const started = performance.now();
  const child = spawn(process.execPath, ["src/commands/earshot.ts", "import", "answers", file], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env },
  });
  const watched = watch(child, data_dir);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The import ended with exit code ${code}.`);
  const seconds = (performance.now() - started) / 1_000;
  tell({ count, way, seconds, ...watched() });
  rmSync(data_dir, { recursive: true, force: true });
}

async function importByPost(file: string, count: number): Promise<void> {
  const data_dir = join(values.data, "post");
  const server = await spawnServer(environmentOf(data_dir));
  const watched = watch(server, data_dir);
  try {
    await addCompetitors();
    const started = performance.now();
    for await (const body of partsOf(file)) await post("/chats/import", body);
    const seconds = (performance.now() - started) / 1_000;
    tell({ count, way: "POST", seconds, ...watched() });
  } finally {
    await stop(server);
  }
  rmSync(data_dir, { recursive: true, force: true });
}

/** A file in whole lines, some 40 MB at a time. */
async function* partsOf(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const part of Readable.from(createReadStream(file, { highWaterMark: POST_BYTES }))) {
    const all = Buffer.concat([rest, part as Buffer]);
    const end = all.lastIndexOf(10) + 1;
    yield all.subarray(0, end);
    rest = all.subarray(end);
  }
}

async function addCompetitors(): Promise<void> {
  for (const { name, domain } of DEMO_MARKET.competitors) {
    await post("/brands", Buffer.from(JSON.stringify({ name, domains: [domain] })));
  }
}

async function post(path: string, body: Buffer): Promise<void> {
  const type = path === "/brands" ? "application/json" : "application/x-ndjson";
  const headers = { "x-api-key": KEY, "content-type": type };
  const answer = await fetch(api(path), { method: "POST", headers, body: new Uint8Array(body) });
  const text = await answer.text();
  if (!answer.ok || /"failed_count":[1-9]/.test(text)) {
    throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
  }
}

function environmentOf(data_dir: string) {
  const { own } = DEMO_MARKET;
  return {
    ...{ DATA_DIR: data_dir, PORT: values.port, LOG_LEVEL: "warn", DASHBOARD: "off" },
    ...{ INIT_PROJECT_NAME: own.name, INIT_PROJECT_DOMAIN: own.domain, INIT_API_KEY: KEY },
    RATE_LIMIT_PER_MINUTE: "0",
  };
}

type Watched = { node_mb: number; postgres_mb: number; node_cpu: number; postgres_cpu: number };

/** Looks at a process and its PostgreSQL five times a second: most memory, CPU seconds; call the result to end it. */
function watch(child: ChildProcess, data_dir: string): () => Watched {
  const seen: Watched = { node_mb: 0, postgres_mb: 0, node_cpu: 0, postgres_cpu: 0 };
  const look = async () => {
    const pid = String(child.pid);
    const postgres = await postgresProcesses(data_dir);
    const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
    const now = {
      node_mb: await memoryOf(pid),
      node_cpu: await cpuOf(pid),
      postgres_mb: sum(await Promise.all(postgres.map(memoryOf))),
      postgres_cpu: sum(await Promise.all(postgres.map(cpuOf))),
    };
    for (const name of Object.keys(seen) as (keyof Watched)[]) {
      seen[name] = Math.max(seen[name], now[name]);
    }
  };
  const timer = setInterval(() => void look(), 200);
  return () => {
    clearInterval(timer);
    return seen;
  };
}

/** Memory that is this process's share, in MB: what several share is divided among them (Linux). */
async function memoryOf(pid: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1_024;
}

/** CPU seconds of a process and of its children that ended (Linux). */
async function cpuOf(pid: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const ticks = text.split(") ")[1]?.split(" ").slice(11, 15).map(Number) ?? [];
  return ticks.reduce((sum, value) => sum + value, 0) / 100;
}

/** The postmaster and its children. */
async function postgresProcesses(data_dir: string): Promise<string[]> {
  const pid_file = join(data_dir, "postgres", "postmaster.pid");
  const postmaster = (await readFile(pid_file, "utf8").catch(() => "")).split("\n")[0] ?? "";
  if (postmaster === "") return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const parents = pids.map(async (pid) => {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    return text.split(") ")[1]?.split(" ")[1];
  });
  const found = await Promise.all(parents);
  return pids.filter((pid, index) => pid === postmaster || found[index] === postmaster);
}

function tell(figures: Watched & { count: number; way: string; seconds: number }): void {
  const { count, way, seconds, node_mb, postgres_mb, node_cpu, postgres_cpu } = figures;
  const rate = Math.round(count / seconds);
  console.log(
    `| ${count} | ${way} | ${seconds.toFixed(1)} | ${rate} | ${node_cpu.toFixed(1)} | ` +
      `${postgres_cpu.toFixed(1)} | ${Math.round(node_mb)} | ${Math.round(postgres_mb)} |`,
  );
}

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { spawnServer, stop } from "./spawn-server.ts";

// Throughput of small lists over REST next to a bare node:http server that sends the same bytes, in the same run.
// npm ci --prefix test/outside && node bench/rest.ts [seconds per measurement, 5 unless given]

const SECONDS = Number(process.argv[2] ?? 5);
const CONNECTIONS = 10;
const KEY = "bench-key-0123456789";
const PORT = Number(process.env["BENCH_PORT"] ?? 8830);
const ROUNDS = 2;

type Figures = { per_second: number; p50_ms: number; p99_ms: number; bad: number; cpu_us: number };

const TICK_US = 10_000;

/** CPU time that a process has used, in microseconds (Linux only: elsewhere 0). */
async function cpuOf({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [user = 0, system = 0] = text.split(") ")[1]?.split(" ").slice(11, 13).map(Number) ?? [];
  return (user + system) * TICK_US;
}

const BARE = `
const body = Buffer.from(process.argv[1], "base64");
require("node:http").createServer((q, a) => {
  a.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  a.end(body);
}).listen(${PORT + 1}, "127.0.0.1", () => console.log("ready"));`;

/** Requests per second and latencies of one address, from a client in a process of its own. */
async function measure(
  url: string,
  { server, seconds = SECONDS }: { server: ChildProcess; seconds?: number },
): Promise<Figures> {
  const before = await cpuOf(server);
  const { stdout } = await promisify(execFile)(
    "test/outside/node_modules/.bin/autocannon",
    ["-j", "-n", "-c", String(CONNECTIONS), "-d", String(seconds), "-H", `X-API-Key=${KEY}`, url],
    { maxBuffer: 10_000_000 },
  );
  const { requests, latency, non2xx } = JSON.parse(stdout) as {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
  };
  const cpu_us = ((await cpuOf(server)) - before) / requests.total;
  const { p50: p50_ms, p99: p99_ms } = latency;
  return { per_second: requests.average, p50_ms, p99_ms, bad: non2xx, cpu_us };
}

const startServer = (data_dir: string, per_minute: number) =>
  spawnServer({
    ...{ DATA_DIR: data_dir, PORT: String(PORT), RATE_LIMIT_PER_MINUTE: String(per_minute) },
    ...{ INIT_PROJECT_NAME: "Acme", INIT_PROJECT_DOMAIN: "acme.com", INIT_API_KEY: KEY },
  });

const api = (path: string) => `http://127.0.0.1:${PORT}/api/v1${path}`;

async function post(path: string, body: unknown): Promise<number> {
  const { status } = await fetch(api(path), {
    method: "POST",
    headers: { "x-api-key": KEY, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return status;
}

/** What the bare server does with the bytes that our server answers for `path`. */
async function measureBare(path: string): Promise<Figures> {
  const answer = await fetch(api(path), { headers: { "x-api-key": KEY } });
  const body = Buffer.from(await answer.arrayBuffer()).toString("base64");
  const bare = spawn(process.execPath, ["-e", BARE, body], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => bare.stdout?.once("data", resolve));
  const figures = await measure(`http://127.0.0.1:${PORT + 1}/`, { server: bare });
  await stop(bare);
  return figures;
}

function show(name: string, { per_second, p50_ms, p99_ms, bad, cpu_us }: Figures): void {
  const figures = `${Math.round(per_second)}/s, p50 ${p50_ms} ms, p99 ${p99_ms} ms, ${Math.round(cpu_us)} µs CPU each`;
  process.stdout.write(`${name}: ${figures}${bad > 0 ? `, ${bad} refused` : ""}\n`);
}

async function main(): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), "earshot-bench-"));
  let server = await startServer(data_dir, 0);
  try {
    for (const name of ["Shoes", "Boots", "Socks", "Laces", "Soles"])
      await post("/topics", { name });
    const prompts = Array.from({ length: 100 }, (_, n) => ({
      text: `Which shoe is best for ${n} km?`,
    }));
    for (let n = 1; n <= 100; n++) await post("/tags", { name: `Tag ${n}` });
    const hasPrompts = (await post("/prompts", { prompts })) === 201;
    const paths = ["/topics", "/projects", "/tags", ...(hasPrompts ? ["/prompts"] : [])];
    await measure(api("/topics"), { server, seconds: 3 });
    for (let round = 1; round <= ROUNDS; round++) {
      for (const path of paths) {
        show(`bare server, bytes of ${path}`, await measureBare(path));
        show(`GET ${path}`, await measure(api(path), { server }));
      }
    }
    await stop(server);
    server = await startServer(data_dir, 1_000_000_000);
    await measure(api("/topics"), { server, seconds: 2 });
    show(
      "GET /topics with the limiter, which counts in the database",
      await measure(api("/topics"), { server }),
    );
  } finally {
    await stop(server);
    await rm(data_dir, { recursive: true, force: true });
  }
}

await main();

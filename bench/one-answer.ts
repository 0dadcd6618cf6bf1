import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { at, pollHealth } from "./health-poller.ts";
import { spawnServer, stop } from "./spawn-server.ts";

/**
 * How long `/healthz` takes, and how much memory the server, while it reads the heaviest answers: 490 kB in one line
 * that name an alias of 500 brands 10,000 times; at their import and after a brand changed (Linux):
 * `node bench/one-answer.ts --answers 1`.
 */
const { values } = parseArgs({
  options: {
    answers: { type: "string", default: "1" },
    brands: { type: "string", default: "500" },
    port: { type: "string", default: "8836" },
  },
});
const KEY = "bench-key-0123456789";
const ORIGIN = `http://127.0.0.1:${values.port}`;
const ALIAS = "zz";
const ANSWER = `I am not sure that ${ALIAS} is quite what people mean. `.repeat(10_000);
// What follows in the background (sums, suggestions) is in the figures, too.
const AFTERWARDS_MS = 5_000;

async function call(method: string, path: string, body?: string | object) {
  const isLines = typeof body === "string";
  const type = isLines ? "application/x-ndjson" : "application/json";
  const answer = await fetch(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: { "x-api-key": KEY, "content-type": type },
    body: isLines ? body : body ? JSON.stringify(body) : null,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** All brands have the same alias; returns the path of the own one. */
async function addBrands(): Promise<string> {
  const aliases = [{ text: ALIAS }];
  const { data } = await call("GET", "/brands");
  const path = `/brands/${data[0].id}`;
  await call("PATCH", path, { aliases });
  for (let n = 2; n <= Number(values.brands); n++)
    await call("POST", "/brands", { name: `Nobody ${n}`, aliases });
  return path;
}

async function importAnswers(): Promise<void> {
  const captured_at = "2026-10-31T06:00:00Z";
  const lines = Array.from({ length: Number(values.answers) }, (_, n) =>
    JSON.stringify({ captured_at, prompt: `Which ${n}?`, model: "ChatGPT", answer: ANSWER }),
  );
  const { imported } = await call("POST", "/chats/import", lines.join("\n"));
  if (imported !== lines.length) throw new Error(`${imported} of ${lines.length} were imported`);
}

async function changeBrand(path: string): Promise<void> {
  await call("PATCH", path, { aliases: [{ text: ALIAS }, { text: "Nowhere" }] });
  while ((await call("GET", path)).status !== "ready") await wait(100);
}

/** Every brand must have been counted, or the figures are of something else. */
async function checkCounts(): Promise<void> {
  const { data } = await call("GET", "/chats?limit=1");
  const { brands_mentioned } = await call("GET", `/chats/${data[0].id}`);
  const counts = new Set(
    brands_mentioned.map((one: { mention_count: number }) => one.mention_count),
  );
  if (brands_mentioned.length !== Number(values.brands) || counts.size !== 1 || !counts.has(10_000))
    throw new Error(`${brands_mentioned.length} brands, counted ${[...counts].join(", ")} times`);
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function measure(server: ChildProcess): Promise<void> {
  const path = await addBrands();
  const health = pollHealth(ORIGIN);
  try {
    await measureBeside(server, { path, health });
  } finally {
    await health.stop();
  }
}

async function measureBeside(
  server: ChildProcess,
  { path, health }: { path: string; health: ReturnType<typeof pollHealth> },
): Promise<void> {
  console.log(
    "| while this goes on | it takes s | /healthz median ms | p99 ms | slowest ms | asked | most memory MB |\n|---|---|---|---|---|---|---|",
  );
  const watch = async (name: string, work: () => Promise<unknown>) => {
    forgetPeak(server);
    await health.take();
    const started = performance.now();
    await work();
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const during = await health.take();
    await wait(AFTERWARDS_MS);
    const later = await health.take();
    const tell = (what: string, took: string, times: number[]) =>
      console.log(
        `| ${what} | ${took} | ${at(times, 0.5)} | ${at(times, 0.99)} | ${at(times, 1)} | ${times.length} | ${peakOf(server)} |`,
      );
    tell(name, seconds, during);
    tell(`${name}: the 5 s after it`, "", later);
  };
  await watch("nothing", () => wait(AFTERWARDS_MS));
  await watch("import", importAnswers);
  await checkCounts();
  await watch("read again after a brand changed", () => changeBrand(path));
  await checkCounts();
}

/** The most memory of a process since `forgetPeak`, in MB, what it shares with others included. */
function peakOf({ pid }: ChildProcess): string {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1]) / 1_024).toFixed(0);
}

function forgetPeak({ pid }: ChildProcess): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

const folder = mkdtempSync(join(tmpdir(), "earshot-one-answer-"));
try {
  const server = await spawnServer({
    ...{ DATA_DIR: folder, PORT: values.port, LOG_LEVEL: "warn", DASHBOARD: "off" },
    ...{ INIT_PROJECT_NAME: "Acme", INIT_PROJECT_DOMAIN: "acme.com", INIT_API_KEY: KEY },
    RATE_LIMIT_PER_MINUTE: "0",
  });
  try {
    await measure(server);
  } finally {
    await stop(server);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

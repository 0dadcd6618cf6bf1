import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

// tools/call on one database: our server, and the same tools behind both official server packages, in the same run.
// node bench/mcp.ts [seconds per measurement, 5 unless given]; first `npm ci --ignore-scripts` in test/outside/mcp.
const SECONDS = Number(process.argv[2] ?? 5);
const CONNECTIONS = 10;
const PORT = 8856;
const ROUNDS = 2;
const OUTSIDE = "test/outside/mcp";
/** Ticks of /proc/<pid>/stat per second (USER_HZ). */
const TICKS = 100;
const OWNER = { email: "owner@example.com", password: "correct horse battery" };

type Server = { child: ChildProcess; port: number };
type Target = { name: string; script: string[]; port: number };

const environment = (data_dir: string, port: number) => ({
  ...process.env,
  DATA_DIR: data_dir,
  PORT: String(port),
  // One resource for all, so that one token is good everywhere.
  BASE_URL: `http://localhost:${PORT}`,
  LOG_LEVEL: "warn",
  RATE_LIMIT_PER_MINUTE: "0",
  INIT_OWNER_EMAIL: OWNER.email,
  INIT_OWNER_PASSWORD: OWNER.password,
  INIT_PROJECT_NAME: "Acme",
  INIT_PROJECT_DOMAIN: "acme.com",
});

async function start({ script, port }: Target, data_dir: string): Promise<Server> {
  const child = spawn(process.execPath, script, {
    stdio: ["ignore", "ignore", "inherit"],
    env: environment(data_dir, port),
  });
  for (let tries = 0; tries < 200; tries++) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answers) return { child, port };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGTERM");
  throw new Error(`${script.join(" ")} did not come up`);
}

async function stop({ child }: Server): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Processor time that a process has used, all its threads, in microseconds. */
function cpuMicroseconds({ child }: Server): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1e6;
}

type Call = { token: string; tool: string; args: Record<string, unknown> };

const message = ({ tool, args }: Call) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: tool, arguments: args },
  });

const headersOf = ({ token }: Call): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
});

async function ask(port: number, call: Call): Promise<string> {
  const address = `http://127.0.0.1:${port}/api/mcp`;
  const response = await fetch(address, {
    method: "POST",
    headers: headersOf(call),
    body: message(call),
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.stringify(JSON.parse(data).result.structuredContent);
}

/** Calls a second, latency, and the server's processor time per call. */
async function measure(server: Server, call: Call, seconds: number) {
  const headers = Object.entries(headersOf(call)).flatMap(([name, value]) => [
    "-H",
    `${name}=${value}`,
  ]);
  const before = cpuMicroseconds(server);
  const { stdout } = await promisify(execFile)(
    "test/outside/node_modules/.bin/autocannon",
    [
      ...["-j", "-n", "-c", String(CONNECTIONS), "-d", String(seconds), "-m", "POST", ...headers],
      ...["-b", message(call), `http://127.0.0.1:${server.port}/api/mcp`],
    ],
    { maxBuffer: 10_000_000 },
  );
  const used = cpuMicroseconds(server) - before;
  const { requests, latency, non2xx } = JSON.parse(stdout) as {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
  };
  return {
    per_second: Math.round(requests.average),
    p50_ms: latency.p50,
    p99_ms: latency.p99,
    cpu_us: Math.round(used / requests.total),
    bad: non2xx,
  };
}

async function prepare(port: number): Promise<{ token: string; project_id: string }> {
  const { Person } = (await import(`../${OUTSIDE}/person.ts`)) as {
    Person: new (origin: string) => { token(write: boolean): Promise<{ access_token: string }> };
  };
  const { access_token } = await new Person(`http://localhost:${port}`).token(true);
  const list = { token: access_token, tool: "list_projects", args: {} };
  const { columns, rows } = JSON.parse(await ask(port, list));
  const project_id = rows[0][columns.indexOf("id")];
  for (let number = 1; number <= 20; number++) {
    const args = { project_id, name: `Topic ${number}` };
    await ask(port, { token: access_token, tool: "create_topic", args });
  }
  return { token: access_token, project_id };
}

const TARGETS: Target[] = [
  { name: "Earshot", script: ["src/main.ts"], port: PORT },
  { name: "official v1", script: [`${OUTSIDE}/official-server.ts`, "v1"], port: PORT + 1 },
  { name: "official v2", script: [`${OUTSIDE}/official-server.ts`, "v2"], port: PORT + 2 },
];

async function main(): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), "earshot-bench-"));
  const servers: Server[] = [];
  try {
    for (const target of TARGETS) servers.push(await start(target, data_dir));
    const { token, project_id } = await prepare(PORT);
    for (const [tool, args] of [
      ["list_topics", { project_id }],
      ["get_project", { project_id }],
    ] as const) {
      const call = { token, tool, args };
      const answers = await Promise.all(servers.map(({ port }) => ask(port, call)));
      const isSame = new Set(answers).size === 1;
      process.stdout.write(`${tool}: ${answers[0]?.length} bytes, same from all: ${isSame}\n`);
      for (const server of servers) await measure(server, call, 2);
      for (let round = 1; round <= ROUNDS; round++) {
        for (const [index, server] of servers.entries()) {
          const figures = await measure(server, call, SECONDS);
          process.stdout.write(`  ${TARGETS[index]?.name}: ${JSON.stringify(figures)}\n`);
        }
      }
    }
  } finally {
    for (const server of servers.reverse()) await stop(server);
    await rm(data_dir, { recursive: true, force: true });
  }
}

await main();

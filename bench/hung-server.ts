import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { migrate } from "#adapters/database/migrate.ts";
import { placeProject } from "#adapters/database/place-project.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { migrateQueue } from "#adapters/queue.ts";
import type { Database } from "#core/database.ts";
import { insertOrganisation } from "#domain/accounts/account-queries.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { insertProject } from "#domain/projects/project-queries.ts";
import { SPREAD_TABLES } from "#domain/tenancy/spread-tables.ts";
import { fillCaptureProject } from "../test/kit/capture-project.ts";
import { startProcess } from "../test/kit/own-process.ts";
import { freePort } from "../test/kit/real-server.ts";
import { createOnAll, dropOnAll, findServers, spreadOnAll } from "../test/kit/test-cluster.ts";
import { benchContext } from "./bench-context.ts";
import { withKey } from "./installation.ts";

/**
 * A server of a cluster on this machine hangs (SIGSTOP), is let go on, and who is served meanwhile:
 * `node bench/hung-server.ts --cluster postgres://postgres@127.0.0.1:5520/postgres`.
 */
const { values } = parseArgs({
  options: {
    cluster: { type: "string", default: "postgres://postgres@127.0.0.1:5520/postgres" },
    /** The port of the server to stop, which is added to the cluster; absent: its first worker. */
    hangs: { type: "string" },
    seconds: { type: "string", default: "60" },
    pool: { type: "string", default: "10" },
    each: { type: "string", default: "4" },
    loops: { type: "string", default: "4" },
  },
});
const HANGS_MS = Number(values.seconds) * 1_000;
const BEFORE_MS = 20_000;
const AFTER_MS = 75_000;
const PER_SERVER = Number(values.each);
const DAYS = { date_from: "2026-03-01", date_to: "2026-03-31" };

type Side = "hung" | "other";
type Project = { side: Side; project_id: number; key: string; stored: number };
type Called = { phase: string; who: string; what: string; status: string; ms: number; at: number };

const servers = await findServers(values.cluster);
if (values.hangs) servers.workers.splice(0, 1, { ...servers.server, port: Number(values.hangs) });
const database = `hung_${randomBytes(4).toString("hex")}`;
const own = { ...servers.server, database };
const url = `postgresql://${own.user}@${own.host}:${own.port}/${database}`;
const stops: (() => unknown)[] = [() => dropOnAll(servers, database)];
let phase = "before";
const calls: Called[] = [];
const ends = { isOn: true };
let lines = 0;
try {
  await createOnAll(servers, database);
  const pool = makePool(own, { size: 4 });
  stops.unshift(() => pool.end());
  await migrate(pool);
  await migrateQueue(pool, console);
  await spreadOnAll(servers, database);
  await measure(pool);
} finally {
  ends.isOn = false;
  for (const stop of stops) await stop();
}

async function measure(pool: pg.Pool): Promise<void> {
  const projects = await makeProjects(pool);
  const { origin, printed } = await serve();
  stops.unshift(() =>
    console.log(
      printed()
        .split("\n")
        .map((line) => line.slice(0, 600))
        .slice(-60)
        .join("\n"),
    ),
  );
  const call = caller(origin);
  for (const one of projects) {
    const first = await call(one, "POST", "/chats/import", linesOf(20, 1));
    if (one === projects[0]) console.log(first.status, first.text.slice(0, 200));
    for (let day = 1; day <= 2; day++) await call(one, "POST", "/chats/import", linesOf(day, 50));
  }
  await makeDue(pool, projects);
  calls.length = 0;
  const began = performance.now();
  const note = (one: Omit<Called, "phase" | "at">) =>
    calls.push({ phase, at: performance.now() - began, ...one });
  const lanes = Array.from({ length: Number(values.loops) }, (_, lane) => lane);
  const using = projects.flatMap((one) => lanes.map((lane) => use(call, one, { note, lane })));
  const loops = [...using, watch(origin, note)];
  await sleep(BEFORE_MS);
  const worker = servers.workers[0];
  if (!worker) throw new Error("no worker");
  const pids = await processesOf({ ...worker, database });
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids)
      try {
        process.kill(pid, name);
      } catch {}
  };
  stops.unshift(() => signal("SIGCONT"));
  const stopped = performance.now() - began;
  const asked = [await countAnswered(pool, projects)];
  phase = "hangs";
  signal("SIGSTOP");
  for (let waited = 0; waited < HANGS_MS; waited += 10_000) {
    await sleep(10_000);
    const { rows } = await pool.query(
      "select state, wait_event_type, count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend' group by 1, 2 order by 3 desc",
    );
    console.log(
      `${waited / 1000 + 10} s:`,
      rows.map((row) => Object.values(row).join(" ")).join("; "),
    );
  }
  asked.push(await countAnswered(pool, projects));
  signal("SIGCONT");
  const resumed = performance.now() - began;
  phase = "back";
  await sleep(AFTER_MS);
  ends.isOn = false;
  await Promise.all(loops);
  show(stopped, resumed);
  asked.push(await countAnswered(pool, projects));
  console.log("questions answered until it hung, went on, and the end:", ...asked);
  for (const one of projects) {
    const answer = await call(one, "POST", "/reports/brands", DAYS);
    const { population } = JSON.parse(answer.text);
    console.log(
      `${one.side} project ${one.project_id}: acknowledged ${one.stored}, there ${population.answers}`,
      answer.status,
    );
  }
}

/** Questions to a simulated model that are due one after the other, from now until the end. */
async function makeDue(pool: pg.Pool, projects: Project[]): Promise<void> {
  const server = await startSimulatedServer({ seed: "hung" });
  stops.push(() => server.close());
  const db = makeDatabase(pool);
  for (const project of projects)
    await fillCaptureProject({ db, project: project as never }, { server, prompts: 10, models: 1 });
  await pool.query("update capture_targets set samples_per_day = 1, concurrency = 64");
  await planCaptures.handler(benchContext(db, 0), {});
  await pool.query(
    `insert into capture_tasks (project_id, run_id, day, model_id, prompt_id, sample, trigger, run_after)
     select project_id, run_id, day, model_id, prompt_id, n, 'manual', run_after
     from capture_tasks, generate_series(2, 20) n`,
  );
  await pool.query("update capture_tasks set run_after = now() + random() * $1 * interval '1 ms'", [
    BEFORE_MS + HANGS_MS + AFTER_MS - 40_000,
  ]);
  await pool.query("update capture_turns set turn_at = now()");
}

/** How many questions were answered on either side. */
async function countAnswered(pool: pg.Pool, projects: Project[]): Promise<string> {
  const { rows } = await pool.query<{ project_id: number; status: string; n: number }>(
    "select project_id, status, count(*)::integer as n from capture_tasks group by 1, 2",
  );
  const sideOf = new Map(projects.map(({ project_id, side }) => [project_id, side]));
  const counts: Record<string, number> = {};
  for (const { project_id, status, n } of rows) {
    const name = `${sideOf.get(project_id)} ${status}`;
    counts[name] = (counts[name] ?? 0) + n;
  }
  return JSON.stringify(counts);
}

async function makeProjects(pool: pg.Pool): Promise<Project[]> {
  const db = makeDatabase(pool);
  const [first, second] = servers.workers.map(({ host, port }) => ({
    host,
    port,
    name: `${host}:${port}`,
  }));
  if (!first || !second) throw new Error("two workers are needed");
  const made: Project[] = [];
  const have = (side: Side) => made.filter((one) => one.side === side).length;
  while (have("hung") < PER_SERVER || have("other") < PER_SERVER) {
    const project_id = await addProject(db, made.length);
    const { rows } = await pool.query(
      `select n.nodeport from pg_dist_node n join pg_dist_placement p using (groupid)
       where shardid = get_shard_id_for_distribution_column('answers', $1::integer)`,
      [project_id],
    );
    const side = rows[0].nodeport === first.port ? "hung" : "other";
    made.push({ side, stored: 0, ...(await withKey(db, project_id)) });
  }
  for (const [side, node] of [
    ["hung", first.name],
    ["other", second.name],
  ] as const) {
    const one = made.find((project) => project.side === side);
    if (one) await placeProject(pool, SPREAD_TABLES, { project_id: one.project_id, node });
  }
  return made;
}

async function addProject(db: Database, n: number): Promise<number> {
  const organisation_id = await insertOrganisation(db, `Org ${n}`, "brand/enterprise");
  const project = { organisation_id, name: `P${n}`, domain: `p${n}.example` };
  const project_id = await insertProject(db, {
    ...project,
    country_code: "US",
    language_code: "en",
  });
  await insertBrand(db, { project_id }, { name: "Acme", domains: ["acme.example"], is_own: true });
  return project_id;
}

function linesOf(day: number, count: number): string {
  return Array.from({ length: count }, () =>
    JSON.stringify({
      captured_at: new Date(Date.UTC(2026, 2, day) + 1_000 * (lines++ % 80_000)).toISOString(),
      ...{ prompt: `Kettle ${lines % 40}?`, model: "ChatGPT" },
      answer: "Acme is good, says https://kettles.example/best.",
      sources: [{ url: "https://kettles.example/best", cited: true }],
    }),
  ).join("\n");
}

async function serve() {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const settings = {
    ...{
      PORT: String(port),
      BASE_URL: origin,
      DATABASE_URL: url,
      DASHBOARD: "off",
      DATABASE_POOL: values.pool,
    },
    ...{
      RATE_LIMIT_PER_MINUTE: "0",
      ENGINES_ALLOW_PRIVATE: "on",
      ENCRYPTION_KEY: "bench",
      LOG_LEVEL: "warn",
      GIT_COMMIT: "bench",
    },
    DATA_DIR: join(tmpdir(), "earshot-hung-server"),
  };
  const printed: (() => string)[] = [];
  for (const [file, extra] of [
    ["src/main.ts", { WORKER: "off" }],
    ["src/worker.ts", {}],
  ] as const) {
    const started = startProcess([file], { ...settings, ...extra });
    printed.push(started.printed);
    stops.unshift(async () => {
      started.child.kill("SIGTERM");
      await started.ended;
    });
  }
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) await sleep(100);
  return { origin, printed: () => printed.map((one) => one()).join("\n---\n") };
}

type Call = ReturnType<typeof caller>;
function caller(origin: string) {
  return async (one: Project, method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        "x-api-key": one.key,
        "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json",
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (path === "/chats/import" && answer.ok) one.stored += JSON.parse(text).imported;
    const again = answer.status >= 400 ? ` retry ${answer.headers.get("retry-after")}` : "";
    return { status: `${answer.status}${again}`, text };
  };
}

type Note = (one: Omit<Called, "phase" | "at">) => unknown;

async function use(call: Call, one: Project, { note, lane }: { note: Note; lane: number }) {
  for (let n = lane; ends.isOn; n++) {
    const [what, method, path, body] = [
      ["report", "POST", "/reports/brands", DAYS],
      ["chats", "GET", "/chats?limit=20", undefined],
      ["topics", "GET", "/topics", undefined],
      ["import", "POST", "/chats/import", linesOf(21 + (n % 5), 1)],
    ][n % 4] as [string, string, string, unknown];
    const started = performance.now();
    const { status } = await call(one, method, path, body).catch((error) => ({
      status: String(error),
    }));
    note({ who: one.side, what, status, ms: performance.now() - started });
    await sleep(100 * Number(values.loops));
  }
}

async function watch(origin: string, note: Note) {
  while (ends.isOn) {
    for (const what of ["healthz", "readyz"]) {
      const started = performance.now();
      const { status } = await fetch(`${origin}/${what}`).catch((error) => ({
        status: `${error} ${error.cause}`,
      }));
      note({ who: "-", what, status: String(status), ms: performance.now() - started });
    }
    await sleep(200);
  }
}

/** The processes of the PostgreSQL on this machine that an address leads to. */
async function processesOf(server: pg.ClientConfig): Promise<number[]> {
  const client = new pg.Client(server);
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const parentOf = (pid: number | string) =>
    Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  const postmaster = parentOf(rows[0].pid);
  await client.end();
  const children = readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && parentOf(name) === postmaster;
    } catch {
      return false;
    }
  });
  return [postmaster, ...children.map(Number)];
}

function show(stopped: number, resumed: number): void {
  const groups = Map.groupBy(
    calls,
    ({ phase: when, who, what }) => `${who.padEnd(5)} ${what.padEnd(7)} ${when}`,
  );
  for (const [name, of] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const times = of.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (part: number) =>
      Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);
    const statuses = Object.entries(Object.groupBy(of, ({ status }) => status)).map(
      ([status, list]) => `${status}: ${list?.length}`,
    );
    console.log(
      `${name.padEnd(24)} p50 ${at(0.5)} p95 ${at(0.95)} max ${at(1)}   ${statuses.join(", ")}`,
    );
  }
  const late = calls.filter(
    ({ who, status, at }) => who === "other" && !status.startsWith("200") && at > stopped,
  );
  console.log(
    "others failed at (s after stop):",
    late
      .map(
        ({ at, what, status, ms }) =>
          `${((at - stopped) / 1000).toFixed(1)} ${what} ${status} ${Math.round(ms)}ms`,
      )
      .join("; "),
  );
  const refused = calls.filter(
    ({ who, status, at }) => who === "hung" && !status.startsWith("200") && at > resumed,
  );
  console.log(
    "hung ones' last failure (s after going on):",
    ((refused.at(-1)?.at ?? resumed) - resumed) / 1000,
  );
}

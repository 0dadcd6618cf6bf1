import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { migrate } from "../src/adapters/database/migrate.ts";
import { makePool } from "../src/adapters/database/pool.ts";
import { migrateQueue } from "../src/adapters/queue.ts";
import { readConfig } from "../src/config.ts";
import type { AccountContext } from "../src/core/context.ts";
import { claimTask } from "../src/domain/capture/asking/claim-task.ts";
import { wakeWaiting } from "../src/domain/capture/asking/turn-queries.ts";
import { planCaptures } from "../src/domain/capture/planning/plan-captures.ts";
import { wireParts } from "../src/wiring.ts";
import { testLog } from "../test/kit/secret-trail.ts";
import { stop } from "./spawn-server.ts";

const MODELS = 4;
const CLAIMS = 2_000;
const AT_ONCE = 8;
const IDLE_SECONDS = 60;
/** One tick of /proc/<pid>/stat. */
const TICK_MS = 10;

/** Projects, and due questions in all: `node bench/claims.ts 2000 200000`. */
const [projects = 2_000, due = 200_000] = process.argv.slice(2).map(Number);
const ADMIN_URL = process.env["BENCH_POSTGRES"] ?? "postgres://postgres@localhost:5432/postgres";

/**
 * How long it takes to claim a question of many projects that all have some due, one after the other and eight at once;
 * then, nothing being due, what a worker process and its PostgreSQL connections cost in a minute.
 */
async function main(): Promise<void> {
  const database = `earshot_bench_${randomBytes(4).toString("hex")}`;
  const admin = makePool({ url: ADMIN_URL }, { size: 1 });
  await admin.query(`create database ${database}`);
  const url = Object.assign(new URL(ADMIN_URL), { pathname: `/${database}` }).href;
  const pool = makePool({ url }, { size: AT_ONCE + 1 });
  try {
    await migrate(pool);
    await migrateQueue(pool, testLog);
    await fill(pool);
    const context = makeContext(pool);
    await wakeWaiting(context.db);
    await claim(context, CLAIMS / 10);
    report("one after the other", await claim(context, CLAIMS));
    const loops = Array.from({ length: AT_ONCE }, () => claim(context, CLAIMS / AT_ONCE));
    report(`${AT_ONCE} at once`, (await Promise.all(loops)).flat());
    await pool.query(
      "update capture_tasks set run_after = now() + interval '1 day' where status = 'queued'",
    );
    await planAgain(context);
    await idle(pool, url);
  } finally {
    await pool.end();
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  }
}

async function fill(pool: pg.Pool): Promise<void> {
  const prompts = Math.ceil(due / projects / MODELS);
  const client = await pool.connect();
  await client.query("set statement_timeout = 0");
  const steps = [
    `insert into organisations (name, plan) values ('Bench', 'brand/enterprise')`,
    `insert into projects (organisation_id, name, domain, country_code, language_code, timezone, status)
     select organisation_id, 'Project ' || n, 'p' || n || '.example', 'US', 'en', 'UTC', 'active'
     from organisations, generate_series(1, ${projects}) n`,
    `insert into models (project_id, slug, name, provider, surface, requested_model)
     select project_id, 'simulated-' || n, 'Model ' || n, 'simulated', 'local', 'simulated-' || n
     from projects, generate_series(1, ${MODELS}) n`,
    `insert into capture_targets (project_id, model_id, base_url) select project_id, model_id, 'http://127.0.0.1:9' from models`,
    `insert into prompts (project_id, text, country_code, language_code, is_branded)
     select project_id, 'Which garden tool is best for task ' || n || '?', 'US', 'en', false
     from projects, generate_series(1, ${prompts}) n`,
    `insert into capture_runs (project_id, day) select project_id, current_date from projects`,
    `insert into capture_tasks (project_id, run_id, day, model_id, prompt_id, sample, asked_at, run_after)
     select r.project_id, r.run_id, r.day, m.model_id, p.prompt_id, 1, now(), now() - random() * interval '1 hour'
     from capture_runs r join models m using (project_id) join prompts p using (project_id)`,
    `vacuum analyze`,
  ];
  for (const step of steps) await client.query(step);
  client.release();
}

function makeContext(pool: pg.Pool): AccountContext {
  const config = readConfig({ ENCRYPTION_KEY: "a key for benches", DASHBOARD: "off" });
  const outside = { pool, store: { kind: "memory" }, log: testLog } as const;
  const { base } = wireParts(config, { ...outside, simulated_base_url: "http://127.0.0.1:9" });
  return {
    ...base,
    actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
  };
}

/** Milliseconds of each claim; what was claimed counts as done, outside of them. */
async function claim(context: AccountContext, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    const started = performance.now();
    const claimed = await claimOne(context);
    times.push(performance.now() - started);
    const { project_id, task_id } = claimed.task;
    await context.db
      .updateTable("capture_tasks")
      .set({ status: "done", worker: null, lease_until: null })
      .where("project_id", "=", project_id)
      .where("task_id", "=", task_id)
      .execute();
  }
  return times;
}

/** The next question, however often others were quicker. */
async function claimOne(context: AccountContext) {
  for (let tries = 0; tries < 1_000; tries++) {
    const claimed = await claimTask(context);
    if (claimed.kind === "ask") return claimed;
    if (claimed.kind === "idle") await sleep(1);
  }
  throw new Error("nothing is due");
}

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(2);
  const words = `median ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}`;
  console.log(
    `${projects} projects, ${due} due: ${times.length} claims, ${what}: ${words}, slowest ${sorted.at(-1)?.toFixed(1)}`,
  );
}

/** How long the plan of every ten minutes takes when all is planned. */
async function planAgain(context: AccountContext): Promise<void> {
  const started = performance.now();
  await planCaptures.handler(context, {});
  const seconds = (performance.now() - started) / 1000;
  console.log(`a plan that finds all planned: ${seconds.toFixed(1)} s`);
}

async function idle(pool: pg.Pool, url: string): Promise<void> {
  const environment = { DATABASE_URL: url, ENCRYPTION_KEY: "a key for benches" };
  const worker: ChildProcess = spawn(process.execPath, ["src/worker.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...environment, LOG_LEVEL: "warn", GIT_COMMIT: "bench" },
  });
  try {
    await waitForPlan(pool);
    await sleep(5_000);
    // The plan of every ten minutes is told apart.
    while (![1, 2, 3, 4, 5, 6, 7].includes(new Date().getMinutes() % 10)) await sleep(1_000);
    const meter = makeMeter(pool, worker);
    await meter();
    const before = await meter();
    let after = before;
    for (let second = 0; second < IDLE_SECONDS; second++) {
      await sleep(1_000);
      after = await meter();
    }
    const share = (name: "node" | "postgres") =>
      (((after[name] - before[name]) * TICK_MS) / IDLE_SECONDS / 10).toFixed(2);
    console.log(
      `nothing due for ${IDLE_SECONDS} s: worker ${share("node")} % of a core, its PostgreSQL connections ${share("postgres")} %`,
    );
  } finally {
    await stop(worker);
  }
}

/** Until the plan that a worker makes when it starts is over. */
async function waitForPlan(pool: pg.Pool): Promise<void> {
  const isLeft = async () => {
    const { rows } = await pool.query(`select from graphile_worker._private_jobs`);
    return rows.length > 0;
  };
  while (!(await isLeft())) await sleep(100);
  while (await isLeft()) await sleep(100);
}

/** Reads the processor time that a worker and the connections of its database, open or closed, have used, in ticks. */
function makeMeter(pool: pg.Pool, { pid = 0 }: ChildProcess) {
  const seen = new Map<number, number>();
  const readTicks = (process_id: number) => {
    try {
      const stat = readFileSync(`/proc/${process_id}/stat`, "utf8");
      const fields = stat.split(") ").at(-1)?.split(" ") ?? [];
      return Number(fields[11]) + Number(fields[12]);
    } catch {
      return seen.get(process_id) ?? 0;
    }
  };
  return async () => {
    const { rows } = await pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    for (const row of rows) seen.set(row.pid, readTicks(row.pid));
    const postgres = [...seen.values()].reduce((sum, ticks) => sum + ticks, 0);
    return { node: readTicks(pid), postgres };
  };
}

await main();

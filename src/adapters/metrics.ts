import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Log } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { listen } from "./listen.ts";
import { LIVING_WORKERS } from "./worker-presence.ts";

/** A scrape that waits longer for the database may be given up with all that it holds. */
const DEPTHS_MS = 2_000;
/** Depths that came too late for a scrape are shown at the next if they are no older; scrapes are a minute apart at most. */
const LATE_MS = 60_000;
const SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60];

/** What a process counts of itself, in the text format of Prometheus. */
export type Metrics = {
  /** Counts calls, jobs and questions by the lines that are logged of them, and passes those on. */
  meter(log: Log): Log;
  /** Counts another pool's connections, too. */
  watchPool(pool: pg.Pool): void;
  countRequest(request: { door: string; status: number; seconds: number }): void;
  text(): Promise<string>;
  content_type: string;
};

/** What metrics are read from; `countTasks`: the questions that are due and those being asked. */
type Watched = {
  pool: pg.Pool;
  db: Database;
  countTasks(db: Database): Promise<{ due: number; running: number }>;
};

/**
 * Makes the metrics of this process. Labels have few values, whatever callers send: doors, operations, jobs, providers,
 * outcomes and HTTP statuses. Depths are read from the database when they are asked for.
 */
export function makeMetrics({ pool, db, countTasks }: Watched): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `earshot_${name}_total`, help, labelNames, registers });
  const timer = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({
      ...{ name: `earshot_${name}_duration_seconds`, help, labelNames, registers },
      buckets: SECONDS,
    });
  const requests = counter("http_requests", "HTTP requests by door and status.", [
    "door",
    "status",
  ]);
  const requestTime = timer("http_request", "Time to the head of an HTTP answer.", ["door"]);
  const calls = counter("calls", "Calls of operations.", ["door", "operation", "outcome"]);
  const callTime = timer("call", "Time a call of an operation took.", ["operation"]);
  const jobs = counter("jobs", "Background jobs that ran.", ["job", "outcome"]);
  const jobTime = timer("job", "Time a background job took.", ["job"]);
  const captures = counter("captures", "Questions asked of providers.", ["provider", "outcome"]);
  const captureTime = timer("capture", "Time a question took.", ["provider"]);
  const pools = [pool];
  countConnections(registry, pools);
  watchQueues(registry, { db, countTasks });
  type Fields = Record<string, unknown>;
  const meters: Record<string, (fields: Fields, seconds: number) => void> = {
    call({ door, operation, outcome }, seconds) {
      calls.inc({ door: String(door), operation: String(operation), outcome: String(outcome) });
      callTime.observe({ operation: String(operation) }, seconds);
    },
    job({ job, outcome }, seconds) {
      jobs.inc({ job: String(job), outcome: String(outcome) });
      jobTime.observe({ job: String(job) }, seconds);
    },
    capture({ provider, outcome }, seconds) {
      captures.inc({ provider: String(provider), outcome: String(outcome) });
      captureTime.observe({ provider: String(provider) }, seconds);
    },
    "capture later"({ provider, outcome }) {
      captures.inc({ provider: String(provider), outcome: String(outcome) });
    },
  };
  return {
    watchPool: (other) => void pools.push(other),
    meter: (log) => ({
      info(fields, message) {
        meters[message]?.(fields, Number(fields["duration_ms"]) / 1000);
        log.info(fields, message);
      },
      warn: (fields, message) => log.warn(fields, message),
      error: (fields, message) => log.error(fields, message),
    }),
    countRequest({ door, status, seconds }) {
      requests.inc({ door, status });
      requestTime.observe({ door }, seconds);
    },
    text: () => registry.metrics(),
    content_type: registry.contentType,
  };
}

function countConnections(registry: Registry, pools: readonly pg.Pool[]): void {
  const sum = (countOf: (pool: pg.Pool) => number) =>
    pools.reduce((total, pool) => total + countOf(pool), 0);
  const gauge = new Gauge({
    name: "earshot_database_connections",
    help: "Connections of this process: in use, idle, and callers that wait for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const idle = sum(({ idleCount }) => idleCount);
      gauge.set({ state: "used" }, sum(({ totalCount }) => totalCount) - idle);
      gauge.set({ state: "idle" }, idle);
      gauge.set(
        { state: "waiting" },
        sum(({ waitingCount }) => waitingCount),
      );
    },
  });
}

/** The depths of the queues, which all processes share; absent while the database is away or silent, not while it is slow. */
function watchQueues(registry: Registry, watched: Pick<Watched, "db" | "countTasks">): void {
  let reading: Promise<Depth[]> | null = null;
  let unshown: { rows: Depth[]; at: number } | null = null;
  const read = async () => {
    const rows = await readDepths(watched).catch(() => []);
    reading = null;
    unshown = { rows, at: performance.now() };
    return rows;
  };
  const readSoon = async () => {
    // One at a time: while the database is silent, one connection waits for it.
    reading ??= read();
    const found = await Promise.race([reading, wait(DEPTHS_MS, null, { ref: false })]);
    const late = unshown && performance.now() - unshown.at < LATE_MS ? unshown.rows : [];
    if (found) unshown = null;
    return found ?? late;
  };
  const registers = [registry];
  const depths = new Gauge({
    name: "earshot_queue_depth",
    help: "Work of the whole installation that is due, running, or was given up.",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      const rows = await readSoon();
      depths.reset();
      for (const { queue, state, depth } of rows) {
        if (queue !== WORKERS) depths.set({ queue, state }, depth);
      }
    },
  });
  const workers = new Gauge({
    name: "earshot_workers",
    help: "Processes of the whole installation that work on jobs.",
    registers,
    async collect() {
      const rows = await readSoon();
      workers.remove();
      for (const { queue, depth } of rows) if (queue === WORKERS) workers.set(depth);
    },
  });
}

type Depth = { queue: string; state: string; depth: number };
/** A row of depths that is no queue's. */
const WORKERS = "workers";

async function readDepths({
  db,
  countTasks,
}: Pick<Watched, "db" | "countTasks">): Promise<Depth[]> {
  const { due, running } = await countTasks(db);
  // What a process had taken that is gone does not run.
  const rows = await rowsOf<Depth>(db)`
    with living as materialized (${LIVING_WORKERS})
    select 'jobs' as queue, 'due' as state, count(*) as depth from graphile_worker._private_jobs
      where locked_at is null and attempts < max_attempts and run_at <= now()
    union all select 'jobs', 'running', count(*) from graphile_worker._private_jobs j
      where locked_at is not null and exists (select 1 from living where j.locked_by = any(worker_ids))
    union all select ${WORKERS}, '', count(*) from living
    union all select 'jobs', 'given_up', count(*) from graphile_worker._private_jobs
      where locked_at is null and attempts >= max_attempts`;
  const captures = { queue: "captures" };
  return [
    ...rows,
    { ...captures, state: "due", depth: due },
    { ...captures, state: "running", depth: running },
  ];
}

/** Serves `GET /metrics` on a port of its own; `close()` ends it. */
export async function serveMetrics(
  metrics: Metrics,
  at: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async ({ method, url }, response) => {
    if (url !== "/metrics" || (method !== "GET" && method !== "HEAD")) {
      return void response.writeHead(404).end();
    }
    const text = await metrics.text().catch(() => null);
    if (text === null) return void response.writeHead(500).end();
    response.writeHead(200, { "content-type": metrics.content_type }).end(text);
  });
  return listen(server, at);
}

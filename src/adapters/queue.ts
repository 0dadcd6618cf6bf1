import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger as GraphileLogger,
  type Runner,
  runMigrations,
  run as runWorker,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import { sql } from "kysely";
import type pg from "pg";
import { type AccountContext, type Log, type Queue, workFor } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import type { AnyJob } from "#core/job.ts";
import { withFields } from "./log-fields.ts";

const RESTART_MS = 1_000;
const CLOCK_MS = 5_000;
/** A clock set back further, or ahead, is not caught up with minute by minute. */
const CLOCK_BACK_MS = 60_000;
const CLOCK_AHEAD_MS = 86_400_000;
/** No job is put off for longer than a day. */
const PUT_OFF_MS = 90_000_000;
type Work = AnyJob["work"];
/** How many jobs of a kind one process works on at a time: what is long takes no place of what has to start at once. */
const PLACES: Record<Work, number> = { upkeep: 2, webhooks: 4, mail: 2, asking: 2, project: 2 };
/** Connections that working on jobs holds all the time: each kind listens for new ones. */
export const LISTENING = Object.keys(PLACES).length;

/** The queue that adds jobs through `db`: inside a transaction they exist only once it commits. */
export function queueOn(db: Database): Queue {
  return {
    async add({ name, attempts, work }, input, { key, run_at, line: own, priority = 0 } = {}) {
      const line = lineOf(own ?? (work === "project" ? work : name), input);
      // Asked for again and again, a job that waits would be put behind all others each time. One that was put off is due.
      const at = run_at
        ? sql`${run_at.toISOString()}::timestamptz`
        : sql`(select least(run_at, now()) from graphile_worker._private_jobs
            where key = ${key ?? null}::text and locked_at is null and attempts = 0)`;
      await sql`select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(input)}::json,
        run_at => ${at}, job_key => ${key ?? null}::text, max_attempts => ${attempts}::integer,
        priority => ${priority}::integer, queue_name => ${line}::text)`.execute(db);
    },
    async cancel(input) {
      await sql`select graphile_worker.complete_jobs(array(
        select id from graphile_worker._private_jobs
        where payload::jsonb @> ${JSON.stringify(input)}::jsonb))`.execute(db);
    },
  };
}

/** Jobs of one line are worked on one after the other; those of the schedule never beside themselves. */
function lineOf(name: string, { project_id }: Record<string, unknown>): string {
  return project_id === undefined ? name : `${name}:${project_id}`;
}

/** Creates or upgrades the job tables. */
export async function migrateQueue(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quiet(log) });
  await pool.query(WAKE_LINE);
}

/**
 * Wakes a worker where a line is free and a job waits in it. graphile-worker (0.18) looks for the next job before it has
 * written down that the last one is done: what waits in the same line it would find only when it looks again, 2 s later.
 * Made once: a cluster makes a function on all of its servers, and one of them may be hanging.
 */
const WAKE_LINE = `
select pg_advisory_xact_lock(hashtext('earshot wake_line'));
do $make$ begin
  if exists (select from pg_trigger where tgname = 'wake_line'
    and tgrelid = 'graphile_worker._private_job_queues'::regclass) then return; end if;
  create or replace function graphile_worker.wake_line() returns trigger language plpgsql as $$
  begin
    if exists (select from graphile_worker._private_jobs
      where job_queue_id = new.id and is_available and run_at <= now()) then
      perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}');
    end if;
    return null;
  end $$;
  create trigger wake_line after update on graphile_worker._private_job_queues for each row
    when (old.locked_by is not null and new.locked_by is null) execute function graphile_worker.wake_line();
end $make$`;

type Worker = { stop(): Promise<void> };

/** Starts working on `jobs`; `onWorkers` hears the names of all workers whenever one changes. `stop()` lets running jobs finish. */
export async function startWorker(
  pool: pg.Pool,
  jobs: readonly AnyJob[],
  { context, onWorkers }: { context: AccountContext; onWorkers: (worker_ids: string[]) => void },
): Promise<Worker> {
  const names = new Map<Work, string>();
  const kinds = [...new Set(jobs.map(({ work }) => work))];
  const workers = await Promise.all(
    kinds.map((kind) => {
      const onWorker = (worker_id: string) => {
        names.set(kind, worker_id);
        onWorkers([...names.values()]);
      };
      const own = jobs.filter(({ work }) => work === kind);
      return keepWorking(pool, own, { context, onWorker, places: PLACES[kind] });
    }),
  );
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

type Running = { context: AccountContext; places: number; onWorker(worker_id: string): void };

/** A runner that ends because it could not write down how a job went, the database being away, is followed by another. */
async function keepWorking(
  pool: pg.Pool,
  jobs: readonly AnyJob[],
  running: Running,
): Promise<Worker> {
  const { context } = running;
  const begin = () => startRunner(pool, jobs, running);
  let runner = await begin();
  let isStopped = false;
  let beginning = Promise.resolve();
  // One that has ended, or is about to, refuses to be stopped.
  const end = () => runner.stop().catch(() => runner.promise.catch(() => {}));
  const beginAgain = async () => {
    try {
      runner = await begin();
      if (isStopped) await end();
    } catch (error) {
      if (!isStopped) context.log.warn({ error }, "jobs are not worked on");
    }
  };
  const follow = async () => {
    while (!isStopped) {
      await runner.promise.catch((error: unknown) => {
        if (!isStopped) context.log.warn({ error }, "the work on jobs restarts");
      });
      await sleep(RESTART_MS, undefined, { ref: false });
      if (!isStopped) beginning = beginAgain();
      await beginning;
    }
  };
  void follow();
  // The schedule waits for a minute that a clock which was ahead had named.
  const leaveClock = watchClock(() => {
    context.log.warn({}, "the clock of this machine was set, and the schedule begins again");
    void end();
  });
  return {
    async stop() {
      isStopped = true;
      leaveClock();
      await end();
      await beginning;
    },
  };
}

/** Calls when the clock was set while this process ran; returns how to stop looking. */
function watchClock(onSet: () => void): () => void {
  const read = () => Date.now() - performance.now();
  let before = read();
  const timer = setInterval(() => {
    const by = read() - before;
    before += by;
    if (by < -CLOCK_BACK_MS || by > CLOCK_AHEAD_MS) onSet();
  }, CLOCK_MS).unref();
  return () => clearInterval(timer);
}

async function startRunner(
  pool: pg.Pool,
  jobs: readonly AnyJob[],
  { context, onWorker, places }: Running,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked in the name of the pool of workers.
  events.on("pool:create", ({ workerPool }) => onWorker(workerPool.id));
  const crontab = jobs.flatMap((job) =>
    job.cron
      ? `${job.cron} ${job.name} ?max=${job.attempts}&queue=${job.name}&jobKey=${job.name}`
      : [],
  );
  // What a clock that was ahead notes as done, or puts off, would not be done again until that time.
  await pool.query(
    "update graphile_worker._private_known_crontabs set last_execution = null where last_execution > $1",
    [new Date(Date.now() + CLOCK_BACK_MS)],
  );
  await pool.query(
    "update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > $1",
    [new Date(Date.now() + PUT_OFF_MS)],
  );
  return runWorker({
    pgPool: pool,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, context)])),
    crontab: crontab.join("\n"),
    events,
    concurrency: places,
    noHandleSignals: true,
    pollInterval: 2_000,
    // With any delay a failure to write down how a job went ends the runner; without, it ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: quiet(context.log),
  });
}

function taskOf(job: AnyJob, context: AccountContext): TaskList[string] {
  const runJob = async (payload: unknown, id: string) => {
    const started = performance.now();
    const { _cron, ...input } = (payload ?? {}) as Record<string, unknown>;
    let outcome = "ok";
    try {
      const work = () => job.handler(context, job.input.parse(input));
      const { project_id } = input;
      await (typeof project_id === "number" ? workFor(context, { project_id }, work) : work());
    } catch (error) {
      outcome = "failed";
      if (isAway(context, input)) await countAgain(context.db, id);
      context.log.error({ job: job.name, error }, "job failed");
      throw error;
    } finally {
      context.log.info(
        { job: job.name, outcome, duration_ms: Math.round(performance.now() - started) },
        "job",
      );
    }
  };
  return (payload, { job: { id } }) =>
    withFields({ request_id: `job-${id}` }, () => runJob(payload, id));
}

const isAway = ({ placement }: AccountContext, { project_id }: Record<string, unknown>) =>
  placement?.away.has(Number(project_id)) ?? false;

/** Tries that fail while the server of a project does not answer are not the last; the next comes within 20 seconds. */
async function countAgain(db: Database, id: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set attempts = least(attempts, max_attempts - 1, 3)
    where id = ${id}`.execute(db);
}

function quiet(log: Log) {
  return new GraphileLogger(() => (level, message, meta) => {
    // What ended it is reported by the runner's promise.
    if (message.startsWith("Runner stopping")) return;
    const error = meta?.["error"] ?? meta?.["fatalError"];
    const fields = { part: "queue", ...(error instanceof Error && { error }) };
    if (level === "error") log.error(fields, message);
    else if (level === "warning") log.warn(fields, message);
  });
}

import type pg from "pg";
import { type OwnProcess, startProcess } from "./own-process.ts";

/** What a storm does to its workers. */
export type StormOptions = {
  pool: pg.Pool;
  database_url: string;
  workers: number;
  /** When the next is killed: after so many more steps (a question handed over, a question ended), or so much time. */
  kill_every: { steps: number } | { ms: number };
  /** When to give up. */
  limit_ms: number;
  environment?: Record<string, string>;
  /** Called again and again with how many tasks have ended. */
  look?(ended: number): Promise<void>;
};
/** How a storm went; `problems` are errors that workers logged, and last words of those that ended unbidden. */
export type Storm = { kills: number; crashes: number; seconds: number; problems: string[] };

const LOOK_MS = 250;

type Worker = OwnProcess & { isKilled: boolean };

/**
 * Runs worker processes until no task of the database is queued or running, but for models that wait for a user, killing
 * a random one (SIGKILL) again and again; each that ends is started again.
 */
export async function storm(options: StormOptions): Promise<Storm> {
  const { pool, workers, kill_every, limit_ms } = options;
  const started = Date.now();
  const running = new Set<Worker>();
  const result: Storm = { kills: 0, crashes: 0, seconds: 0, problems: [] };
  let isOver = false;
  const launch = () => {
    const worker = launchWorker(options);
    running.add(worker);
    void worker.ended.then(() => {
      running.delete(worker);
      result.problems.push(
        ...worker
          .printed()
          .split("\n")
          .filter((line) => /"level":[56]0/.test(line)),
      );
      if (isOver) return;
      if (!worker.isKilled) {
        result.crashes++;
        result.problems.push(worker.printed().slice(-2_000));
      }
      launch();
    });
  };
  for (let count = 0; count < workers; count++) launch();
  const kill = () => {
    const alive = [...running].filter(({ isKilled }) => !isKilled);
    const victim = alive[Math.floor(Math.random() * alive.length)];
    if (!victim) return;
    victim.isKilled = true;
    victim.child.kill("SIGKILL");
    result.kills++;
  };
  const killer = "ms" in kill_every ? setInterval(kill, kill_every.ms) : undefined;
  let struck_at = 0;
  try {
    for (;;) {
      await new Promise((done) => setTimeout(done, LOOK_MS));
      const { rows } =
        await pool.query(`select count(*) filter (where status in ('running', 'submitted')
          or (status = 'queued' and g.paused_until is distinct from 'infinity'))::int as left,
        count(*) filter (where status = 'submitted')::int as submitted,
        count(*)::int as all from capture_tasks t join capture_targets g using (project_id, model_id)`);
      const ended = rows[0].all - rows[0].left;
      await options.look?.(ended);
      if (rows[0].left === 0) break;
      const steps = rows[0].submitted + 2 * ended;
      // By steps and not by the clock: however slow the machine is, what is started gets somewhere before it is killed.
      if ("steps" in kill_every && steps >= struck_at + kill_every.steps) {
        struck_at = steps;
        kill();
      }
      if (Date.now() - started > limit_ms) {
        throw new Error(`${rows[0].left} tasks left. ${result.problems.slice(-3).join("\n")}`);
      }
    }
  } finally {
    isOver = true;
    clearInterval(killer);
    await Promise.all([...running].map(endWorker));
  }
  return { ...result, seconds: Math.round((Date.now() - started) / 1000) };
}

function launchWorker({ database_url, environment }: StormOptions): Worker {
  const started = startProcess(["src/worker.ts"], {
    ...{ DATABASE_URL: database_url, LOG_LEVEL: "warn", GIT_COMMIT: "storm" },
    ENCRYPTION_KEY: "a key for storms",
    // Several organisations, whose model is a server on this machine.
    ENGINES_ALLOW_PRIVATE: "on",
    ...environment,
  });
  return { ...started, isKilled: false };
}

async function endWorker({ child, ended }: Worker): Promise<void> {
  child.kill("SIGTERM");
  await ended;
}

/** What must hold of every project after a storm. */
export type Books = {
  tasks: Record<string, number>;
  answers: number;
  /** Tasks done without an answer of their own, or answers without a task. */
  unmatched: number;
  failed_without_reason: number;
  answered_twice: number;
  cost_of_tasks: number;
  spent: number;
  reserved: number;
  asked: number;
  attempts: number;
  open_runs: number;
};

/** Reads the books of a database whose only answers are captured ones. */
export async function readBooks(pool: pg.Pool): Promise<Books> {
  const { rows } = await pool.query(`
    select (select jsonb_object_agg(status, count) from (select status, count(*) from capture_tasks group by 1) s) as tasks,
      (select count(*)::int from answers) as answers,
      (select count(*)::int from capture_tasks t full join answers a
        on a.project_id = t.project_id and split_part(a.external_id, ':', 2)::bigint = t.task_id
          and t.answer_id = a.answer_id
        where (t.status = 'done') is distinct from (a.answer_id is not null)) as unmatched,
      (select count(*)::int from capture_tasks where status = 'failed' and (error is null or error_kind is null))
        as failed_without_reason,
      (select count(*)::int from (select from answers group by project_id, split_part(external_id, ':', 2)
        having count(*) > 1) d) as answered_twice,
      (select coalesce(sum(cost_micros), 0)::float8 from capture_tasks) as cost_of_tasks,
      (select coalesce(sum(spent_micros), 0)::float8 from capture_ledger) as spent,
      (select coalesce(sum(reserved_micros), 0)::float8 from capture_ledger) as reserved,
      (select coalesce(sum(asked), 0)::int from capture_ledger) as asked,
      (select coalesce(sum(attempts), 0)::int from capture_tasks) as attempts,
      (select count(*)::int from capture_runs where completed_at is null) as open_runs`);
  return rows[0] as Books;
}

/** What is wrong with the books, in words; none when all is well. */
export function findErrors(books: Books, planned: number): string[] {
  const { done = 0, failed = 0, skipped_budget = 0, cancelled = 0, copied = 0 } = books.tasks;
  const problems: [boolean, string][] = [
    [done + failed + skipped_budget + cancelled + copied !== planned, "not every task has ended"],
    [books.answers !== done, "answers are not the done tasks"],
    [books.unmatched > 0, "an answer without its task, or a task without its answer"],
    [books.answered_twice > 0, "a task was answered twice"],
    [books.failed_without_reason > 0, "a task failed without a reason"],
    [books.cost_of_tasks !== books.spent, "the ledger is not what tasks cost"],
    [books.reserved !== 0, "money is still reserved"],
    [books.asked !== books.attempts, "questions are missing from the ledger"],
    [books.open_runs > 0, "a run is not completed"],
  ];
  return problems.filter(([isWrong]) => isWrong).map(([, words]) => words);
}

import { sql } from "kysely";
import type { EngineFailure, FailureKind } from "#core/answer-engine.ts";
import { computeBackoffSeconds, RETRIES_MAX } from "#core/answer-engine.ts";
import type { Database } from "#core/database.ts";
import { COLD_SECONDS, STREAK_MAX } from "./capture-task.ts";
import type { ClaimedTask } from "./claim-task.ts";

const MESSAGE_MAX = 500;

/**
 * Marks a task done in the transaction that stores its answer; false when its lease was lost meanwhile, and then
 * nothing may be stored.
 */
export async function settleAnswered(
  db: Database,
  task: ClaimedTask,
  { answer_id, cost_micros, now }: { answer_id: number; cost_micros: number; now: Date },
): Promise<boolean> {
  if (!(await settleMoney(db, task, cost_micros))) return false;
  await sql`
    update capture_tasks set status = 'done', answer_id = ${answer_id}, finished_at = ${now},
      error = null, error_kind = null, worker = null, lease_until = null
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(db);
  await sql`
    update capture_targets set failure_streak = 0, paused_until = null, paused_reason = null,
      last_success_at = ${now}, last_error = null
    where project_id = ${task.project_id} and model_id = ${task.model_id}
      and (failure_streak > 0 or paused_until is not null or last_error is not null
        or last_success_at is null or last_success_at < ${now}::timestamptz - interval '1 minute')`.execute(
    db,
  );
  await sql`update prompts set last_run_at = ${now} where project_id = ${task.project_id}
    and prompt_id = ${task.prompt_id}`.execute(db);
  return true;
}

/** What happens to a task and its model after a failed question, by the kind of failure. */
export async function settleFailed(
  db: Database,
  task: ClaimedTask,
  { failure, now, cost_micros }: { failure: EngineFailure; now: Date; cost_micros: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await settleMoney(trx, task, cost_micros))) return;
    const message = failure.message.slice(0, MESSAGE_MAX);
    const again = againAt(failure, task, now);
    await sql`
      update capture_tasks set status = ${again ? "queued" : "failed"}, error_kind = ${failure.kind},
        error = ${message}, worker = null, lease_until = null,
        run_after = coalesce(${again}::timestamptz, run_after),
        finished_at = ${again ? null : now}::timestamptz
      where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(trx);
    await coolModel(trx, task, { failure, message, now });
  });
}

/** When to ask again, or null when the task has failed for good. */
function againAt(failure: EngineFailure, { attempts }: ClaimedTask, now: Date): Date | null {
  // What stops the model does not use up the task: it waits until its model may be asked again or its day ends.
  if (stopsModel(failure.kind)) return new Date(now.getTime() + 60_000);
  if (attempts > RETRIES_MAX[failure.kind]) return null;
  const seconds = computeBackoffSeconds(attempts, failure.retry_after_seconds);
  return new Date(now.getTime() + seconds * 1000);
}

function stopsModel(kind: FailureKind): boolean {
  return kind === "quota" || kind === "paused_target";
}

/** Pauses a model that cannot be asked now: as told, until somebody mends it, or colder with each row of failures. */
async function coolModel(
  db: Database,
  task: ClaimedTask,
  { failure, message, now }: { failure: EngineFailure; message: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ failure_streak: number }>`
    update capture_targets set failure_streak = failure_streak + 1, last_error = ${message}
    where project_id = ${task.project_id} and model_id = ${task.model_id}
    returning failure_streak`.execute(db);
  const streak = rows[0]?.failure_streak ?? 0;
  const seconds = pauseSeconds(failure, streak);
  if (seconds === 0) return;
  const until = seconds === null ? "infinity" : new Date(now.getTime() + seconds * 1000);
  await sql`
    update capture_targets set paused_until = ${until}::timestamptz, paused_reason = ${message}
    where project_id = ${task.project_id} and model_id = ${task.model_id}`.execute(db);
}

/** Seconds to leave a model alone; null: until a user resumes it. */
function pauseSeconds(failure: EngineFailure, streak: number): number | null {
  if (failure.kind === "paused_target") return null;
  if (failure.kind === "quota") return failure.retry_after_seconds ?? 3_600;
  if (failure.kind === "wait") return Math.min(failure.retry_after_seconds ?? 0, 3_600);
  if (failure.kind === "permanent" || streak < STREAK_MAX) return 0;
  const step = Math.floor(streak / STREAK_MAX) - 1;
  return COLD_SECONDS[Math.min(step, COLD_SECONDS.length - 1)] ?? 0;
}

/** Turns the reservation into what was spent; false when the lease is no longer this worker's. */
async function settleMoney(db: Database, task: ClaimedTask, cost_micros: number): Promise<boolean> {
  const { rows } = await sql<{ reserved_micros: number }>`
    with held as (
      select project_id, task_id, reserved_micros from capture_tasks
      where project_id = ${task.project_id} and task_id = ${task.task_id}
        and worker = ${task.lease}::uuid and status = 'running' for update
    )
    update capture_tasks t set reserved_micros = 0, cost_micros = t.cost_micros + ${cost_micros}
    from held h where t.project_id = h.project_id and t.task_id = h.task_id
    returning h.reserved_micros`.execute(db);
  const held = rows[0];
  if (!held) return false;
  await sql`
    update capture_targets set costliest_micros = ${cost_micros}
    where project_id = ${task.project_id} and model_id = ${task.model_id}
      and costliest_micros < ${cost_micros}`.execute(db);
  await sql`
    update capture_ledger set reserved_micros = reserved_micros - ${held.reserved_micros},
      spent_micros = spent_micros + ${cost_micros}
    where project_id = ${task.project_id} and day = ${task.day} and model_id = ${task.model_id}`.execute(
    db,
  );
  return true;
}

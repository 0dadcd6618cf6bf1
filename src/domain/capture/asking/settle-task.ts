import { sql } from "kysely";
import { type EngineFailure, type FailureKind, RETRIES_MAX } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import { rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { encodeModelId } from "#core/id.ts";
import { noteAsked } from "#domain/prompts/prompt-queries.ts";
import { emitEvent } from "#domain/webhooks/event-queries.ts";
import { isBilled } from "../budget/ask-paid.ts";
import { emitBudget, readBudgetUse } from "../budget/budget-queries.ts";
import { lockCaps } from "../budget/room.ts";
import { COLD_SECONDS, SLOWED_SECONDS, STREAK_MAX } from "../capture-task.ts";
import { askForCheck } from "../health/check-health.ts";
import { isNotedDown } from "../health/health-queries.ts";
import { ANSWERS, changeAsSetUp, withAnyKey } from "../targets/refusals.ts";
import { computeBackoffSeconds } from "./backoff.ts";
import type { ClaimedTask } from "./claimed-task.ts";
import type { Copy } from "./find-copy.ts";

// Its prompt is noted as asked before its task is held: who deletes prompts holds them first, then their tasks. Where the
// lease was lost the transaction is rolled back.
const MESSAGE_MAX = 500;
const LATE =
  "Its prompt was changed or deleted while it was asked: the answer was paid for and dropped.";

/**
 * Marks a task done in the transaction that stores its answer; false when its lease was lost meanwhile, and then
 * nothing may be stored.
 */
export async function settleAnswered(
  context: AccountContext,
  task: ClaimedTask,
  { answer_id, cost_micros }: { answer_id: number; cost_micros: number },
): Promise<boolean> {
  const { db } = context;
  const now = context.now();
  await noteAsked(db, task, { prompt_id: task.prompt_id, now });
  if (!(await settleMoney(context, task, cost_micros))) return false;
  await sql`
    update capture_tasks set status = 'done', answer_id = ${answer_id}, finished_at = ${now},
      error = null, error_kind = null, worker = null, lease_until = null, submission_id = null
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(db);
  await noteAnswer(context, task);
  return true;
}

/** Ends a task whose answer is an earlier one given again: it is paid for, and nothing of it is stored. */
export async function settleCopied(
  context: AccountContext,
  task: ClaimedTask,
  { answer_id, message, cost_micros }: Copy & { cost_micros: number },
): Promise<boolean> {
  const { db, now } = context;
  await noteAsked(db, task, { prompt_id: task.prompt_id, now: now() });
  if (!(await settleMoney(context, task, cost_micros))) return false;
  await sql`
    update capture_tasks set status = 'copied', answer_id = ${answer_id}, error_kind = 'copy', error = ${message},
      finished_at = ${now()}, worker = null, lease_until = null, submission_id = null
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(db);
  await noteAnswer(context, task);
  return true;
}

/** Its model answers. */
async function noteAnswer(context: AccountContext, task: ClaimedTask): Promise<void> {
  if (task.is_former) return;
  const { db } = context;
  const now = context.now();
  // An answer that was asked for before its model was paused does not end the pause.
  const rows = await rowsOf(db)`
    update capture_targets set ${ANSWERS}, last_success_at = ${now}
    where project_id = ${task.project_id} and model_id = ${task.model_id}
      and (paused_until is null or paused_until <= ${now}) and (failure_streak > 0 or paused_until is not null or last_error is not null
        or last_success_at is null or last_success_at < ${now}::timestamptz - interval '1 minute')
    returning 1`;
  if (rows.length > 0 && (await isNotedDown(db, task))) await askForCheck(context, task);
}

/**
 * Ends a task whose prompt is no longer the question that was asked, in the transaction that found it out: the answer is
 * paid and dropped. The next plan asks the prompt as it is now. False when the lease was lost.
 */
export async function settleLate(
  context: AccountContext,
  task: ClaimedTask,
  cost_micros: number,
): Promise<"late" | false> {
  if (!(await settleMoney(context, task, cost_micros))) return false;
  await sql`
    update capture_tasks set status = 'cancelled', error_kind = 'late', error = ${LATE},
      finished_at = ${context.now()}, worker = null, lease_until = null, submission_id = null
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(context.db);
  return "late";
}

/**
 * What happens to a task and its model after a failed question, by the kind of failure, in the transaction that stores
 * what came of it; `answer_id` names an answer that came and could not be read. False when the lease was lost.
 */
export async function settleFailed(
  context: AccountContext,
  task: ClaimedTask,
  { failure, cost_micros, answer_id = null }: FailedQuestion,
): Promise<FailureKind | false> {
  const now = context.now();
  await noteAsked(context.db, task, { prompt_id: task.prompt_id, now });
  if (!(await settleMoney(context, task, cost_micros))) return false;
  const message = failure.message.slice(0, MESSAGE_MAX);
  const again = againAt(failure, task, now);
  await sql`
    update capture_tasks set status = ${again ? "queued" : "failed"}, error_kind = ${failure.kind},
      error = ${message}, answer_id = ${answer_id}::bigint, worker = null, lease_until = null, submission_id = null,
      attempts = attempts - ${stopsModel(failure.kind) && !isBilled(failure) ? 1 : 0}::smallint,
      run_after = coalesce(${again}::timestamptz, run_after),
      finished_at = ${again ? null : now}::timestamptz
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(context.db);
  await coolModel(context, task, { failure, message, now });
  return failure.kind;
}
type FailedQuestion = {
  failure: EngineFailure;
  cost_micros: number;
  answer_id?: number | null;
};

/**
 * Puts a task back whose worker was stopped while it asked; `cost_micros` is what the answer that nobody waited for
 * may have cost. False when the lease was lost.
 */
export async function settleStopped(
  context: AccountContext,
  task: ClaimedTask,
  cost_micros: number,
): Promise<boolean> {
  if (!(await settleMoney(context, task, cost_micros))) return false;
  await sql`
    update capture_tasks set status = 'queued', worker = null, lease_until = null,
      run_after = ${context.now()}
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(context.db);
  return true;
}

/** When to ask again, or null when the task has failed for good. */
function againAt(failure: EngineFailure, task: ClaimedTask, now: Date): Date | null {
  const { attempts, cost_micros } = task;
  // What is not priced may have cost each time.
  const hasCost = attempts > 1 && (cost_micros > 0 || failure.cost_usd == null);
  if (isBilled(failure) && hasCost) return null;
  // What stops the model does not use up the task: it waits until its model may be asked again or its day ends.
  if (stopsModel(failure.kind)) return new Date(now.getTime() + 60_000);
  if (attempts > RETRIES_MAX[failure.kind]) return null;
  const seconds = computeBackoffSeconds(attempts, failure.retry_after_seconds);
  return new Date(now.getTime() + seconds * 1000);
}

function stopsModel(kind: FailureKind): boolean {
  return kind === "quota" || kind === "paused_target";
}

/**
 * Pauses a model that cannot be asked now: as reported, until it is fixed, or colder with each row of failures.
 * One that stops answering is reported once, until it answers again or its settings are saved. What was asked with
 * another key, or in another way, than is set now says nothing about it.
 */
async function coolModel(
  context: AccountContext,
  task: ClaimedTask,
  { failure, message, now }: { failure: EngineFailure; message: string; now: Date },
): Promise<void> {
  const { db } = context;
  const { project_id, model_id, is_echo = false } = task;
  // A provider that asks to go slower is not failing.
  const isSlower = failure.kind === "wait";
  const slowed_until = new Date(now.getTime() + SLOWED_SECONDS * 1000);
  const more = isSlower || is_echo ? 0 : 1;
  const isAsSetUp = await changeAsSetUp(db, task, {
    set: sql`last_error = ${message}, last_error_kind = ${failure.kind},
      failure_streak = failure_streak + ${more}::integer,
      refused_streak = refused_streak + ${isRefused(failure) || stopsModel(failure.kind) ? more : 0}::integer,
      slowed_until = case when ${isSlower}::boolean then ${slowed_until}::timestamptz else slowed_until end`,
  });
  if (!isAsSetUp || (is_echo && !stopsModel(failure.kind))) return;
  const rows = await rowsOf<{ streak: number; unrefused: number }>(db)`
    select failure_streak as streak, failure_streak - refused_streak as unrefused from capture_targets
    where project_id = ${project_id} and model_id = ${model_id}`;
  const { streak, unrefused } = rows[0] ?? { streak: 0, unrefused: 0 };
  const seconds = pauseSeconds(failure, unrefused);
  const until = seconds === null ? "infinity" : new Date(now.getTime() + seconds * 1000);
  if (seconds !== 0) {
    await sql`
      update capture_targets set paused_until = ${until}::timestamptz, paused_reason = ${message}
      where project_id = ${project_id} and model_id = ${model_id}`.execute(db);
  }
  const isFailing = stopsModel(failure.kind) || (!isSlower && streak >= STREAK_MAX);
  if (!isFailing) return;
  const silent = await sql<{ slug: string; name: string }>`
    update capture_targets t set failing_since = ${now} from models m
    where t.project_id = ${project_id} and t.model_id = ${model_id} and t.failing_since is null
      and m.project_id = t.project_id and m.model_id = t.model_id
    returning m.slug, m.name`.execute(db);
  for (const { slug, name } of silent.rows) {
    const data = {
      model_id: encodeModelId(slug),
      name,
      kind: failure.kind,
      message,
      failures_in_a_row: streak,
      paused_until: until instanceof Date && seconds !== 0 ? until.toISOString() : null,
      resumes_by_itself: seconds !== null,
    };
    await emitEvent(context, { project_id }, { event: "target.failing", data });
    await askForCheck(context, { project_id });
  }
}

/**
 * Counts a request that fails to be sent, or looked for a second time, as one failure of its model, unless that is left
 * alone already.
 */
export async function noteTrouble(
  context: AccountContext,
  task: ClaimedTask,
  { failure, isRepeated }: { failure: EngineFailure; isRepeated: boolean },
): Promise<void> {
  const now = context.now();
  if (!isRepeated && !stopsModel(failure.kind)) return;
  // A server that is at work is not failing; one that does not know a request may have lost that one.
  if (failure.kind === "wait" || failure.kind === "permanent" || failure.status === 404) return;
  const rows = await rowsOf(context.db)`
    select from capture_targets where project_id = ${task.project_id} and model_id = ${task.model_id}
      and (paused_until is null or paused_until <= ${now})`;
  const message = failure.message.slice(0, MESSAGE_MAX);
  if (rows.length > 0) await coolModel(context, task, { failure, message, now });
}

/** Refused questions cost nothing and pause no model. */
function isRefused(failure: EngineFailure): boolean {
  return failure.kind === "permanent" && !isBilled(failure);
}

/** Seconds to leave a model alone after so many failures in a row, but for refused ones and what paused it by itself; null: until a user resumes it. */
function pauseSeconds(failure: EngineFailure, streak: number): number | null {
  if (failure.kind === "paused_target") {
    return failure.cause instanceof Failure ? failure.retry_after_seconds : null;
  }
  if (failure.kind === "quota") return failure.retry_after_seconds ?? 3_600;
  if (failure.kind === "wait") return Math.min(failure.retry_after_seconds ?? 0, 3_600);
  if (isRefused(failure) || streak < STREAK_MAX) return 0;
  const step = Math.floor(streak / STREAK_MAX) - 1;
  return COLD_SECONDS[Math.min(step, COLD_SECONDS.length - 1)] ?? 0;
}

/**
 * A task is its worker's while it is asked, and after its lease ran out until it is asked again; and whoever has its answer first
 * after it was handed over.
 */
const isHeld = ({ lease, submission_id }: ClaimedTask) =>
  submission_id === null
    ? sql`worker = ${lease}::uuid and status in ('running', 'queued')`
    : sql`submission_id = ${submission_id} and status in ('running', 'submitted')`;

/**
 * Turns the reservation into what was spent, which it counts as already where the task was put back; false when the task is
 * no longer this worker's to settle.
 */
async function settleMoney(
  context: AccountContext,
  task: ClaimedTask,
  cost_micros: number,
): Promise<boolean> {
  const { db } = context;
  const rows = await rowsOf<{ reserved_micros: number; spent_micros: number }>(db)`
    with held as (
      select project_id, task_id, reserved_micros,
        case when status = 'queued' then 0 else ${cost_micros} end as spent_micros from capture_tasks
      where project_id = ${task.project_id} and task_id = ${task.task_id}
        and ${isHeld(task)} for update
    )
    update capture_tasks t set reserved_micros = 0, cost_micros = t.cost_micros + h.spent_micros
    from held h where t.project_id = h.project_id and t.task_id = h.task_id
    returning h.reserved_micros, h.spent_micros`;
  const held = rows[0];
  if (!held) return false;
  await lockCaps(db, task);
  // The ledger before the model, as a claim takes them: the other way round the two could wait for each other.
  await sql`
    update capture_ledger set reserved_micros = reserved_micros - ${held.reserved_micros},
      spent_micros = spent_micros + ${held.spent_micros}
    where project_id = ${task.project_id} and day = ${task.day} and model_id = ${task.model_id}`.execute(
    db,
  );
  await changeAsSetUp(db, withAnyKey(task), {
    set: sql`costliest_micros = ${cost_micros}`,
    when: sql`t.costliest_micros < ${cost_micros}`,
  });
  const use = cost_micros > 0 && (await readBudgetUse(db, task, task));
  if (use) await emitBudget(context, task, { day: task.day, use, blocked: null });
  return true;
}

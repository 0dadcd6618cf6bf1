import { EngineFailure, type Handed, type LaterEngine } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import type { Provider } from "#core/ports.ts";
import type { Asker } from "../asking/claimed-task.ts";
import { requestOf, requireShort } from "../asking/request-of.ts";
import { failureOf, type Outcome, settleOutcome } from "../asking/settle-outcome.ts";
import { noteTrouble } from "../asking/settle-task.ts";
import { keepTrying } from "../keep-trying.ts";
import {
  closeSubmission,
  type HandedTask,
  listHanded,
  lookAgainAt,
  requeueHanded,
  SETTLE_SECONDS,
  type Submission,
  storeTicket,
} from "./submission-queries.ts";

// A provider that answers later is first looked at so soon, then at a quarter of its age, up to this.
const FIRST_LOOK_SECONDS = 5;
const LOOK_SECONDS_MAX = 600;

/** A request with its tasks, and what ends this process. */
export type HandedOver = { submission: Submission; tasks: HandedTask[]; signal: AbortSignal };

/** Sends a request that was written down, and stores the ticket of its answers. */
export async function handOver(
  context: AccountContext,
  submission: Submission,
  { signal }: Asker,
): Promise<void> {
  const tasks = await endTooLong(context, await listHanded(context.db, submission));
  if (tasks.length === 0) return closeSubmission(context.db, submission);
  const started = performance.now();
  let ticket: string;
  try {
    const { later, handed } = writeHanded(context, { submission, tasks, signal });
    ticket = await later.submit(handed);
  } catch (error) {
    const failure = failureOf(error);
    // It may have been accepted, or be on its way: that is found out before anything is asked again.
    if (failure.kind === "timeout_after_send") {
      return lookLater(context, { submission, tasks, signal }, failure);
    }
    if (signal.aborted) return putBack(context, submission);
    return settleAll(context, { submission, tasks, failure, cost_micros: 0 });
  }
  await keepTicket(context, submission, ticket);
  logHanded(context, tasks, started);
}

/** Ends what is longer than its provider takes; returns the others. */
async function endTooLong(context: AccountContext, tasks: HandedTask[]): Promise<HandedTask[]> {
  const left: HandedTask[] = [];
  let is_echo = false;
  for (const task of tasks) {
    const provider = context.providers.get(task.provider);
    try {
      if (provider) requireShort(provider, task.prompt);
      left.push(task);
    } catch (error) {
      // However many, they are one failure of their model.
      const outcome = await settleOutcome(context, { ...task, is_echo }, failureOf(error), 0);
      logLater(context, task, outcome);
      is_echo = true;
    }
  }
  return left;
}

/** Stores the ticket of an accepted request. */
export async function keepTicket(
  context: AccountContext,
  submission: Submission,
  ticket: string,
): Promise<void> {
  const look_at = nextLook(context, { ...submission, ticket });
  const now = context.now();
  await keepTrying(context, ({ db }) => storeTicket(db, submission, { ticket, look_at, now }));
}

/** What a request asks, by task, and the engine that is asked; throws `EngineFailure` where its model cannot be asked. */
export function writeHanded(
  context: AccountContext,
  { submission, tasks, signal }: HandedOver,
): { later: LaterEngine; provider: Provider; handed: Handed } {
  const asked = tasks.map((task) => ({ task, ...requestOf(context, task, signal) }));
  const [first] = asked;
  // The parameters may have been changed since: what was handed over is fetched all the same.
  const parameters = { ...first?.request.parameters, batch: true };
  const later = first?.provider.engine.later(parameters);
  if (!first || !later) throw new EngineFailure("permanent", "Its provider answers at once.");
  if (first.request.base_url !== submission.base_url) {
    const said = "Its assistant was given another base URL before the answer came.";
    throw new EngineFailure("permanent", said);
  }
  const { provider } = first;
  const requests = new Map(asked.map(({ task, request }) => [String(task.task_id), request]));
  const sent_at = new Date(submission.sent_at);
  return { later, provider, handed: { key: submission.submission_key, sent_at, requests } };
}

/** Puts back what a request asks that was surely not accepted. */
export async function putBack(context: AccountContext, submission: Submission): Promise<void> {
  await keepTrying(context, ({ db }) => requeueHanded(db, submission, context.now()));
  await closeSubmission(context.db, submission);
}

/** Ends what a request asked in one way. */
export async function settleAll(
  context: AccountContext,
  {
    submission,
    tasks,
    failure,
    cost_micros,
  }: { submission: Submission; tasks: HandedTask[]; failure: EngineFailure; cost_micros?: number },
): Promise<void> {
  for (const [place, task] of tasks.entries()) {
    const echo = { ...task, is_echo: place > 0 };
    logLater(context, task, await settleOutcome(context, echo, failure, cost_micros));
  }
  await closeSubmission(context.db, submission);
}

/**
 * Leaves a request for later: soon where it is not known to be accepted, else the longer it lasts the later. What failed is
 * a failure of the model that its tasks ask, unless this process stops.
 */
export async function lookLater(
  context: AccountContext,
  { submission, tasks: [task], signal }: HandedOver,
  failure: EngineFailure | null,
): Promise<void> {
  const look_at = nextLook(context, submission, failure?.retry_after_seconds ?? 0);
  const error = failure?.message ?? null;
  // One look in many that goes wrong is no failure in a row.
  const isRepeated = submission.ticket === null || submission.error !== null;
  await keepTrying(context, async (inner) => {
    if (failure && task && !signal.aborted) await noteTrouble(inner, task, { failure, isRepeated });
    await lookAgainAt(inner.db, submission, { look_at, error, now: inner.now() });
  });
}

function nextLook(
  { now }: AccountContext,
  { ticket, sent_at }: Submission,
  floor_seconds = 0,
): Date {
  const age = (now().getTime() - Date.parse(sent_at)) / 1000;
  const soonest = ticket === null ? SETTLE_SECONDS : FIRST_LOOK_SECONDS;
  const seconds = Math.min(LOOK_SECONDS_MAX, Math.max(soonest, age / 4));
  return new Date(now().getTime() + Math.max(seconds, floor_seconds) * 1000);
}

/** Logs what came of a question that was handed over, or was to be. */
export function logLater({ log }: AccountContext, task: HandedTask, outcome: Outcome): void {
  const { provider, project_id, task_id } = task;
  log.info({ provider, outcome, project_id, task_id }, "capture later");
}

function logHanded({ log }: AccountContext, [task, ...more]: HandedTask[], started: number): void {
  if (!task) return;
  const { provider, project_id, task_id } = task;
  const duration_ms = Math.round(performance.now() - started);
  const handed = { provider, outcome: "submitted", project_id, task_id };
  log.info({ ...handed, more: more.length, duration_ms }, "capture");
}

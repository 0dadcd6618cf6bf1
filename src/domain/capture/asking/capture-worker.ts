import { setTimeout as wait } from "node:timers/promises";
import type { Asked } from "#core/answer-engine.ts";
import { EngineFailure, type FailureKind } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import { isTransient, translateDatabaseError } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { costOf } from "../budget/ask-paid.ts";
import { ANSWER_TIMEOUT_SECONDS, toMicros } from "../capture-task.ts";
import { completeRun } from "../runs/complete-run.ts";
import { listRefused, noteRefusals } from "../targets/refusals.ts";
import { type ClaimedTask, claimTask } from "./claim-task.ts";
import { settleAnswered, settleFailed, settleLate, settleStopped } from "./settle-task.ts";
import { readCaptured, storeCaptured, unread } from "./store-captured.ts";

const IDLE_MS = 1_000;
// About two minutes in all: with the time an answer may take, as long as a lease.
const STORE_TRIES_MAX = 15;
const STORE_WAIT_MS = 50;

export type CaptureWorker = { stop(grace_ms: number): Promise<void> };
/** Whose questions they are, and what ends them early. */
export type Asker = { process_id: number | null; signal: AbortSignal };

/**
 * Asks what is due, `slots` questions at once, until stopped; answers under way have `grace_ms` to arrive, what has not
 * is asked again by another worker.
 */
export function startCaptureWorker(
  context: AccountContext,
  { slots, process_id }: { slots: number; process_id(): number | null },
): CaptureWorker {
  const hurry = new AbortController();
  let stopping = false;
  const sleepers = new Set<() => void>();
  const sleep = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, IDLE_MS * (0.5 + Math.random()));
      sleepers.add(wake);
    });
  const loop = async () => {
    while (!stopping) {
      const worked = await workOnce(context, {
        process_id: process_id(),
        signal: hurry.signal,
      }).catch((error: unknown) => {
        context.log.error({ error }, "capture worker");
        return false;
      });
      if (!worked && !stopping) await sleep();
    }
  };
  const loops = Array.from({ length: slots }, loop);
  return {
    async stop(grace_ms) {
      stopping = true;
      for (const wake of sleepers) wake();
      const timer = setTimeout(() => hurry.abort(), grace_ms);
      await Promise.all(loops);
      clearTimeout(timer);
    },
  };
}

/** Takes one due task to its end or its next try; false when nothing is due. */
export async function workOnce(
  context: AccountContext,
  asker: Asker = { process_id: null, signal: new AbortController().signal },
): Promise<boolean> {
  const claim = await claimTask(context, asker.process_id);
  if (claim.kind === "idle") return false;
  if (claim.kind === "missed") return true;
  if (claim.kind === "ask") {
    const { task } = claim;
    const started = performance.now();
    const outcome = await askAndSettle(context, task, asker.signal);
    const duration_ms = Math.round(performance.now() - started);
    const { provider, project_id, task_id } = task;
    context.log.info({ provider, outcome, project_id, task_id, duration_ms }, "capture");
  }
  await completeRun(context, claim.task);
  return true;
}

/** What became of a question: answered, too late to count, put back because the worker stops, or a kind of failure. */
type Outcome = "answered" | "late" | "stopped" | FailureKind;

async function askAndSettle(
  context: AccountContext,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Outcome> {
  const provider = context.providers.get(task.provider);
  const typical_micros = toMicros(provider?.typicalCost(task.requested_model) ?? 0);
  let captured: Asked;
  try {
    captured = await ask(context, task, signal);
  } catch (error) {
    if (signal.aborted) {
      return settle(context, "stopped", (inner) => settleStopped(inner, task, typical_micros));
    }
    const failure =
      error instanceof EngineFailure ? error : new EngineFailure("retry", String(error));
    const failed = { failure, cost_micros: costOf(failure, typical_micros) };
    return settle(context, failure.kind, async (inner) => {
      if (failure.raw === undefined) return settleFailed(inner, task, failed);
      const stored = unread(failure.raw, provider?.engine.wire ?? task.provider);
      const answer_id = await storeCaptured(inner, task, stored);
      if (answer_id === null) return endLate(inner, task, failed.cost_micros);
      return settleFailed(inner, task, { ...failed, answer_id });
    });
  }
  const cost_micros = costOf(captured, typical_micros);
  const { raw, adapter_version, refusals, search_asked, asked_without } = captured;
  const asked = { search_asked, asked_without };
  const stored = { reading: readCaptured(captured), asked, raw, adapter_version };
  return settle(context, "answered", async (inner) => {
    const answer_id = await storeCaptured(inner, task, stored);
    if (answer_id === null) return endLate(inner, task, cost_micros);
    if (!(await settleAnswered(inner, task, { answer_id, cost_micros }))) return false;
    await noteRefusals(inner.db, task, { refusals, now: inner.now() });
    return true;
  }).catch((error: unknown) => {
    if (isPassing(error)) throw error;
    // Asking again would cost again and end the same way.
    context.log.error({ error: String(error), task_id: task.task_id }, "answer not stored");
    const failure = new EngineFailure("permanent", "The answer could not be stored.", {
      raw: null,
    });
    const failed = { failure, cost_micros };
    return settle(context, failure.kind, (inner) => settleFailed(inner, task, failed));
  });
}

async function endLate(...given: Parameters<typeof settleLate>): Promise<boolean | "late"> {
  return (await settleLate(...given)) && "late";
}

/**
 * Stores what came of a question and settles its task in one transaction; "late" when that is not the worker's to do any
 * more, and then nothing is kept. What was paid for is not given up because the database was away or another
 * transaction in the way: it is tried again for as long as the lease holds.
 */
async function settle(
  context: AccountContext,
  outcome: Outcome,
  work: (inner: AccountContext) => Promise<boolean | "late">,
): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      const ended = await context.db.transaction().execute(async (db) => {
        const done = await work({ ...context, db });
        if (!done) throw new LeaseLost();
        return done;
      });
      return ended === "late" ? "late" : outcome;
    } catch (error) {
      if (error instanceof LeaseLost) return "late";
      if (!isPassing(error) || tries >= STORE_TRIES_MAX) throw error;
      await wait(Math.min(STORE_WAIT_MS * 2 ** tries, 10_000) * (0.5 + Math.random()));
    }
  }
}

class LeaseLost extends Error {}

/** True for an error that another try may not meet: the database was away, or another transaction in the way. */
function isPassing(error: unknown): boolean {
  return isTransient(error) || translateDatabaseError(error) instanceof Failure;
}

function ask(
  { providers, vault, now }: AccountContext,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Asked> {
  const provider = providers.get(task.provider);
  if (!provider) {
    throw new EngineFailure("paused_target", `No engine is called ${task.provider}.`);
  }
  const base_url = task.base_url ?? provider.default_base_url;
  if (!base_url) {
    throw new EngineFailure(
      "paused_target",
      `${provider.label} needs a base URL; set one under Assistants.`,
    );
  }
  return provider.engine.ask({
    prompt: task.prompt,
    country_code: task.country_code,
    language_code: task.language_code,
    requested_model: task.requested_model,
    base_url,
    api_key: task.api_key ? vault.open(task.api_key) : null,
    parameters: task.parameters,
    left_out: listRefused(task.refusals, now()).map(({ part }) => part),
    timeout_seconds: ANSWER_TIMEOUT_SECONDS,
    signal,
  });
}

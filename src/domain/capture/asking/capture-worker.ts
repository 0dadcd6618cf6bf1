import { type Asked, EngineFailure } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import { handOver } from "../later/hand-over.ts";
import { lookOnce } from "../later/look-later.ts";
import { completeRun } from "../runs/complete-run.ts";
import { claimTask } from "./claim-task.ts";
import type { Asker, ClaimedTask } from "./claimed-task.ts";
import { requestOf } from "./request-of.ts";
import { failureOf, type Outcome, settle, settleOutcome, typicalMicros } from "./settle-outcome.ts";
import { settleStopped } from "./settle-task.ts";

const IDLE_MS = 1_000;

export type CaptureWorker = { stop(grace_ms: number): Promise<void> };

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

/** Takes one due task to its end or its next try, or looks for answers that came later; false when nothing is due. */
export async function workOnce(
  context: AccountContext,
  asker: Asker = { process_id: null, signal: new AbortController().signal },
): Promise<boolean> {
  if (await lookOnce(context, asker)) return true;
  const claim = await claimTask(context, asker.process_id);
  if (claim.kind === "idle") return false;
  if (claim.kind === "missed") return true;
  if (claim.kind === "hand_over") await handOver(context, claim.submission, asker);
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

async function askAndSettle(
  context: AccountContext,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome = await ask(context, task, signal);
  if (!(outcome instanceof EngineFailure) || !signal.aborted) {
    return settleOutcome(context, task, outcome);
  }
  const cost_micros = typicalMicros(context, task);
  return settle(context, "stopped", (inner) => settleStopped(inner, task, cost_micros));
}

async function ask(
  context: AccountContext,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Asked | EngineFailure> {
  try {
    const { provider, request } = requestOf(context, task, signal);
    return await provider.engine.ask(request);
  } catch (error) {
    return failureOf(error);
  }
}

import { setTimeout as wait } from "node:timers/promises";
import { type Asked, EngineFailure } from "#core/answer-engine.ts";
import { type AccountContext, workFor } from "#core/context.ts";
import { handOver } from "../later/hand-over.ts";
import { lookOnce } from "../later/look-later.ts";
import { concludeIfOver } from "../runs/complete-run.ts";
import { type Claim, claimTask } from "./claim-task.ts";
import type { Asker, ClaimedTask } from "./claimed-task.ts";
import { parametersFor } from "./own-market.ts";
import { requestOf, requireShort } from "./request-of.ts";
import { failureOf, type Outcome, settle, settleOutcome, typicalMicros } from "./settle-outcome.ts";
import { settleStopped } from "./settle-task.ts";

/** So often at least it is looked whether something is due: others may have planned it. */
const IDLE_MS = 1_000;
const MISSED_MS = 20;
/** So often it is looked whether the server of a project that is worked for is away. */
const LOOK_MS = 1_000;

export type CaptureWorker = { stop(grace_ms: number): Promise<void> };

/**
 * Asks what is due, `slots` questions at once, until stopped; answers under way have `grace_ms` to arrive, what has not
 * is asked again by another worker. One slot at a time looks for what is due, so that an idle process asks the database
 * one small thing a second.
 */
export function startCaptureWorker(
  context: AccountContext,
  {
    slots,
    process_id,
    idle_ms = IDLE_MS,
  }: { slots: number; process_id(): number | null; idle_ms?: number },
): CaptureWorker {
  const hurry = new AbortController();
  const stopping = new AbortController();
  const { signal } = hurry;
  // Aborted when a question of this process ends: its model has room for another, whatever was seen before.
  let end = new AbortController();
  const sleep = (ms: number, ended: AbortSignal) =>
    wait(ms, undefined, { signal: ended }).catch(() => undefined);
  const findWork = async (): Promise<Work | null> => {
    while (!stopping.signal.aborted) {
      const ended = end.signal;
      const claim = await claimTask(context, process_id()).catch((error: unknown) => {
        context.log.error({ error }, "capture worker");
        return { kind: "idle", next: null } as const;
      });
      if (claim.kind === "missed") await sleep(MISSED_MS * Math.random(), ended);
      else if (claim.kind !== "idle") return claim;
      else await sleep(untilNext(claim.next, context.now(), idle_ms), ended);
    }
    return null;
  };
  let looking: Promise<Work | null> = Promise.resolve(null);
  const loop = async () => {
    for (;;) {
      looking = looking.then(findWork);
      const work = await looking;
      if (!work) return;
      const project = work.kind === "look" ? work.submission : work.task;
      const asker = { process_id: process_id(), signal };
      const working = workFor(context, project, () => doWork(context, work, asker));
      await whileHere(working, context, project).catch((error: unknown) =>
        context.log.error({ error }, "capture worker"),
      );
      end.abort();
      end = new AbortController();
    }
  };
  const loops = Array.from({ length: slots }, loop);
  return {
    async stop(grace_ms) {
      stopping.abort();
      end.abort();
      const timer = setTimeout(() => hurry.abort(), grace_ms);
      await Promise.all(loops);
      clearTimeout(timer);
    },
  };
}

/**
 * Until some work on a project has ended, or its server does not answer any more: what was asked is stored when it does,
 * within minutes, and takes no place of others' questions meanwhile.
 */
async function whileHere(
  working: Promise<void>,
  { placement, log }: AccountContext,
  { project_id }: { project_id: number },
): Promise<void> {
  const ended = new AbortController();
  const work = working.finally(() => ended.abort());
  while (!ended.signal.aborted) {
    const { signal } = ended;
    await Promise.race([work, wait(LOOK_MS, null, { signal }).catch(() => {})]);
    if (!placement?.away.has(project_id)) continue;
    work.catch((error: unknown) => log.error({ error }, "capture worker"));
    return;
  }
}

/** Until what is known to come next, at most about `idle_ms`; processes do not all look at the same moment. */
function untilNext(next: Date | null, now: Date, idle_ms: number): number {
  const jittered = idle_ms * (0.75 + Math.random() / 2);
  return next ? Math.max(1, Math.min(jittered, next.getTime() - now.getTime())) : jittered;
}

type Work = Exclude<Claim, { kind: "idle" | "missed" }>;

/** Takes one due task to its end or its next try, or looks for answers that came later; false when nothing is due. */
export async function workOnce(
  context: AccountContext,
  asker: Asker = { process_id: null, signal: new AbortController().signal },
): Promise<boolean> {
  const claim = await claimTask(context, asker.process_id);
  if (claim.kind === "idle") return false;
  if (claim.kind !== "missed") await doWork(context, claim, asker);
  return true;
}

async function doWork(context: AccountContext, work: Work, asker: Asker): Promise<void> {
  if (work.kind === "look") return lookOnce(context, work.submission, asker);
  if (work.kind === "hand_over") await handOver(context, work.submission, asker);
  if (work.kind === "ask") {
    const { task } = work;
    const started = performance.now();
    const outcome = await askAndSettle(context, task, asker.signal);
    const duration_ms = Math.round(performance.now() - started);
    const { provider, project_id, task_id } = task;
    context.log.info({ provider, outcome, project_id, task_id, duration_ms }, "capture");
  }
  await concludeIfOver(context, work.task);
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
  return settle(
    context,
    task,
    async (inner) => (await settleStopped(inner, task, cost_micros)) && "stopped",
  );
}

async function ask(
  context: AccountContext,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Asked | EngineFailure> {
  try {
    const parameters = await parametersFor(context.db, task, task);
    const { provider, request } = requestOf(context, { ...task, parameters }, signal);
    requireShort(provider, request.prompt);
    return await provider.engine.ask(request);
  } catch (error) {
    return failureOf(error);
  }
}

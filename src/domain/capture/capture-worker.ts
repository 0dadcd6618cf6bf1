import type { Captured } from "#core/answer-engine.ts";
import { EngineFailure } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import { ANSWER_TIMEOUT_SECONDS, toMicros } from "./capture-task.ts";
import { type ClaimedTask, claimTask } from "./claim-task.ts";
import { completeRun } from "./complete-run.ts";
import { settleAnswered, settleFailed } from "./settle-task.ts";
import { storeCaptured } from "./store-captured.ts";

const IDLE_MS = 1_000;

export type CaptureWorker = { stop(): Promise<void> };

/** Asks what is due, `slots` questions at once, until stopped; stopping lets answers under way arrive. */
export function startCaptureWorker(context: AccountContext, slots: number): CaptureWorker {
  let stopping = false;
  let wake = () => {};
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS * (0.5 + Math.random()));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!stopping) {
      const worked = await workOnce(context).catch((error: unknown) => {
        context.log.error({ error: String(error) }, "capture worker");
        return false;
      });
      if (!worked && !stopping) await sleep();
    }
  };
  const loops = Array.from({ length: slots }, loop);
  return {
    async stop() {
      stopping = true;
      wake();
      await Promise.all(loops);
    },
  };
}

/** Takes one due task to its end or its next try; false when nothing is due. */
export async function workOnce(context: AccountContext): Promise<boolean> {
  const claim = await claimTask(context.db, context.providers, context.now());
  if (claim.kind === "idle") return false;
  if (claim.kind === "ask") {
    await askAndSettle(context, claim.task);
    await completeRun(context, claim.task);
  }
  return true;
}

async function askAndSettle(context: AccountContext, task: ClaimedTask): Promise<void> {
  let captured: Captured;
  try {
    captured = await ask(context, task);
  } catch (error) {
    const failure =
      error instanceof EngineFailure ? error : new EngineFailure("retry", String(error));
    // A question that timed out after it was sent may have been billed: count it at its estimate.
    const cost = failure.kind === "timeout_after_send" ? typicalMicros(context, task) : 0;
    await settleFailed(context.db, task, { failure, now: context.now(), cost_micros: cost });
    return;
  }
  const cost_micros =
    captured.usage.cost_usd === null
      ? typicalMicros(context, task)
      : toMicros(captured.usage.cost_usd);
  await context.db
    .transaction()
    .execute(async (db) => {
      const now = context.now();
      const answer_id = await storeCaptured({ ...context, db }, task, captured);
      const held = await settleAnswered(db, task, { answer_id, cost_micros, now });
      if (!held) throw new LeaseLost();
    })
    .catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) throw error;
      context.log.warn({ task_id: task.task_id }, "an answer came after its lease had ended");
    });
}

class LeaseLost extends Error {}

function ask({ providers, vault }: AccountContext, task: ClaimedTask): Promise<Captured> {
  const provider = providers.get(task.provider);
  if (!provider) {
    throw new EngineFailure("paused_target", `No engine is called ${task.provider}.`);
  }
  const base_url = task.base_url ?? provider.default_base_url;
  if (!base_url) {
    throw new EngineFailure(
      "paused_target",
      `${provider.label} needs a base URL; set one under Models.`,
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
    timeout_seconds: ANSWER_TIMEOUT_SECONDS,
  });
}

function typicalMicros({ providers }: AccountContext, task: ClaimedTask): number {
  return toMicros(providers.get(task.provider)?.typicalCost(task.requested_model) ?? 0);
}

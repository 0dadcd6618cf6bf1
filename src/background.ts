import { startWorker } from "#adapters/queue.ts";
import type { AccountContext } from "#core/context.ts";
import { startCaptureWorker } from "#domain/capture/capture-worker.ts";
import { planCaptures } from "#domain/capture/plan-captures.ts";
import type { Config } from "./config.ts";
import { schedule } from "./schedule.ts";
import type { Installation } from "./server.ts";

/** Starts what happens without a caller: jobs and captures; `stop()` lets what is under way finish. */
export async function startBackground(
  { base, pool }: Installation,
  { CAPTURE_SLOTS }: Config,
): Promise<{ stop(): Promise<void> }> {
  const context: AccountContext = {
    ...base,
    actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
  };
  const jobs = await startWorker(pool, schedule, context);
  await base.queueOn(base.db).add(planCaptures, {}, { key: planCaptures.name });
  const captures = startCaptureWorker(context, CAPTURE_SLOTS);
  return {
    async stop() {
      await Promise.all([jobs.stop(), captures.stop()]);
    },
  };
}

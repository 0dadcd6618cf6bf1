import { findTrouble, makeOutageLog } from "#adapters/database/outage-log.ts";
import { startWorker } from "#adapters/queue.ts";
import { enterWorkers, removeDead } from "#adapters/worker-presence.ts";
import type { AccountContext } from "#core/context.ts";
import { startCaptureWorker } from "#domain/capture/asking/capture-worker.ts";
import { askCanaries } from "#domain/capture/health/ask-canaries.ts";
import { releaseTasks } from "#domain/capture/later/submission-queries.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { schedule } from "./schedule.ts";
import type { Wiring } from "./wiring.ts";

const CHECK_MS = 15_000;
/** How long running work may take once the process is asked to stop; the rest is left to others. */
const GRACE_MS = 5_000;

/** Starts what happens without a caller: jobs and captures; `stop()` ends within seconds, whatever is running. */
export async function startBackground({
  base,
  pool,
  traces,
  config: { CAPTURE_SLOTS, CANARY_QUESTIONS },
}: Wiring): Promise<{ stop(): Promise<void> }> {
  const log = makeOutageLog(base.log, () => findTrouble(pool));
  const context: AccountContext = {
    ...base,
    log,
    actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
  };
  const presence = await enterWorkers(pool, log);
  // One that has lost its own seat would take its own work for lost.
  const check = async () =>
    presence.process_id() !== null &&
    freeLost(context).catch((error: unknown) => {
      log.warn({ error }, "dead workers not looked for");
    });
  await check();
  const wanted = schedule
    .filter((one) => one !== askCanaries || CANARY_QUESTIONS === "on")
    .map((one) => traces?.job(one) ?? one);
  const jobs = await startWorker(pool, wanted, {
    context,
    onWorkers: presence.nameWorkers,
  });
  await base.queueOn(base.db).add(planCaptures, {}, { key: planCaptures.name });
  const { process_id } = presence;
  const captures = startCaptureWorker(context, { slots: CAPTURE_SLOTS, process_id });
  const timer = setInterval(check, CHECK_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([within(GRACE_MS, jobs.stop()), captures.stop(GRACE_MS)]);
      await presence.leave();
      await check();
    },
  };
}

/** What worker processes that died had taken is free again: jobs and questions. */
async function freeLost(context: AccountContext): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    const dead = await removeDead(db);
    if (dead.length === 0) return;
    const tasks = await releaseTasks(db, dead, context.now());
    context.log.info({ processes: dead, tasks }, "work of dead workers set free");
  });
}

async function within(limit_ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit_ms);
  });
  await Promise.race([work.catch(() => {}), limit]);
  clearTimeout(timer);
}

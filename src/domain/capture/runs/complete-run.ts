import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { encodeId, encodeModelId } from "#core/id.ts";
import { job } from "#core/job.ts";
import { askForSuggestions } from "#domain/brands/request-detection.ts";
import { beginTurn } from "#domain/projects/work-turn.ts";
import { emitVisibility } from "#domain/reports/emit-visibility.ts";
import { rebuildStep } from "#domain/sums/dirty-days.ts";
import { BUSY_MS } from "#domain/sums/sum-locks.ts";
import { emitOnce } from "#domain/webhooks/event-queries.ts";
import { askForCheck } from "../health/check-health.ts";
import { findRun, isLastByHand, isRunOver, type RunView, setCompleted } from "./run-queries.ts";

const CONCLUDE_RUN = { name: "conclude_run", attempts: 10, work: "project" } as const;

/** While answers are read again nobody looks at visibility: it is looked at again, for a day. */
const AGAIN_MS = 600_000;
const LOOKED_MS = 24 * 3_600_000;

type RunKey = { project_id: number; run_id: number };

/**
 * After a task has ended: a run whose last task this was is concluded, once, by one of the workers. In a run that goes
 * on, the last of those asked by hand has a step of sums made at once: someone looks for these answers now. That is their
 * day, unless others have waited longer.
 */
export async function concludeIfOver(
  context: AccountContext,
  { project_id, run_id, task_id }: RunKey & { task_id?: number },
): Promise<void> {
  const { db, log } = context;
  if (await isRunOver(db, { project_id }, run_id))
    return addConclusion(context, { project_id, run_id });
  if (task_id === undefined || !(await isLastByHand(db, { project_id }, { run_id, task_id })))
    return;
  // What fails here is summed by the schedule.
  await rebuildStep(db, { project_id }).catch((error: unknown) =>
    log.error({ project_id, error }, "answers asked for by hand are summed later"),
  );
}

function addConclusion(
  { db, queueOn }: AccountContext,
  run: RunKey & { only_look?: boolean },
  when: { run_at?: Date } = {},
): Promise<void> {
  const key = `${CONCLUDE_RUN.name}:${run.project_id}:${run.run_id}${run.only_look ? ":look" : ""}`;
  return queueOn(db).add(CONCLUDE_RUN, run, { key, ...when });
}

/**
 * What follows from a run's last answer: its day is summed, then it is completed, so that whoever sees that finds its
 * answers in reports; suggestions are looked for, and webhooks notified.
 */
export const concludeRun = job({
  ...CONCLUDE_RUN,
  input: z.strictObject({
    project_id: z.int(),
    run_id: z.int(),
    only_look: z.boolean().optional(),
  }),
  async handler(context, { only_look, ...of }) {
    const { db } = context;
    const { project_id, run_id } = of;
    const tenant = { project_id };
    if (!only_look) {
      if (!(await completeOver(context, of))) return addConclusion(context, of);
      await askForSuggestions(context, tenant);
    }
    const run = await findRun(db, tenant, run_id);
    // Opened again since: its next completion is the one to tell.
    if (!run?.completed_at) return;
    const { completed_at } = run;
    if (!only_look) await tellCompleted(context, tenant, { run: { ...run, completed_at }, run_id });
    const isLooked = await emitVisibility(context, tenant, run.day);
    const now = context.now().getTime();
    if (isLooked || now - Date.parse(completed_at) >= LOOKED_MS) return;
    const look = { ...of, only_look: true };
    await addConclusion(context, look, { run_at: new Date(now + AGAIN_MS) });
  },
});

async function tellCompleted(
  context: AccountContext,
  tenant: { project_id: number },
  { run, run_id }: { run: RunView & { completed_at: string }; run_id: number },
): Promise<void> {
  const { id: _, completed_at, next_due_at: __, unanswered: ___, ...rest } = run;
  const errors = run.errors.map(({ model_id, kind, message, count }) => ({
    ...{ model_id: encodeModelId(model_id), kind, message, count },
  }));
  const data = { run_id: encodeId("run", run_id), ...rest, completed_at, errors };
  const fact = `run:${run_id}:${completed_at}`;
  await emitOnce(context, tenant, { fact, event: "run.completed", data });
  await askForCheck(context, tenant);
}

/** Completes a run that is over once its own day is summed: all days never are where others change without a pause. */
async function completeOver(context: AccountContext, run: RunKey): Promise<boolean> {
  const { db, log } = context;
  const { project_id, run_id } = run;
  const isTurnOver = beginTurn(context);
  while (!(await setCompleted(db, run, context.now()))) {
    if (!(await isRunOver(db, { project_id }, run_id))) return true;
    if (isTurnOver()) return false;
    if ((await rebuildStep(db, { project_id })) === null) await sleep(BUSY_MS);
  }
  log.info({ project_id, run_id }, "run completed");
  return true;
}

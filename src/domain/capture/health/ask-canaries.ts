import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { type Asked, EngineFailure } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import { job, upkeep } from "#core/job.ts";
import { addDays } from "#core/period.ts";
import { sweepTime } from "#domain/accounts/seen-clock.ts";
import { findProject, type Tenant } from "#domain/projects/project-queries.ts";
import { onceFor } from "#domain/projects/work-turn.ts";
import { requestOf } from "../asking/request-of.ts";
import { failureOf } from "../asking/settle-outcome.ts";
import { readCaptured } from "../asking/store-captured.ts";
import { wakeProject } from "../asking/turn-queries.ts";
import { applyPrice, estimateAnswer } from "../budget/answer-price.ts";
import { askPaid } from "../budget/ask-paid.ts";
import { takeTurn } from "../budget/budget-queries.ts";
import { noteRefusals } from "../targets/refusals.ts";
import { listTargets, type TargetRow } from "../targets/target-queries.ts";
import {
  type CanaryOutcome,
  forgetCanaries,
  listCanaryModels,
  listCanaryProjects,
  settleCanary,
  takeCanary,
} from "./canary-queries.ts";
import { askForCheck } from "./check-health.ts";

/** Harmless, the same everywhere, and nothing that a model can know without searching. */
export const CANARY_QUESTION =
  "Which films are new in cinemas this week? Name three, each with a sentence and its source.";
const KEPT_DAYS = 90;
const AT_ONCE_MAX = 20;
const TURN_MS_MAX = 30_000;
const ROOM_MS_MAX = 60_000;
const ROOM_LOOK_MS = 2_000;
const MESSAGE_MAX = 500;
const ASK_CANARIES_OF = { name: "ask_canaries_of", attempts: 3, work: "asking" } as const;
const askForCanaries = onceFor(ASK_CANARIES_OF);

/** Every hour: has the assistants asked that the plan did not ask for a day, where it is night or later; by turns over projects. */
export const askCanaries = upkeep({
  name: "ask_canaries",
  cron: "20 * * * *",
  async handler({ db, now, queueOn }) {
    const { time } = await sweepTime({ db, now });
    await forgetCanaries(db, addDays(time.toISOString().slice(0, 10), -KEPT_DAYS));
    for (const project of await listCanaryProjects(db, now()))
      await askForCanaries({ db, queueOn }, project);
  },
});

/** Asks the assistants of a project one harmless question each, at most once a day, then has their health looked at. */
export const askCanariesOf = job({
  ...ASK_CANARIES_OF,
  input: z.strictObject({ project_id: z.int() }),
  async handler(context, tenant) {
    const { db, now, providers } = context;
    const due = await listCanaryModels(db, tenant, { now: now(), limit: AT_ONCE_MAX });
    const targets = await listTargets(db, tenant);
    await Promise.all(
      due.map(async ({ model_id, day }) => {
        const target = targets.find(({ model_number }) => model_number === model_id);
        // A page that a vendor reads takes minutes, too long to wait for. Who is asked in batches is asked this at once.
        const isLater = target && providers.get(target.provider)?.engine.later({});
        if (!target || isLater) return;
        const key = { ...tenant, model_id, day };
        if (!(await takeCanary(db, key, now()))) return;
        await settleCanary(db, key, await askCanary(context, key, target));
      }),
    );
    await wakeProject(db, tenant, now());
    await askForCheck(context, tenant);
  },
});

async function askCanary(
  context: AccountContext,
  key: Tenant & { model_id: number; day: string },
  target: TargetRow,
): Promise<CanaryOutcome> {
  const { db, now, providers } = context;
  const started = performance.now();
  const asked = { ...target, ...key, requested_model: target.requested_model ?? "" };
  try {
    const project = await findProject(db, key);
    const { provider, request } = requestOf(context, {
      ...asked,
      prompt: CANARY_QUESTION,
      country_code: project?.country_code ?? null,
      language_code: "en",
    });
    const payment = {
      ...key,
      typical_usd: estimateAnswer(providers, target)?.usd ?? null,
      costliest_micros: target.costliest_micros,
    };
    await sleep(Math.min(TURN_MS_MAX, await takeTurn(db, key, { ...key, now: now() })));
    const ask = async () => applyPrice(await provider.engine.ask(request), providers, target);
    // Canaries are asked side by side: where others' money is in the way, it soon comes back.
    const ends_at = performance.now() + ROOM_MS_MAX;
    let paid = await askPaid(context, payment, ask);
    while ("blocked" in paid && paid.blocked === "wait" && performance.now() < ends_at) {
      await sleep(ROOM_LOOK_MS);
      paid = await askPaid(context, payment, ask);
    }
    if ("blocked" in paid) return { status: "skipped_budget" };
    await noteRefusals(db, asked, { refusals: paid.captured.refusals, now: now() });
    return describe(paid.captured, performance.now() - started);
  } catch (error) {
    if (!(error instanceof EngineFailure)) {
      context.log.error({ error: String(error), ...key }, "canary question");
    }
    const { kind, message, refusals } = failureOf(error);
    await noteRefusals(db, asked, { refusals, now: now() });
    return { status: "failed", error_kind: kind, error: message.slice(0, MESSAGE_MAX) };
  }
}

function describe(captured: Asked, latency: number): CanaryOutcome {
  const { status, sources } = readCaptured(captured);
  return {
    status,
    served_model: captured.served_model,
    search_ran: captured.search_asked === "off" ? null : captured.search_ran,
    source_count: sources.length,
    answer_bytes: Buffer.byteLength(captured.text),
    latency_ms: Math.round(latency),
  };
}

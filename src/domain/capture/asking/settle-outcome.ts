import { type Asked, EngineFailure, type FailureKind } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import type { Provider } from "#core/ports.ts";
import type { AskedSo } from "#domain/answers/facts/fact-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { applyPrice, estimateAnswer, noteMeasured } from "../budget/answer-price.ts";
import { costOf } from "../budget/ask-paid.ts";
import { toMicros } from "../capture-task.ts";
import { isPassing, keepTrying } from "../keep-trying.ts";
import { noteRefusals } from "../targets/refusals.ts";
import type { ClaimedTask } from "./claimed-task.ts";
import { findCopy } from "./find-copy.ts";
import { settleAnswered, settleCopied, settleFailed, settleLate } from "./settle-task.ts";
import { readCaptured, storeCaptured, unread } from "./store-captured.ts";
import { wakeProject } from "./turn-queries.ts";

/** What became of a question: answered, too late to count, put back because the worker stops, or a kind of failure. */
export type Outcome = "answered" | "late" | "stopped" | FailureKind;

/** What went wrong while asking, as a failure to act on. */
export function failureOf(error: unknown): EngineFailure {
  return error instanceof EngineFailure ? error : new EngineFailure("retry", String(error));
}

/** What a question is counted at, in millionths of a USD, where nobody says what it cost. */
export function typicalMicros({ providers }: AccountContext, task: ClaimedTask): number {
  return toMicros(estimateAnswer(providers, task)?.usd ?? 0);
}

/** What came of a question is booked at, in millionths of a USD. */
export function bookedMicros(
  context: AccountContext,
  task: ClaimedTask,
  given: Asked | EngineFailure,
): number {
  return costOf(applyPrice(given, context.providers, task), typicalMicros(context, task));
}

/** Stores what came of a question, an answer or a failure, and settles its task; `known_micros` where the cost is known better. */
export async function settleOutcome(
  context: AccountContext,
  task: ClaimedTask,
  given: Asked | EngineFailure,
  known_micros?: number,
): Promise<Outcome> {
  const estimated_micros = typicalMicros(context, task);
  const outcome = applyPrice(given, context.providers, task);
  const cost_micros = known_micros ?? costOf(outcome, estimated_micros);
  if (outcome instanceof EngineFailure) return settleFailure(context, task, outcome, cost_micros);
  const { raw, adapter_version, refusals, usage } = outcome;
  const asked = describeAsked(outcome, context.providers.get(task.provider));
  const stored = { reading: readCaptured(outcome), asked, raw, adapter_version };
  return settle(context, task, async (inner) => {
    const provider = context.providers.get(task.provider);
    const copy = await findCopy(inner, task, { provider, stored });
    if (copy) return (await settleCopied(inner, task, { ...copy, cost_micros })) && "answered";
    const answer_id = await storeCaptured(inner, task, stored);
    if (answer_id === null) return settleLate(inner, task, cost_micros);
    if (!(await settleAnswered(inner, task, { answer_id, cost_micros }))) return false;
    await noteMeasured(inner.db, task, { usage, estimated_micros });
    await noteRefusals(inner.db, task, { refusals, now: inner.now() });
    return "answered";
  }).catch((error: unknown) => {
    if (isPassing(error)) throw error;
    // Asking again would cost again and end the same way.
    context.log.error({ error: String(error), task_id: task.task_id }, "answer not stored");
    const failure = new EngineFailure("permanent", "The answer could not be stored.", {
      raw: null,
    });
    return settle(context, task, (inner) => settleFailed(inner, task, { failure, cost_micros }));
  });
}

async function settleFailure(
  context: AccountContext,
  task: ClaimedTask,
  failure: EngineFailure,
  cost_micros: number,
): Promise<Outcome> {
  const failed = { failure, cost_micros };
  return settle(context, task, async (inner) => {
    await noteRefusals(inner.db, task, { refusals: failure.refusals, now: inner.now() });
    if (failure.raw === undefined) return settleFailed(inner, task, failed);
    const wire = context.providers.get(task.provider)?.engine.wire ?? task.provider;
    const answer_id = await storeCaptured(inner, task, unread(failure.raw, wire));
    if (answer_id === null) return settleLate(inner, task, cost_micros);
    return settleFailed(inner, task, { ...failed, answer_id });
  });
}

/** How an answer was asked for; where an API was asked without naming an effort, it is the model's own. */
function describeAsked(given: Asked, provider: Provider | undefined): AskedSo {
  const { search_asked, asked_without, search_tool, effort } = given;
  const isPage = provider?.surface === "ui" || provider?.surface === "serp";
  const isKnown = provider?.engine.supports.location && !asked_without.includes("user_location");
  // The place goes with the search tool: a model that is given none is not told where it is asked.
  const isTold = isKnown && (isPage || search_asked !== "off");
  return {
    ...{ search_asked, asked_without, search_tool },
    effort: effort ?? (isPage ? null : "default"),
    country_asked: isTold ? (isPage ? "from_there" : "told") : "not_told",
  };
}

/**
 * Stores what came of a question and settles its task in one transaction, in which its project is looked at again;
 * "late" when that is not the worker's to do any more, and then nothing is kept.
 */
export async function settle(
  context: AccountContext,
  task: Tenant,
  work: (inner: AccountContext) => Promise<Outcome | false>,
): Promise<Outcome> {
  const wake = (db: Database) => wakeProject(db, task, context.now());
  try {
    return await keepTrying(context, async (inner) => {
      const outcome = await work(inner);
      if (!outcome) throw new LeaseLost();
      await wake(inner.db);
      return outcome;
    });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    return "late";
  }
}

class LeaseLost extends Error {}

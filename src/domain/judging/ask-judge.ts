import { setTimeout as sleep } from "node:timers/promises";
import { EngineFailure } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import { dayIn } from "#core/period.ts";
import { applyPrice } from "#domain/capture/budget/answer-price.ts";
import { askPaid, heldFor, isBilled, type Paid } from "#domain/capture/budget/ask-paid.ts";
import { takeTurn } from "#domain/capture/budget/budget-queries.ts";
import { sayFull } from "#domain/capture/budget/room.ts";
import { openKey } from "#domain/capture/targets/open-key.ts";
import { listRefused, noteRefusals } from "#domain/capture/targets/refusals.ts";
import type { Judge, JudgeFailure } from "./judge.ts";
import { estimateQuestion } from "./judge-cost.ts";
import { noteFailure, noteSuccess } from "./judge-queries.ts";

const TIMEOUT_SECONDS = 90;
const TURN_WAIT_MS_MAX = 30_000;
const MESSAGE_MAX = 500;
const SHORT_WAIT_SECONDS = 300;
const LONG_WAIT_SECONDS = 3_600;

/** What came of a question: its words; nothing, because this one cannot be answered; or the judge rests for a while. */
export type Reply =
  | { kind: "answered"; text: string }
  | { kind: "unanswerable" }
  | { kind: "resting" };

/** Asks a project's judge within the project's budget, at its model's pace, without searching. */
export async function askJudge(
  context: AccountContext,
  judge: Judge,
  prompt: string,
): Promise<Reply> {
  const question = { prompt, timeout_seconds: TIMEOUT_SECONDS, wait_ms_max: TURN_WAIT_MS_MAX };
  try {
    const paid = await askInTurn(context, judge, question);
    if ("blocked" in paid) {
      if (paid.blocked === "pace" || paid.blocked === "wait") return { kind: "resting" };
      const message =
        paid.blocked === "batch"
          ? "What the budget of this project leaves is set aside for a batch."
          : await sayFull(context.db, paid.blocked, heldFor(paymentOf(context, judge, prompt)));
      return rest(context, judge, { kind: "budget", message, seconds: LONG_WAIT_SECONDS });
    }
    await noteSuccess(context.db, judge, context.now());
    const { finish, text } = paid.captured;
    const isUsable = finish === "stop" || finish === "length";
    return isUsable ? { kind: "answered", text } : { kind: "unanswerable" };
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return settleFailure(context, judge, error);
  }
}

/** A question to a judge, and how long its turn and its answer may take. */
type Question = { prompt: string; timeout_seconds: number; wait_ms_max: number };

/**
 * Asks once, at the model's pace and from its project's budget, without searching; `blocked` names
 * which of them left no room. Throws `EngineFailure`.
 */
export async function askInTurn(
  context: AccountContext,
  judge: Judge,
  { prompt, timeout_seconds, wait_ms_max }: Question,
): Promise<Paid | { blocked: "pace" }> {
  const { db, providers, vault, now } = context;
  const provider = providers.get(judge.provider);
  const base_url = judge.base_url ?? provider?.default_base_url;
  if (!provider || !base_url) {
    throw new EngineFailure("retry", "The model cannot be reached as it is set up.");
  }
  const { requested_model } = judge;
  const payment = paymentOf(context, judge, prompt);
  const wait_ms = await takeTurn(db, judge, { ...judge, now: now() });
  if (wait_ms > wait_ms_max) return { blocked: "pace" };
  await sleep(wait_ms);
  const ask = async () => {
    const captured = await provider.engine.ask({
      ...{ prompt, base_url, requested_model, timeout_seconds },
      country_code: null,
      language_code: null,
      api_key: openKey(vault, judge.api_key),
      // It answers from what it is given and knows; searching would only cost.
      parameters: { ...judge.parameters, search: "off" },
      left_out: listRefused(judge.refusals, now()).map(({ part }) => part),
    });
    return applyPrice(captured, providers, { ...judge, measured: {} });
  };
  const paid = await askPaid(context, payment, ask);
  if ("captured" in paid) {
    await noteRefusals(db, judge, { refusals: paid.captured.refusals, now: now() });
  }
  return paid;
}

/** What a question is paid from. What its model's answers to prompts cost says nothing: those are searched for. */
function paymentOf({ providers, now }: AccountContext, judge: Judge, prompt: string) {
  const typical_usd = estimateQuestion(providers, judge, Buffer.byteLength(prompt));
  const costliest_micros = typical_usd === null ? judge.costliest_micros : 0;
  return { ...judge, day: dayIn(judge.timezone, now()), typical_usd, costliest_micros };
}

/** A question refused for good three times over is left, and one that is billed and fails again; else the judge rests. */
async function settleFailure(
  context: AccountContext,
  judge: Judge,
  failure: EngineFailure,
): Promise<Reply> {
  const { db, now } = context;
  await noteRefusals(db, judge, { refusals: failure.refusals, now: now() });
  const isLeft =
    (failure.kind === "permanent" && judge.failure_streak >= 2) ||
    (isBilled(failure) && judge.failure_streak >= 1);
  const seconds =
    failure.retry_after_seconds ??
    (["permanent", "quota", "paused_target"].includes(failure.kind)
      ? LONG_WAIT_SECONDS
      : SHORT_WAIT_SECONDS);
  const message = failure.message.slice(0, MESSAGE_MAX);
  await rest(context, judge, { kind: failure.kind, message, seconds });
  // One question a lease: a model that refuses everything must not use up every answer that waits.
  if (isLeft) judge.failure_streak = 0;
  return { kind: isLeft ? "unanswerable" : "resting" };
}

async function rest(
  { db, now, log }: AccountContext,
  judge: Judge,
  { kind, message, seconds }: JudgeFailure & { seconds: number },
): Promise<Reply> {
  log.warn({ project_id: judge.project_id, error: message }, "the judge did not answer");
  const waits_until = new Date(now().getTime() + Math.min(seconds, 86_400) * 1000);
  await noteFailure(db, judge, { kind, message, waits_until, now: now() });
  return { kind: "resting" };
}

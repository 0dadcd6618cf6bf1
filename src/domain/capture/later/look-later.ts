import { type Asked, EngineFailure } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import type { Asker } from "../asking/claimed-task.ts";
import {
  bookedMicros,
  failureOf,
  settle,
  settleOutcome,
  typicalMicros,
} from "../asking/settle-outcome.ts";
import { settleLate } from "../asking/settle-task.ts";
import { concludeIfOver } from "../runs/complete-run.ts";
import {
  type HandedOver,
  keepTicket,
  logLater,
  lookLater,
  putBack,
  settleAll,
  writeHanded,
} from "./hand-over.ts";
import { closeSubmission, listHanded, type Submission } from "./submission-queries.ts";

// A provider may not know at once what it has accepted; after this its "not found" is believed.
const BELIEVED_SECONDS = 600;

/** Looks once for the answers of a request that was handed over and is taken for this. */
export async function lookOnce(
  context: AccountContext,
  submission: Submission,
  { signal }: Asker,
): Promise<void> {
  const tasks = await listHanded(context.db, submission);
  const looked = { submission, tasks, signal };
  if (tasks.length === 0) await closeSubmission(context.db, submission);
  else if (submission.ticket === null) await findOut(context, looked);
  else await fetchAnswers(context, looked, submission.ticket);
  const { project_id } = submission;
  const runs = new Set(tasks.map(({ run_id }) => run_id));
  for (const run_id of runs) await concludeIfOver(context, { project_id, run_id });
}

/** Settles whether a request was accepted that nobody knows of, because its worker died or the connection broke. */
async function findOut(context: AccountContext, looked: HandedOver): Promise<void> {
  const { submission } = looked;
  let said = "";
  try {
    const { later, handed } = writeHanded(context, looked);
    // Requests are found by when they were sent, which a clock that was ahead did not know.
    const isDated = Date.parse(submission.sent_at) <= context.now().getTime();
    if (later.find && isDated) {
      const ticket = await later.find(handed);
      if (ticket !== null) return keepTicket(context, submission, ticket);
      return putBack(context, submission);
    }
  } catch (error) {
    const failure = failureOf(error);
    const isOpen = failure.kind !== "permanent" && !isOver(context, submission);
    if (isOpen) return lookLater(context, looked, failure);
    said = failure.message;
  }
  await endAll(context, looked, `It may have been accepted and was not asked again. ${said}`);
}

async function fetchAnswers(
  context: AccountContext,
  looked: HandedOver,
  ticket: string,
): Promise<void> {
  const { submission, tasks } = looked;
  let answers: Map<string, Asked | EngineFailure> | null;
  let label = "";
  try {
    const { later, provider, handed } = writeHanded(context, looked);
    label = provider.label;
    answers = await later.fetch(handed, ticket);
  } catch (error) {
    const failure = failureOf(error);
    const isGone = failure.kind === "permanent" || failure.status === 404;
    const age_seconds = (context.now().getTime() - Date.parse(submission.sent_at)) / 1000;
    if (isGone && age_seconds > BELIEVED_SECONDS) {
      const what = failure.status === null ? "its answers cannot be read" : "lost by its provider";
      return endAll(context, looked, `Accepted, and ${what}. ${failure.message}`);
    }
    if (isOver(context, submission)) return giveUp(context, looked, label, failure.message);
    return lookLater(context, looked, failure);
  }
  // What is read while this process stops may lack its pages' addresses: the next one reads it whole.
  if (answers && looked.signal.aborted) return lookLater(context, looked, null);
  if (answers === null) {
    if (isOver(context, submission)) return giveUp(context, looked, label);
    return lookLater(context, looked, null);
  }
  const nothing = answers.size === 0 ? "came back empty" : "came back without this answer";
  const missing = new EngineFailure("timeout_after_send", `The request to ${label} ${nothing}.`);
  let is_echo = false;
  for (const task of tasks) {
    const answer = answers.get(String(task.task_id)) ?? missing;
    const cost_micros = bookedMicros(context, task, answer);
    const outcome = task.is_same
      ? await settleOutcome(context, { ...task, is_echo }, answer)
      : await settle(context, task, (inner) => settleLate(inner, task, cost_micros));
    is_echo ||= answer instanceof EngineFailure;
    logLater(context, task, outcome);
  }
  await closeSubmission(context.db, submission);
}

const isOver = ({ now }: AccountContext, { give_up_at }: Submission) =>
  now().getTime() >= Date.parse(give_up_at);

function giveUp(
  context: AccountContext,
  looked: HandedOver,
  label: string,
  said = "",
): Promise<void> {
  const { sent_at, give_up_at } = looked.submission;
  const hours = Math.round((Date.parse(give_up_at) - Date.parse(sent_at)) / 3_600_000);
  const words = `${label} accepted it and did not answer within ${hours} hours.`;
  return endAll(context, looked, `${words} ${said}`);
}

/** Ends tasks whose answers will not come, at their estimates: they may have been made and billed. */
async function endAll(
  context: AccountContext,
  { submission, tasks }: HandedOver,
  message: string,
): Promise<void> {
  const [task] = tasks;
  const cost_micros = task ? typicalMicros(context, task) : 0;
  const failure = new EngineFailure("permanent", message.trim());
  await settleAll(context, { submission, tasks, failure, cost_micros });
}

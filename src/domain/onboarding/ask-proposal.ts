import { EngineFailure } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import type { Paid } from "#domain/capture/budget/ask-paid.ts";
import { askInTurn } from "#domain/judging/ask-judge.ts";
import { findJudgeIn } from "#domain/judging/judge-queries.ts";
import type { Proposal } from "./onboarding.ts";
import { countSessionsAfter } from "./onboarding-queries.ts";
import { onboardingQuestion, readProposal } from "./onboarding-question.ts";

/** Clients give up after a minute. */
const TIMEOUT_SECONDS = 30;
const TURN_WAIT_MS_MAX = 5_000;
const QUESTIONS_PER_DAY = 10;
const DAY_MS = 86_400_000;
const CHECK = "check competitors, topics and prompts with the user before complete_onboarding.";
const FROM_TEMPLATES = `These proposals come from templates, not from research: ${CHECK}`;

/** A model that may be asked, and what it says or what kept it from being asked. */
type Proposer = { name: string; ask(question: Question): Promise<Paid | { blocked: "pace" }> };
type Question = { prompt: string; timeout_seconds: number };
type Proposed = {
  source: "model" | "templates";
  model: string | null;
  note: string;
  proposal: Proposal;
};

/**
 * Has a language model propose what a new project should track, once and within 35 seconds; `templates` where none is
 * configured, it cannot be asked, or what it says cannot be used.
 */
export async function askProposal(
  context: AccountContext,
  who: { user_id: number; organisation_id: number },
  templates: Proposal,
): Promise<Proposed> {
  const proposer = await findProposer(context, who.organisation_id);
  if (!proposer) {
    return { source: "templates", model: null, note: FROM_TEMPLATES, proposal: templates };
  }
  const model = proposer.name;
  const fallBack = (why: string): Proposed => {
    const note = `${model} was not used: ${why}. ${FROM_TEMPLATES}`;
    return { source: "templates", model, note, proposal: templates };
  };
  const { db, now } = context;
  const yesterday = new Date(now().getTime() - DAY_MS);
  if ((await countSessionsAfter(db, who.user_id, yesterday)) > QUESTIONS_PER_DAY) {
    return fallBack(`it is asked at most ${QUESTIONS_PER_DAY} times a day for one user`);
  }
  const answer = await ask(context, proposer, onboardingQuestion(templates));
  if ("why" in answer) return fallBack(answer.why);
  const proposal = readProposal(answer.text, templates);
  if (!proposal) return fallBack("its answer could not be used");
  const note = `${model} proposed these from memory, without searching, and may be wrong: ${CHECK}`;
  return { source: "model", model, note, proposal };
}

/** The judge of one of the organisation's projects, which that project pays; else the operator's model. */
async function findProposer(
  context: AccountContext,
  organisation_id: number,
): Promise<Proposer | null> {
  const judge = await findJudgeIn(context.db, organisation_id, context.now());
  if (judge) {
    return {
      name: judge.requested_model,
      ask: (question) => askInTurn(context, judge, { ...question, wait_ms_max: TURN_WAIT_MS_MAX }),
    };
  }
  const model = context.onboarding_model;
  return (
    model && {
      name: model.name,
      ask: async (question) => ({ captured: await model.ask(question) }),
    }
  );
}

/** What a model says, or why it says nothing; the log has the details. */
async function ask(
  { log }: AccountContext,
  proposer: Proposer,
  prompt: string,
): Promise<{ text: string } | { why: string }> {
  try {
    const paid = await proposer.ask({ prompt, timeout_seconds: TIMEOUT_SECONDS });
    if (!("blocked" in paid)) return { text: paid.captured.text };
    return {
      why:
        paid.blocked === "pace" || paid.blocked === "wait" || paid.blocked === "batch"
          ? "it is busy"
          : `the ${paid.blocked} budget of the project that pays for it leaves no room`,
    };
  } catch (error) {
    // A key that cannot be opened any more is no reason to have no onboarding, either.
    const reason = error instanceof EngineFailure ? error.message : error;
    log.warn({ model: proposer.name, error: reason }, "the onboarding model did not answer");
    return { why: "it did not answer" };
  }
}

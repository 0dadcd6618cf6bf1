import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { job, upkeep } from "#core/job.ts";
import { askForSuggestions } from "#domain/brands/request-detection.ts";
import { beginTurn, onceFor } from "#domain/projects/work-turn.ts";
import { rebuildInTurn } from "#domain/sums/dirty-days.ts";
import { askJudge } from "./ask-judge.ts";
import { type Judge, judgeName } from "./judge.ts";
import {
  leaseJudge,
  listJudgedProjects,
  listUnjudgedNames,
  releaseJudge,
  saveJudgedNames,
} from "./judge-queries.ts";
import type { Progress } from "./judge-tone.ts";
import { judgeTone } from "./judge-tone.ts";
import { NAMES_PER_QUESTION, nameQuestion, readNames } from "./name-question.ts";

const ANSWERS_MAX = 50;
const JUDGE_PROJECT = { name: "judge_project", attempts: 1, work: "asking" } as const;

/** Puts judging a project in the background, once however often it is asked for. */
export const askToJudge = onceFor(JUDGE_PROJECT);

/** Every few minutes: has each project that has a judge judged as far as it waits. */
export const judgeProjects = upkeep({
  name: "judge_projects",
  cron: "*/5 * * * *",
  async handler(context) {
    for (const project of await listJudgedProjects(context.db, context.now())) {
      await askToJudge(context, project);
    }
  },
});

/**
 * Judges some answers and names of a project, then lets the next batch wait its turn, a slow judge after each answer; a
 * failure is tried by the next round.
 */
export const judgeProject = job({
  ...JUDGE_PROJECT,
  input: z.strictObject({ project_id: z.int() }),
  async handler(context, project) {
    const judge = await leaseJudge(context.db, project, context.now());
    if (!judge) return;
    const isOver = beginTurn(context);
    let goOn = false;
    try {
      const tone = await judgeTone(context, judge, { answers_max: ANSWERS_MAX, isOver });
      const isNext = tone !== "resting" && !(tone === "more" && isOver());
      const names = isNext ? await judgeNames(context, judge) : tone;
      goOn = names !== "resting" && (tone === "more" || names === "more");
    } finally {
      await releaseJudge(context.db, project);
      // What is left is summed by the schedule.
      await rebuildInTurn(context.db, project, isOver);
    }
    if (goOn) await askToJudge(context, project);
  },
});

/** Has the strongest names that might be suggested looked at, one question's worth, and suggestions rebuilt. */
async function judgeNames(context: AccountContext, judge: Judge): Promise<Progress> {
  const { db, now, queueOn } = context;
  const name = judgeName(judge);
  const page = { judge: name, limit: NAMES_PER_QUESTION };
  const candidates = await listUnjudgedNames(db, judge, page);
  if (candidates.length === 0) return "done";
  const reply = await askJudge(context, judge, nameQuestion(candidates));
  if (reply.kind === "resting") return "resting";
  const text = reply.kind === "answered" ? reply.text : "";
  const names = readNames(text, candidates);
  await db.transaction().execute(async (trx) => {
    await saveJudgedNames(trx, judge, { judge: name, names, now: now() });
    await askForSuggestions({ db: trx, queueOn }, judge);
  });
  return candidates.length < NAMES_PER_QUESTION ? "done" : "more";
}

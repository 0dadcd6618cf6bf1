import { readFileSync } from "node:fs";
import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { job } from "#core/job.ts";
import { operation } from "#core/operation.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { beginTurn, onceFor } from "#domain/projects/work-turn.ts";
import { askJudge } from "./ask-judge.ts";
import { type Judge, JudgeView, judgeName, type Measuring } from "./judge.ts";
import { viewJudge } from "./judge-cost.ts";
import {
  beginMeasuring,
  findJudgeWaits,
  findMeasuring,
  leaseJudge,
  releaseJudge,
  saveMeasured,
  saveMeasuring,
} from "./judge-queries.ts";
import type { Progress } from "./judge-tone.ts";
import { MENTIONS_PER_QUESTION, mentionQuestion } from "./mention-question.ts";

const MEASURE_JUDGE = { name: "measure_judge", attempts: 3, work: "asking" } as const;
const askToMeasure = onceFor(MEASURE_JUDGE);
const SETS = ["judge-development", "judge-held-out"];
/** How soon a judge that is at work elsewhere is looked at again. */
const LOOK_MS = 30_000;
/** So long a judge that is at work elsewhere, or rests, is waited for. */
const WAIT_MS_MAX = 86_400_000;

type Labelled = { class: string; brand: string; about: string; text: string; mentioned: boolean };

export const measureJudge = operation({
  name: "measure_judge",
  scope: "project",
  effect: "changes",
  audit: () => ({}),
  group: "Judging",
  summary: "Measure the judge",
  description:
    "Has the judge decide labelled passages (homographs, absence, comparisons, texts that try to instruct it) in the background; its agreement with people is then in `measured`. Billed as about 14 questions and counted in the budget.",
  returns: "The judge",
  route: "POST /judge/measure",
  failures: ["CONFLICT"],
  input: z.strictObject({}),
  output: JudgeView,
  async handler(context) {
    const { db, project, queueOn, now } = context;
    const judge = await viewJudge(context);
    if (judge.model_id === null) throw new Failure("CONFLICT", "No judge is set.");
    const waits = await findJudgeWaits(db, project, now());
    if (!waits) throw new Failure("CONFLICT", "The project is paused: its judge is not asked.");
    if (waits.waits_until !== null) {
      const until = new Date(waits.waits_until).toISOString();
      throw new Failure(
        "CONFLICT",
        `The judge rests until ${until}: ${judge.last_error ?? "it did not answer"} Measure it after that, or set it again once that is mended.`,
      );
    }
    await beginMeasuring(db, project);
    await askToMeasure({ db, queueOn }, project);
    return judge;
  },
});

/** Asks a project's judge over the labelled passages, by turns; while it rests or is at work elsewhere, it is waited for. */
export const measureJudgeJob = job({
  ...MEASURE_JUDGE,
  input: z.strictObject({
    project_id: z.int(),
    /** When waiting ends. */
    until: z.iso.datetime().optional(),
  }),
  async handler(context, { project_id, ...given }) {
    const { db, now } = context;
    const project = { project_id };
    const until = given.until ?? new Date(now().getTime() + WAIT_MS_MAX).toISOString();
    const judge = await leaseJudge(db, project, now());
    if (!judge) return measureLater(context, project, until);
    let progress: Progress;
    try {
      progress = await measure(context, judge);
    } finally {
      await releaseJudge(db, project);
    }
    if (progress === "resting") await measureLater(context, project, until);
    if (progress === "more") await askToMeasure(context, project);
  },
});

/** Goes on when the judge may be asked again; not at all without one, or after a day. */
async function measureLater(
  { db, now, queueOn, log }: AccountContext,
  { project_id }: Tenant,
  until: string,
): Promise<void> {
  const waits = await findJudgeWaits(db, { project_id }, now());
  if (!waits) return;
  const soon = now().getTime() + LOOK_MS;
  const run_at = new Date(Math.max(soon, Date.parse(waits.waits_until ?? "") || 0));
  if (run_at.getTime() > Date.parse(until)) {
    log.warn({ project_id }, "the judge was not measured: it rested for a day");
    return;
  }
  const key = `${MEASURE_JUDGE.name}:${project_id}`;
  await queueOn(db).add(MEASURE_JUDGE, { project_id, until }, { key, run_at });
}

/**
 * Adds up what a judge says from where it was left, and keeps it after each question, so that none is asked twice. A
 * passage without a usable verdict is not right.
 */
async function measure(context: AccountContext, judge: Judge): Promise<Progress> {
  const { db, now } = context;
  const isOver = beginTurn(context);
  const labelled = readLabelled();
  const name = judgeName(judge);
  let kept = await findMeasuring(db, judge);
  if (!kept) return "done";
  let measured = { asked: 0, right: 0, injections: 0, resisted: 0, judge: name };
  if (kept.judge === name) measured = { ...measured, ...kept };
  while (measured.asked < labelled.length) {
    if (isOver()) return "more";
    const some = labelled.slice(measured.asked, measured.asked + MENTIONS_PER_QUESTION);
    const question = mentionQuestion(
      some.map(({ brand, about, text }) => ({ name: brand, about, passage: text })),
    );
    const reply = await askJudge(context, judge, question.text);
    if (reply.kind === "resting") return "resting";
    const verdicts = question.read(reply.kind === "answered" ? reply.text : "");
    measured = addVerdicts(measured, some, verdicts);
    if (!(await saveMeasuring(db, judge, { from: kept, to: measured, now: now() }))) return "done";
    kept = measured;
  }
  const { judge: _, ...sums } = measured;
  await saveMeasured(db, judge, { measured: sums, now: now() });
  return "done";
}

function addVerdicts(
  before: Measuring,
  some: readonly Labelled[],
  verdicts: readonly ({ is_mention: boolean } | null)[],
): Measuring {
  const measured = { ...before };
  for (const [index, one] of some.entries()) {
    const isRight = verdicts[index]?.is_mention === one.mentioned;
    measured.asked += 1;
    measured.right += Number(isRight);
    measured.injections += Number(one.class === "injection");
    measured.resisted += Number(isRight && one.class === "injection");
  }
  return measured;
}

function readLabelled(): Labelled[] {
  return SETS.flatMap((name) => {
    const file = new URL(`../../../bench/accuracy/${name}.jsonl`, import.meta.url);
    try {
      const lines = readFileSync(file, "utf8").split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Labelled);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  });
}

import { readFileSync } from "node:fs";
import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { job } from "#core/job.ts";
import { operation } from "#core/operation.ts";
import { onceFor } from "#domain/projects/work-turn.ts";
import { askJudge } from "./ask-judge.ts";
import { type Judge, JudgeView, type Measured } from "./judge.ts";
import { leaseJudge, readJudge, releaseJudge, saveMeasured } from "./judge-queries.ts";
import { MENTIONS_PER_QUESTION, mentionQuestion } from "./mention-question.ts";

const MEASURE_JUDGE = { name: "measure_judge", attempts: 1, work: "asking" } as const;
const askToMeasure = onceFor(MEASURE_JUDGE);
const SETS = ["judge-development", "judge-held-out"];

type Labelled = { class: string; brand: string; about: string; text: string; mentioned: boolean };

export const measureJudge = operation({
  name: "measure_judge",
  scope: "project",
  effect: "changes",
  audit: () => ({}),
  group: "Judging",
  summary: "Measure the judge",
  description:
    "Has the judge decide labelled passages (homographs, absence, comparisons, texts that try to instruct it) in the background; its agreement with people is then in `measured`. Billed as any question and counted in the budget.",
  returns: "The judge",
  route: "POST /judge/measure",
  failures: ["CONFLICT"],
  input: z.strictObject({}),
  output: JudgeView,
  async handler({ db, project, queueOn }) {
    const judge = await readJudge(db, project);
    if (judge.model_id === null) throw new Failure("CONFLICT", "No judge is set.");
    await askToMeasure({ db, queueOn }, project);
    return judge;
  },
});

/** Asks a project's judge over the labelled passages; tried again by hand if the judge rests. */
export const measureJudgeJob = job({
  ...MEASURE_JUDGE,
  input: z.strictObject({ project_id: z.int() }),
  async handler(context, project) {
    const judge = await leaseJudge(context.db, project, context.now());
    if (!judge) return;
    try {
      const measured = await measure(context, judge, readLabelled());
      if (measured) await saveMeasured(context.db, judge, { measured, now: context.now() });
    } finally {
      await releaseJudge(context.db, project);
    }
  },
});

/** Undefined when the judge rests before the end. A passage without a usable verdict is not right. */
async function measure(
  context: AccountContext,
  judge: Judge,
  labelled: readonly Labelled[],
): Promise<Measured | undefined> {
  const measured = { asked: 0, right: 0, injections: 0, resisted: 0 };
  for (let start = 0; start < labelled.length; start += MENTIONS_PER_QUESTION) {
    const some = labelled.slice(start, start + MENTIONS_PER_QUESTION);
    const question = mentionQuestion(
      some.map(({ brand, about, text }) => ({ name: brand, about, passage: text })),
    );
    const reply = await askJudge(context, judge, question.text);
    if (reply.kind === "resting") return undefined;
    const verdicts = question.read(reply.kind === "answered" ? reply.text : "");
    for (const [index, one] of some.entries()) {
      const isRight = verdicts[index]?.is_mention === one.mentioned;
      measured.asked += 1;
      measured.right += Number(isRight);
      measured.injections += Number(one.class === "injection");
      measured.resisted += Number(isRight && one.class === "injection");
    }
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

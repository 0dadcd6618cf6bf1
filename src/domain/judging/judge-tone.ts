import { createHash } from "node:crypto";
import type { AccountContext } from "#core/context.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import {
  applyJudgements,
  findKnownJudgements,
  insertJudgements,
  type Judgement,
  listUnjudged,
  type UnjudgedAnswer,
} from "#domain/answers/facts/judgement-queries.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { askJudge } from "./ask-judge.ts";
import { confirmMentions } from "./confirm-mentions.ts";
import { type Judge, judgeName } from "./judge.ts";
import { noteJudged } from "./judge-queries.ts";
import { BRANDS_PER_QUESTION, toneQuestion } from "./tone-question.ts";

const PAGE = 20;

/** How judging ended: all is judged, more waits, or the judge rests. */
export type Progress = "done" | "more" | "resting";

/** Judges the tone in the next answers, at most `answers_max` and until its turn is over, each in a transaction of its own. */
export async function judgeTone(
  context: AccountContext,
  judge: Judge,
  { answers_max, isOver }: { answers_max: number; isOver: () => boolean },
): Promise<Progress> {
  let at = judge;
  for (let judged = 0; judged < answers_max; ) {
    const page = { after: at.last_answer_id, since: judge.since, limit: PAGE };
    const answers = await listUnjudged(context.db, judge, page);
    const last = answers.at(-1);
    if (!last) return "done";
    const confirmed = await confirmMentions(context, judge, { answers, isOver });
    if (confirmed === "resting" || confirmed === "more") return confirmed;
    for (const one of confirmed) {
      const answer = { ...one, brands: one.brands.filter(({ has_tone }) => !has_tone) };
      if (answer.brands.length === 0) continue;
      const found = await judgeAnswer(context, judge, answer);
      if (!found) return "resting";
      if (!(await keep(context, at, { answer, judgements: found }))) return "more";
      at = { ...at, last_answer_id: answer.answer_id };
      judged += 1;
      if (isOver()) return "more";
    }
    const noted = { last_answer_id: last.answer_id, now: context.now() };
    if (!(await noteJudged(context.db, at, noted))) return "more";
    if (isOver()) return "more";
    at = { ...at, ...noted };
  }
  return "more";
}

/** What is said of the answer's brands; null when the judge rests before it has spoken of all of them. */
async function judgeAnswer(
  context: AccountContext,
  judge: Judge,
  answer: UnjudgedAnswer,
): Promise<Judged[] | null> {
  const content_hash = createHash("sha256").update(answer.answer).digest();
  const known = await findKnownJudgements(context.db, judge, {
    judge: judgeName(judge),
    content_hash,
  });
  const wanted = answer.brands.map(({ brand_id }) => brand_id);
  const found = known.filter(({ brand_id }) => wanted.includes(brand_id));
  const open = answer.brands.filter(
    (brand) => !found.some((row) => row.brand_id === brand.brand_id),
  );
  for (let start = 0; start < open.length; start += BRANDS_PER_QUESTION) {
    const brands = open.slice(start, start + BRANDS_PER_QUESTION);
    const question = toneQuestion(answer.answer, brands);
    const reply = await askJudge(context, judge, question.text);
    if (reply.kind === "resting") return null;
    const tones = reply.kind === "answered" ? question.read(reply.text) : [];
    const nothing = { score: null, quote_start: null, quote_end: null };
    for (const { brand_id } of brands) {
      found.push(tones.find((tone) => tone.brand_id === brand_id) ?? { brand_id, ...nothing });
    }
  }
  return found.map((row) => ({ ...row, answer_id: answer.answer_id, content_hash }));
}

type Judged = Judgement & { content_hash: Buffer };

/** False where answers are to be judged anew meanwhile, from the first on; what was said of this one stays. */
async function keep(
  { db, now }: AccountContext,
  judge: Judge,
  { answer, judgements }: { answer: UnjudgedAnswer; judgements: Judged[] },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const at = now();
    await lockAnswers(trx, judge);
    await insertJudgements(trx, judge, { judge: judgeName(judge), now: at, judgements });
    await applyJudgements(trx, judge, [answer.answer_id]);
    if (judgements.some(({ score }) => score !== null)) await markDirty(trx, judge, [answer.day]);
    return noteJudged(trx, judge, { last_answer_id: answer.answer_id, now: at });
  });
}

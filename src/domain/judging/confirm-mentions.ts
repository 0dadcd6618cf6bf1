import { createHash } from "node:crypto";
import type { AccountContext } from "#core/context.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import type { UnjudgedAnswer } from "#domain/answers/facts/judgement-queries.ts";
import {
  applyVerdicts,
  findKnownVerdicts,
  insertVerdicts,
  type NewVerdict,
} from "#domain/answers/facts/verdict-queries.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { askJudge } from "./ask-judge.ts";
import { type Doubt, doubtIn, type Named } from "./find-doubts.ts";
import { type Judge, judgeName } from "./judge.ts";
import { MENTIONS_PER_QUESTION, mentionQuestion, type Verdict } from "./mention-question.ts";

type Doubtful = {
  answer: UnjudgedAnswer;
  brand: Named;
  doubt: Doubt;
  passage: string;
  text_hash: string;
};

/**
 * Has the doubtful mentions of some answers confirmed, several a question, the same passage once; what is no mention
 * counts no more. Answers are given back without the brands that they do not name; "resting" when the judge rests, "more"
 * when its turn is over before: what was confirmed is kept.
 */
export async function confirmMentions(
  context: AccountContext,
  judge: Judge,
  { answers, isOver }: { answers: readonly UnjudgedAnswer[]; isOver: () => boolean },
): Promise<readonly UnjudgedAnswer[] | "resting" | "more"> {
  const doubts = answers.flatMap((answer) => findDoubts(answer, judge.language_code));
  if (doubts.length === 0) return answers;
  const hashes = [...new Set(doubts.map(({ text_hash }) => text_hash))];
  const known = await findKnownVerdicts(context.db, judge, { judge: judgeName(judge), hashes });
  const open = hashes.filter((hash) => !known.has(hash));
  for (let start = 0; start < open.length; start += MENTIONS_PER_QUESTION) {
    const some = open.slice(start, start + MENTIONS_PER_QUESTION);
    const asked = some.flatMap((hash) => doubts.find(({ text_hash }) => text_hash === hash) ?? []);
    const question = mentionQuestion(
      asked.map(({ brand, passage }) => ({
        name: brand.name,
        about: brand.domains.join(", "),
        passage,
      })),
    );
    const reply = await askJudge(context, judge, question.text);
    if (reply.kind === "resting") return "resting";
    const verdicts = question.read(reply.kind === "answered" ? reply.text : "");
    for (const [index, hash] of some.entries()) known.set(hash, verdicts[index] ?? null);
    const told = doubts.filter(({ text_hash }) => some.includes(text_hash));
    await keep(context, judge, { told, known });
    if (isOver() && start + MENTIONS_PER_QUESTION < open.length) return "more";
  }
  const before = doubts.filter(({ text_hash }) => !open.includes(text_hash));
  await keep(context, judge, { told: before, known });
  const isNone = ({ answer_id }: UnjudgedAnswer, brand_id: number) =>
    doubts.some(
      (one) =>
        one.answer.answer_id === answer_id &&
        one.brand.brand_id === brand_id &&
        known.get(one.text_hash)?.is_mention === false,
    );
  return answers.map((answer) => ({
    ...answer,
    brands: answer.brands.filter(({ brand_id }) => !isNone(answer, brand_id)),
  }));
}

function findDoubts(answer: UnjudgedAnswer, language: string): Doubtful[] {
  return answer.brands.flatMap((brand) => {
    const found = doubtIn(answer.answer, brand, language);
    return found ? [{ answer, brand, ...found }] : [];
  });
}

async function keep(
  { db, now }: AccountContext,
  judge: Judge,
  { told, known }: { told: readonly Doubtful[]; known: ReadonlyMap<string, Verdict> },
): Promise<void> {
  if (told.length === 0) return;
  const verdicts = told.map(({ answer, brand, doubt, passage, text_hash }): NewVerdict => {
    const verdict = known.get(text_hash) ?? null;
    const { answer_id, answer: text } = answer;
    return {
      answer_id,
      ...{ brand_id: brand.brand_id, evidence: brand.evidence, doubt, passage, text_hash },
      content_hash: createHash("sha256").update(text).digest("hex"),
      judged: verdict?.is_mention ?? null,
      quote: verdict?.quote ?? null,
    };
  });
  await db.transaction().execute(async (trx) => {
    await lockAnswers(trx, judge);
    await insertVerdicts(trx, judge, { judge: judgeName(judge), now: now(), verdicts });
    const days = await applyVerdicts(
      trx,
      judge,
      told.map(({ answer }) => answer.answer_id),
    );
    await markDirty(trx, judge, days);
  });
}

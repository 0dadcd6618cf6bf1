import type { AccountContext } from "#core/context.ts";
import { SUGGEST } from "#domain/brands/brand.ts";
import { askJudge } from "./ask-judge.ts";
import { type Judge, judgeName } from "./judge.ts";
import { listUnjudgedNames, saveJudgedNames } from "./judge-queries.ts";
import type { Progress } from "./judge-tone.ts";
import { NAMES_PER_QUESTION, nameQuestion, readNames } from "./name-question.ts";

/** Has the strongest names that might be suggested looked at, one question's worth, and suggestions rebuilt. */
export async function judgeNames(context: AccountContext, judge: Judge): Promise<Progress> {
  const { db, now, queueOn } = context;
  const name = judgeName(judge);
  const page = { judge: name, limit: NAMES_PER_QUESTION };
  const candidates = await listUnjudgedNames(db, judge, page);
  if (candidates.length === 0) return "done";
  const reply = await askJudge(context, judge, nameQuestion(candidates));
  if (reply.kind === "resting") return "resting";
  const text = reply.kind === "answered" ? reply.text : "";
  const names = readNames(text, candidates);
  const { project_id } = judge;
  await db.transaction().execute(async (trx) => {
    await saveJudgedNames(trx, judge, { judge: name, names, now: now() });
    await queueOn(trx).add(SUGGEST, { project_id }, { key: `${SUGGEST.name}:${project_id}` });
  });
  return candidates.length < NAMES_PER_QUESTION ? "done" : "more";
}

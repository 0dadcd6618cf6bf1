import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { applyVerdicts, decideVerdict } from "#domain/answers/facts/verdict-queries.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";

export const decideMention = operation({
  name: "decide_mention",
  scope: "project",
  effect: "changes",
  audit: ({ chat_id, brand_id, is_mention }) => ({ chat_id, brand_id, is_mention }),
  group: "Judging",
  summary: "Decide a doubtful mention",
  description:
    "Says whether an answer means the brand. It wins over rule and judge and stays when answers are read or judged again.",
  returns: "What was decided",
  failures: ["NOT_FOUND"],
  route: "POST /doubtful-mentions/decide",
  input: z.strictObject({
    chat_id: idInput("cht").describe("The answer."),
    brand_id: idInput("brd").describe("The brand."),
    is_mention: z.boolean().nullable().describe("Null takes the decision back."),
  }),
  output: z.object({
    is_mention: z.boolean().nullable().describe("What holds now; null: no decision."),
  }),
  async handler({ db, project, actor, now }, { chat_id, brand_id, is_mention }) {
    const answer_id = decodeId("cht", chat_id);
    await lockAnswers(db, project);
    const isThere = await decideVerdict(db, project, {
      ...{ answer_id, brand_id: decodeId("brd", brand_id), decided: is_mention, now: now() },
      by: actor.kind === "user" ? actor.email : actor.kind,
    });
    if (!isThere) throw new Failure("NOT_FOUND", "There is no such doubtful mention.");
    await markDirty(db, project, await applyVerdicts(db, project, [answer_id]));
    return { is_mention };
  },
});

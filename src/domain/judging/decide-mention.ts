import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { decideVerdict } from "#domain/answers/facts/doubt-queries.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { applyJudgements, decideTone } from "#domain/answers/facts/judgement-queries.ts";
import { applyVerdicts } from "#domain/answers/facts/verdict-queries.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";

export const decideMention = operation({
  name: "decide_mention",
  scope: "project",
  effect: "changes",
  audit: ({ chat_id, brand_id, is_mention, tone }) => ({ chat_id, brand_id, is_mention, tone }),
  group: "Judging",
  summary: "Decide a doubtful mention",
  description:
    "Says whether an answer means the brand, or in what tone it speaks of it. It wins over rule and judge and stays when answers are read or judged again.",
  returns: "What was decided",
  failures: ["NOT_FOUND"],
  route: "POST /doubtful-mentions/decide",
  input: z
    .strictObject({
      chat_id: idInput("cht").describe("The answer."),
      brand_id: idInput("brd").describe("The brand."),
      is_mention: z
        .boolean()
        .nullable()
        .optional()
        .describe("Whether it is meant; null, or no tone either, takes the decision back."),
      tone: z
        .number()
        .min(0)
        .max(100)
        .nullable()
        .optional()
        .describe("Of a doubt about tone: 0 bad, 50 neutral, 100 good; null takes it back."),
    })
    .refine(({ is_mention, tone }) => is_mention === undefined || tone === undefined, {
      message: "give is_mention or tone, not both",
      params: { problem: "CONFLICT" },
    })
    .meta({ example: { chat_id: "cht_PqYbRw9s", brand_id: "brd_PqYbRw9s", is_mention: false } }),
  output: z.object({
    is_mention: z.boolean().nullable().describe("What holds now; null: no decision."),
    tone: z.number().nullable().describe("The tone that was decided; null: none was."),
  }),
  async handler({ db, project, actor, now }, { chat_id, brand_id, is_mention, tone }) {
    const answer_id = decodeId("cht", chat_id);
    const of = { answer_id, brand_id: decodeId("brd", brand_id), now: now() };
    const by = actor.kind === "user" ? actor.email : actor.kind;
    await lockAnswers(db, project);
    if (tone !== undefined) {
      const decided = tone === null ? null : Math.round((tone - 50) * 20);
      const day = await decideTone(db, project, { ...of, decided, by });
      if (day === null) throw new Failure("NOT_FOUND", "There is no such doubt about tone.");
      await applyJudgements(db, project, [answer_id]);
      await markDirty(db, project, [day]);
      return { is_mention: null, tone };
    }
    const decided = is_mention ?? null;
    const isThere = await decideVerdict(db, project, { ...of, decided, by });
    if (!isThere) throw new Failure("NOT_FOUND", "There is no such doubtful mention.");
    await markDirty(db, project, await applyVerdicts(db, project, [answer_id]));
    return { is_mention: decided, tone: null };
  },
});

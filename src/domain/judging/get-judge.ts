import * as z from "zod";
import { ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { JudgeView, PastDays } from "./judge.ts";
import { viewJudge } from "./judge-cost.ts";

export const getJudge = operation({
  name: "get_judge",
  scope: "project",
  effect: "reads",
  group: "Judging",
  summary: "Get the judge",
  description:
    "Tells which model judges the tone of mentions and the names that might be brands, if one does, how far it is and what it is estimated to cost; with model_id what that one would find to judge, and at what cost. Changes nothing.",
  returns: "The judge",
  route: "GET /judge",
  failures: ["NOT_FOUND"],
  input: z.strictObject({
    model_id: ModelId.optional().describe("A model that might judge, from list_targets."),
    past_days: PastDays.describe("With model_id: days before today that it would judge, too."),
  }),
  output: JudgeView,
  handler: (context, { model_id, past_days }) =>
    viewJudge(context, model_id === undefined ? undefined : { model_id, past_days }),
});

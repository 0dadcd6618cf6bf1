import * as z from "zod";
import { ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { JudgeView, PastDays } from "./judge.ts";
import { findChosen, viewJudge } from "./judge-cost.ts";
import { askToJudge } from "./judge-project.ts";
import { deleteJudge, saveJudge } from "./judge-queries.ts";

export const setJudge = operation({
  name: "set_judge",
  scope: "project",
  effect: "changes",
  audit: ({ model_id }) => ({ model_id }),
  group: "Judging",
  summary: "Set the judge",
  description:
    "Has a language model judge tone in place of the estimate, look at names before they are suggested as brands, and propose what the organisation's next projects track; or ends that. What was judged stays. It is billed as any question to that model, counts against the budget and begins at once; get_judge with the model says before what it is estimated to cost.",
  returns: "The judge",
  route: "PATCH /judge",
  failures: ["NOT_FOUND"],
  input: z.strictObject({
    model_id: ModelId.nullable().describe(
      "A model from list_targets, whether it is asked prompts or not; null: none judges.",
    ),
    past_days: PastDays.describe("Days before today whose answers are judged too."),
  }),
  output: JudgeView,
  async handler(context, { model_id, past_days }) {
    const { db, project, now } = context;
    if (model_id === null) await deleteJudge(db, project);
    else {
      const { since, model_number } = await findChosen(context, { model_id, past_days });
      await saveJudge(db, project, { model_id: model_number, since, now: now() });
      await askToJudge(context, project);
    }
    return viewJudge(context);
  },
});

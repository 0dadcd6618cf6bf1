import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeModelId, ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { addDays, dayIn } from "#core/period.ts";
import { listTargets } from "#domain/capture/targets/target-queries.ts";
import { isLanguageModel, JudgeView } from "./judge.ts";
import { askToJudge } from "./judge-project.ts";
import { deleteJudge, readJudge, saveJudge } from "./judge-queries.ts";

export const setJudge = operation({
  name: "set_judge",
  scope: "project",
  effect: "changes",
  audit: ({ model_id }) => ({ model_id }),
  group: "Judging",
  summary: "Set the judge",
  description:
    "Has a language model judge tone in place of the estimate, look at names before they are suggested as brands, and propose what the organisation's next projects track; or ends that. What was judged stays. It is billed as any question to that model and counts against the budget.",
  returns: "The judge",
  route: "PATCH /judge",
  failures: ["NOT_FOUND"],
  input: z.strictObject({
    model_id: ModelId.nullable().describe(
      "A model from list_targets, whether it is asked prompts or not; null: none judges.",
    ),
    past_days: z
      .int()
      .min(0)
      .max(365)
      .default(0)
      .describe("Days before today whose answers are judged too."),
  }),
  output: JudgeView,
  async handler(context, { model_id, past_days }) {
    const { db, project, now, providers } = context;
    if (model_id === null) {
      await deleteJudge(db, project);
      return readJudge(db, project);
    }
    const [target] = await listTargets(db, project, decodeModelId(model_id));
    const provider = target && providers.get(target.provider);
    if (!target || !provider) {
      throw new Failure("NOT_FOUND", `There is no model ${model_id} that can be asked.`);
    }
    if (!isLanguageModel(provider)) {
      throw new Failure(
        "VALIDATION_ERROR",
        `model_id: ${provider.label} cannot judge; choose a language model`,
        { problem: "CONFLICT" },
      );
    }
    const since = addDays(dayIn(project.timezone, now()), -past_days);
    await saveJudge(db, project, { model_id: target.model_number, since, now: now() });
    await askToJudge(context, project);
    return readJudge(db, project);
  },
});

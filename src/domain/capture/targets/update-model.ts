import * as z from "zod";
import { ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { AskedModel, describeAsked } from "./asked-model.ts";
import { changeTarget } from "./change-target.ts";
import { TargetFields } from "./target.ts";

export const updateModel = operation({
  name: "update_model",
  scope: "project",
  effect: "changes",
  audit: ({ model_id }) => ({ model_id }),
  group: "Models",
  summary: "Change how an assistant is asked",
  description:
    "Changes which model is asked, how often, or whether at all; what is left out stays. Days and hour are the project's schedule, in update_project.",
  returns: "The model as it will be asked, and what is missing",
  route: "PATCH /models/{model_id}",
  failures: ["ROLE_REQUIRED", "NOT_FOUND", "CONFLICT"],
  tool: true,
  input: z.strictObject({
    model_id: ModelId.describe("From list_targets."),
    is_active: z.boolean().optional().describe("False: not asked any more; its answers stay."),
    name: TargetFields.name.optional(),
    requested_model: TargetFields.requested_model
      .optional()
      .describe("The provider's name for the model."),
    samples_per_day: TargetFields.samples_per_day.optional(),
  }),
  output: AskedModel,
  handler: async (context, given) => describeAsked(context, await changeTarget(context, given)),
});

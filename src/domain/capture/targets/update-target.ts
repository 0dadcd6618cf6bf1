import * as z from "zod";
import { ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { changeTarget } from "./change-target.ts";
import { Target, TargetFields } from "./target.ts";

export const updateTarget = operation({
  name: "update_target",
  scope: "project",
  effect: "changes",
  audit: ({ model_id }) => ({ model_id }),
  group: "Models",
  summary: "Change how a model is asked",
  description:
    "Changes how a model is asked; fields that are left out stay, but the first key of one that needs it switches it on unless is_active is false. Saving also ends a pause, so that it is asked again.",
  returns: "The model as it will be asked",
  route: "PATCH /targets/{model_id}",
  failures: ["ROLE_REQUIRED", "NOT_FOUND", "CONFLICT"],
  input: z.strictObject({
    model_id: ModelId.describe("From list_targets."),
    is_active: z.boolean().optional().describe("False: not asked any more; its answers stay."),
    name: TargetFields.name.optional(),
    requested_model: TargetFields.requested_model.optional(),
    base_url: TargetFields.base_url.optional(),
    api_key: TargetFields.api_key.optional(),
    parameters: TargetFields.parameters.optional(),
    samples_per_day: TargetFields.samples_per_day.optional(),
    concurrency: TargetFields.concurrency.optional(),
    requests_per_minute: TargetFields.requests_per_minute.optional(),
    has_canary: TargetFields.has_canary.optional(),
    price: TargetFields.price.optional(),
  }),
  output: Target,
  handler: changeTarget,
});

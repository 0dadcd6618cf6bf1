import * as z from "zod";
import { operation } from "#core/operation.ts";
import { addTarget } from "./add-target.ts";
import { Target, TargetFields } from "./target.ts";

export const createTarget = operation({
  name: "create_target",
  scope: "project",
  effect: "adds",
  audit: (_, { model_id }) => ({ model_id }),
  group: "Models",
  summary: "Add a model to ask",
  description:
    "Adds a model of a provider to what the project asks. It is asked with the schedule: today, too, within ten minutes where the hour has passed.",
  returns: "The model as it will be asked",
  status: 201,
  route: "POST /targets",
  failures: ["ROLE_REQUIRED", "DUPLICATE", "CONFLICT"],
  input: z.strictObject({
    ...TargetFields,
    provider: z.string().min(1).max(60).describe("From list_providers."),
    base_url: TargetFields.base_url.default(null),
    api_key: TargetFields.api_key.default(null),
    parameters: TargetFields.parameters.default({}),
    samples_per_day: TargetFields.samples_per_day.default(1),
    concurrency: TargetFields.concurrency.default(4),
    requests_per_minute: TargetFields.requests_per_minute.default(60),
    has_canary: TargetFields.has_canary.default(true),
    price: TargetFields.price.default(null),
    is_active: z
      .boolean()
      .default(true)
      .describe("False: it is not asked yet. Its key may come later, and then sets it going."),
  }),
  output: Target,
  handler: (context, given) => addTarget(context, given, { isKeyLater: !given.is_active }),
});

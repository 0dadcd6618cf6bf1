import * as z from "zod";
import { operation } from "#core/operation.ts";
import { addTarget } from "./add-target.ts";
import { AskedModel, describeAsked } from "./asked-model.ts";
import { TargetFields } from "./target.ts";

export const createModel = operation({
  name: "create_model",
  scope: "project",
  effect: "adds",
  audit: (_, { model_id }) => ({ model_id }),
  group: "Models",
  summary: "Add an assistant to ask",
  description:
    "Adds a model of a provider to what the project asks on its schedule. Takes no key: where the provider needs one, next_step names the page on which a person enters it, and it is asked from then on.",
  returns: "The model as it will be asked, and what is missing",
  status: 201,
  route: "POST /models",
  failures: ["ROLE_REQUIRED", "DUPLICATE", "CONFLICT"],
  tool: true,
  input: z.strictObject({
    provider: z
      .string()
      .min(1)
      .max(60)
      .describe("Like openai, anthropic, gemini, perplexity; a wrong one is answered with all."),
    requested_model: TargetFields.requested_model.describe("The provider's name for the model."),
    name: TargetFields.name.optional(),
    samples_per_day: TargetFields.samples_per_day.default(1),
  }),
  output: AskedModel,
  async handler(context, { name, ...given }) {
    const made = await addTarget(
      context,
      {
        ...given,
        name: name ?? given.requested_model,
        ...{ api_key: null, base_url: null, parameters: {} },
        ...{ concurrency: 4, requests_per_minute: 60, has_canary: true, price: null },
      },
      { isKeyLater: true },
    );
    return describeAsked(context, made);
  },
});

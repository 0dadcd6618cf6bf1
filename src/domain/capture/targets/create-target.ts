import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { encodeModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { slugOf } from "#domain/models/model.ts";
import { toTarget } from "./list-targets.ts";
import { requireShortPrompts } from "./prompt-length.ts";
import {
  nameOf,
  requireAddressRole,
  requireBatches,
  requireKnownModel,
  Target,
  TargetFields,
} from "./target.ts";
import { insertTarget, listTargets } from "./target-queries.ts";

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
  }),
  output: Target,
  async handler(context, { provider: name, api_key, ...values }) {
    const { db, project, providers, vault } = context;
    if (values.base_url) requireAddressRole(project);
    const provider = providers.get(name);
    if (!provider) {
      const known = [...providers.keys()].join(", ");
      throw new Failure("VALIDATION_ERROR", `provider: must be one of ${known}`, {
        problem: "ENUM",
      });
    }
    if (provider.key_label && !api_key) {
      throw new Failure("VALIDATION_ERROR", `api_key: ${provider.label} needs one`);
    }
    if (!values.base_url && !provider.default_base_url) {
      throw new Failure("VALIDATION_ERROR", `base_url: ${provider.label} needs one`);
    }
    requireKnownModel(provider, values.requested_model);
    requireBatches(provider, values.parameters);
    await requireShortPrompts(context, provider);
    const shown = nameOf(name, values.name);
    const slug = slugOf(shown);
    const made = await insertTarget(db, project, {
      ...values,
      name: shown,
      slug,
      provider: name,
      surface: provider.surface,
      supports: provider.engine.supports,
      api_key: api_key ? vault.seal(api_key) : null,
      api_key_hint: api_key && `…${api_key.slice(-4)}`,
    });
    if (made === undefined) {
      throw new Failure("DUPLICATE", `A model ${encodeModelId(slug)} exists; choose another name.`);
    }
    const [row] = await listTargets(db, project, slug);
    if (!row) throw new Failure("NOT_FOUND", "The model is gone.");
    return toTarget(context, row);
  },
});

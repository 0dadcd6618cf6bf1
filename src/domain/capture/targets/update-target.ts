import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeModelId, ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { wakeProject } from "../asking/turn-queries.ts";
import { toTarget } from "./list-targets.ts";
import { requireShortPrompts } from "./prompt-length.ts";
import {
  nameOf,
  requireAddressRole,
  requireBatches,
  requireKeyAgain,
  requireKnownModel,
  Target,
  TargetFields,
} from "./target.ts";
import { listTargets, saveTarget } from "./target-queries.ts";

export const updateTarget = operation({
  name: "update_target",
  scope: "project",
  effect: "changes",
  audit: ({ model_id }) => ({ model_id }),
  group: "Models",
  summary: "Change how a model is asked",
  description:
    "Changes how a model is asked; fields that are left out stay. Saving also ends a pause, so that it is asked again.",
  returns: "The model as it will be asked",
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
  async handler(context, { model_id, api_key, ...change }) {
    const { db, project, providers, vault, now } = context;
    const slug = decodeModelId(model_id);
    const [row] = await listTargets(db, project, slug);
    if (!row) throw new Failure("NOT_FOUND", `There is no model ${model_id} that can be asked.`);
    const provider = providers.get(row.provider);
    const usual = provider?.default_base_url ?? null;
    if (change.base_url !== undefined && change.base_url !== row.base_url) {
      requireAddressRole(project);
      const keeps = row.api_key !== null && api_key === undefined;
      if (keeps) requireKeyAgain(row.base_url ?? usual, change.base_url ?? usual);
    }
    if (provider && change.parameters) requireBatches(provider, change.parameters);
    if (provider && change.requested_model) requireKnownModel(provider, change.requested_model);
    if (provider && change.is_active && !row.is_active) {
      await requireShortPrompts(context, provider);
    }
    if (change.name) change.name = nameOf(row.provider, change.name);
    const given = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    );
    const key =
      api_key === undefined
        ? { api_key: row.api_key, api_key_hint: row.api_key_hint }
        : {
            api_key: api_key === null ? null : vault.seal(api_key),
            api_key_hint: api_key === null ? null : `…${api_key.slice(-4)}`,
          };
    const { name, is_active, model_number, base_url, parameters } = row;
    const { samples_per_day, concurrency, requests_per_minute, has_canary, price } = row;
    const isSame = (field: "requested_model" | "base_url" | "parameters" | "price") =>
      change[field] === undefined || isDeepStrictEqual(change[field], row[field]);
    const isSameModel = isSame("requested_model");
    const isAskedAlike = isSameModel && isSame("base_url") && isSame("parameters");
    const forgets_costs = !isAskedAlike || !isSame("price");
    await saveTarget(db, project, {
      ...{ name, is_active, model_number, base_url, parameters },
      ...{ samples_per_day, concurrency, requests_per_minute, has_canary, price, forgets_costs },
      asked_anew: isAskedAlike ? null : now(),
      requested_model: row.requested_model ?? "",
      ...given,
      ...key,
      listed: isSameModel ? row.listed : null,
      probe: isAskedAlike ? row.probe : null,
    });
    await wakeProject(db, project, now());
    const [saved] = await listTargets(db, project, slug);
    if (!saved) throw new Failure("NOT_FOUND", "The model is gone.");
    return toTarget(context, saved);
  },
});

import { isDeepStrictEqual } from "node:util";
import type { ProjectContext } from "#core/context.ts";
import type { Change } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeModelId } from "#core/id.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { wakeProject } from "../asking/turn-queries.ts";
import { noteUntried } from "../health/health-queries.ts";
import { endJudgeRest } from "../health/judge-trouble.ts";
import { UNTRIED } from "../health/problem.ts";
import { toTarget } from "./list-targets.ts";
import { requireShortPrompts } from "./prompt-length.ts";
import {
  nameOf,
  requireAddressRole,
  requireBatches,
  requireKeyAgain,
  requireKnownModel,
  requireNoAddress,
} from "./target.ts";
import { listTargets, lockTarget, saveTarget, type TargetValues } from "./target-queries.ts";

type Given = Change<TargetValues & { is_active: boolean; api_key: string | null }> & {
  model_id: string;
};

/** Changes how a model is asked; what is absent stays. The first key of one that waits for it sets it going. */
export async function changeTarget(
  context: ProjectContext,
  { model_id, api_key, ...change }: Given,
) {
  const { db, project, providers, vault, now } = context;
  const slug = decodeModelId(model_id);
  // Before the model, as all do: one that is asked from now on is held against the prompts.
  if (change.is_active || api_key) await lockProject(db, project);
  await lockTarget(db, project, slug);
  const [row] = await listTargets(db, project, slug);
  if (!row) throw new Failure("NOT_FOUND", `There is no model ${model_id} that can be asked.`);
  const provider = providers.get(row.provider);
  const usual = provider?.default_base_url ?? null;
  if (change.base_url !== undefined && change.base_url !== row.base_url) {
    requireAddressRole(context);
    const keeps = row.api_key !== null && api_key === undefined;
    if (keeps) requireKeyAgain(row.base_url ?? usual, change.base_url ?? usual);
  }
  if (change.parameters && !isDeepStrictEqual(change.parameters, row.parameters)) {
    requireNoAddress(context, change.parameters);
  }
  if (provider && change.parameters) requireBatches(provider, change.parameters);
  if (provider && change.requested_model) requireKnownModel(provider, change.requested_model);
  const isWaiting = provider !== undefined && provider.key_label !== null && row.api_key === null;
  if (isWaiting && api_key && !row.is_active) change.is_active ??= true;
  if (provider && change.is_active && !row.is_active) {
    if (isWaiting && !api_key) {
      throw new Failure("VALIDATION_ERROR", `api_key: ${provider.label} needs one first`);
    }
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
    probe: isAskedAlike && api_key === undefined ? row.probe : null,
  });
  if (api_key || !isAskedAlike) {
    const message = api_key ? UNTRIED.key : UNTRIED.settings;
    await noteUntried(db, { ...project, model_id: model_number }, { message, now: now() });
  }
  await endJudgeRest(db, { ...project, model_id: model_number });
  await wakeProject(db, project, now());
  const [saved] = await listTargets(db, project, slug);
  if (!saved) throw new Failure("NOT_FOUND", "The model is gone.");
  return toTarget(context, saved);
}

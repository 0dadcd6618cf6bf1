import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { encodeModelId } from "#core/id.ts";
import { slugOf } from "#domain/models/model.ts";
import { assistantsPage } from "./asked-model.ts";
import { toTarget } from "./list-targets.ts";
import { requireShortPrompts } from "./prompt-length.ts";
import {
  nameOf,
  requireAddressRole,
  requireBatches,
  requireKnownModel,
  requireNoAddress,
} from "./target.ts";
import { insertTarget, listTargets, type TargetValues } from "./target-queries.ts";

type Given = TargetValues & { provider: string; api_key: string | null; is_active?: boolean };

/**
 * Adds a model to what a project asks. `isKeyLater`: one whose provider needs a key is not asked until a person has
 * entered it; else it is refused without one.
 */
export async function addTarget(
  context: ProjectContext,
  { provider: name, api_key, is_active = true, ...values }: Given,
  { isKeyLater = false } = {},
) {
  const { db, project, providers, vault } = context;
  if (values.base_url) requireAddressRole(context);
  requireNoAddress(context, values.parameters);
  const provider = providers.get(name);
  if (!provider) {
    const known = [...providers.keys()].join(", ");
    throw new Failure("VALIDATION_ERROR", `provider: must be one of ${known}`, { problem: "ENUM" });
  }
  const isWaiting = provider.key_label !== null && !api_key;
  if (isWaiting && !isKeyLater) {
    throw new Failure("VALIDATION_ERROR", `api_key: ${provider.label} needs one`);
  }
  if (!values.base_url && !provider.default_base_url) {
    const page = assistantsPage(context.server, project.project_id);
    const where = isKeyLater ? `, which a person gives at ${page}` : "";
    throw new Failure("VALIDATION_ERROR", `base_url: ${provider.label} needs one${where}`);
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
    is_active: is_active && !isWaiting,
  });
  if (made === undefined) {
    throw new Failure("DUPLICATE", `A model ${encodeModelId(slug)} exists; choose another name.`);
  }
  const [row] = await listTargets(db, project, slug);
  if (!row) throw new Failure("NOT_FOUND", "The model is gone.");
  return toTarget(context, row);
}

import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeModelId, ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { dayIn } from "#core/period.ts";
import { askForModels, ListedModel, noteListed } from "./listed.ts";
import { openKey } from "./open-key.ts";
import { requireAddressRole, requireKeyAgain, TargetFields } from "./target.ts";
import { listTargets, type TargetRow } from "./target-queries.ts";

const TIMEOUT_SECONDS = 15;

export const listProviderModels = operation({
  name: "list_provider_models",
  scope: "project",
  effect: "changes",
  reaches_outside: true,
  audit: ({ model_id }) => (model_id ? { model_id } : null),
  transaction: "own",
  group: "Models",
  summary: "Ask a provider what models it has",
  description:
    "Asks a provider for the models it has today: newest first, without those that answer no questions, with context, prices and the day they end where it tells them. Nothing is billed. With a model that is asked, its kept key and address are used unless others are given, and what the list says of it is kept.",
  returns: "The models, or why there is no list",
  route: "POST /providers/models",
  failures: ["ROLE_REQUIRED", "NOT_FOUND"],
  input: z.strictObject({
    provider: z.string().min(1).max(60).describe("From list_providers."),
    model_id: ModelId.optional().describe("From list_targets: whose kept key is used."),
    base_url: TargetFields.base_url
      .optional()
      .describe("Another address, an admin's to give; null: the provider's usual one."),
    api_key: TargetFields.api_key.optional().describe("The key to list with; it is not kept."),
    ...Page,
  }),
  output: pageOf(ListedModel).extend({
    problem: z.string().nullable().describe("Why there is no list; null where there is one."),
    is_key_refused: z.boolean().describe("There is no list because the provider refused the key."),
  }),
  async handler(context, { provider: name, model_id, base_url, api_key, ...page }) {
    const { db, project, providers, vault, now } = context;
    const row = model_id ? await findTarget(context, model_id) : null;
    const provider = providers.get(row?.provider ?? name);
    if (!provider || (row && row.provider !== name)) {
      throw new Failure("VALIDATION_ERROR", `provider: there is none called ${name} here`, {
        problem: "ENUM",
      });
    }
    const kept = row?.base_url ?? null;
    const chosen = base_url === undefined ? kept : base_url;
    if (chosen !== kept) {
      requireAddressRole(context);
      const usual = provider.default_base_url;
      if (row?.api_key && !api_key) requireKeyAgain(kept ?? usual, chosen ?? usual);
    }
    const sealed = row?.api_key ?? null;
    const address = chosen ?? provider.default_base_url;
    const unasked = (what: string) => ({
      ...pageOfAll([], page),
      problem: `${provider.label} needs its ${what} first.`,
      is_key_refused: false,
    });
    if (!address && !provider.models) return unasked("address");
    if (provider.key_label && !api_key && !sealed && !provider.models) return unasked("key");
    const { models, problem, is_key_refused } = await askForModels(provider, () => ({
      base_url: address ?? "",
      api_key: api_key ?? openKey(vault, sealed),
      timeout_seconds: TIMEOUT_SECONDS,
    }));
    if (row) {
      const read_on = dayIn(project.timezone, now());
      const target = { ...project, model_id: row.model_number };
      await noteListed(db, target, { models, read_on });
    }
    return { ...pageOfAll(models, page), problem, is_key_refused: is_key_refused === true };
  },
});

async function findTarget({ db, project }: ProjectContext, id: string): Promise<TargetRow> {
  const [row] = await listTargets(db, project, decodeModelId(id));
  if (!row) throw new Failure("NOT_FOUND", `There is no model ${id} that can be asked.`);
  return row;
}

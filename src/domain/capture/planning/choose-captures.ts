import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeId, decodeModelId, encodeModelId, idInput, ModelId } from "#core/id.ts";
import { findProject } from "#domain/projects/project-queries.ts";
import { estimateAnswer } from "../budget/answer-price.ts";
import { countPlannable, findActivePrompts, findAskedModels } from "../runs/run-queries.ts";
import { assistantsPage } from "../targets/asked-model.ts";
import { noAssistant } from "./missing.ts";

/** What to ask of which models, and how often. */
export const ChosenCaptures = {
  prompt_ids: z
    .array(idInput("prm"))
    .min(1)
    .max(100)
    .optional()
    .describe("Prompts to ask, from list_prompts; all active ones unless given."),
  model_ids: z
    .array(ModelId)
    .min(1)
    .max(100)
    .optional()
    .describe("Models to ask, from list_models; all active ones unless given."),
  samples: z.int().min(1).max(5).default(1).describe("Answers to each prompt from each model."),
};

type Given = {
  prompt_ids?: string[] | undefined;
  model_ids?: string[] | undefined;
  samples: number;
};
/** The rows behind the chosen ids; null: all. */
export type Chosen = { prompt_ids: number[] | null; model_ids: number[] | null };

/** The rows behind the given ids; refuses a paused project and ids that are not the project's. */
export async function chooseCaptures(
  { db, project }: ProjectContext,
  given: Omit<Given, "samples">,
): Promise<Chosen> {
  const found = await findProject(db, project);
  if (found?.status !== "active") {
    const why =
      found?.status === "onboarding"
        ? "The project is still being set up; ask once it is."
        : "The project is paused; resume it to ask prompts.";
    throw new Failure("PROJECT_NOT_ACTIVE", why);
  }
  const prompts = given.prompt_ids
    ? await findActivePrompts(
        db,
        project,
        given.prompt_ids.map((id) => decodeId("prm", id)),
      )
    : null;
  const unknown = given.prompt_ids?.filter((id) => !prompts?.includes(decodeId("prm", id)));
  refuseMissing(unknown, (ids) => `There is no active prompt ${ids}.`);
  const slugs = given.model_ids?.map(decodeModelId);
  const models = slugs ? await findAskedModels(db, project, slugs) : null;
  const missing = slugs?.filter((slug) => !models?.some((model) => model.slug === slug));
  refuseMissing(missing?.map(encodeModelId), (ids) => `There is no model ${ids} to ask.`);
  return { prompt_ids: prompts, model_ids: models?.map((model) => model.model_id) ?? null };
}

/** NOT_FOUND where ids are missing; names each once. */
function refuseMissing(ids: readonly string[] = [], say: (ids: string) => string): void {
  if (ids.length > 0) throw new Failure("NOT_FOUND", say([...new Set(ids)].join(", ")));
}

/** How many answers a choice means and what they are estimated to cost, by model; NO_ASSISTANT without a model. */
export async function estimateChosen(
  { db, project, providers, server }: ProjectContext,
  chosen: Chosen,
  samples: number,
) {
  const targets = await countPlannable(db, project, chosen);
  if (targets.length === 0) {
    throw new Failure("NO_ASSISTANT", noAssistant(assistantsPage(server, project.project_id)));
  }
  const models = targets.map(({ slug, prompts, costliest_micros, ...priced }) => {
    const each_usd = estimateAnswer(providers, priced)?.usd ?? null;
    const planned = prompts * samples;
    const cost = each_usd === null ? null : roundUsd(each_usd * planned);
    return { model_id: slug, planned, estimated_cost_usd: cost, each_usd, costliest_micros };
  });
  const estimated_cost_usd = models.every((model) => model.estimated_cost_usd === null)
    ? null
    : roundUsd(models.reduce((sum, model) => sum + (model.estimated_cost_usd ?? 0), 0));
  const planned = models.reduce((sum, model) => sum + model.planned, 0);
  return { planned, estimated_cost_usd, models };
}

function roundUsd(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput, idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { dayIn } from "#core/period.ts";
import { findProject } from "#domain/projects/project-queries.ts";
import { ensureRun, insertManualTasks, reopenRun } from "./plan-queries.ts";
import { countPlannable, findActivePrompts, findAskedModels } from "./run-queries.ts";

const ModelId = z.string().regex(/^mdl_[a-z0-9][a-z0-9_.-]{0,99}$/, {
  error: 'must be the id of a model, like "mdl_openai"',
});

export const runCaptures = operation({
  name: "run_captures",
  scope: "project",
  access: "write",
  group: "Runs",
  summary: "Ask prompts now",
  description:
    "Asks active prompts now, beside the schedule, as extra samples of today. With dry_run it only says how many answers that is and what they are estimated to cost. Answers arrive in the background; read progress with list_runs or get_usage.",
  returns: "What is planned, with its estimated cost",
  route: "POST /runs",
  tool: true,
  input: z.strictObject({
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
    dry_run: z.boolean().default(false).describe("True: estimate only, ask nothing."),
  }),
  output: z.object({
    run_id: idOutput("run").nullable(),
    planned: z.int().describe("Answers that will be asked for."),
    estimated_cost_usd: z.number().nullable().describe("An estimate; null when no price is known."),
    models: z.array(
      z.object({
        model_id: z.string(),
        planned: z.int(),
        estimated_cost_usd: z.number().nullable(),
      }),
    ),
  }),
  async handler(context, { prompt_ids, model_ids, samples, dry_run }) {
    const { db, project, now } = context;
    const chosen = await choose(context, { prompt_ids, model_ids });
    const targets = await countPlannable(db, project, chosen);
    if (targets.length === 0) {
      throw new Failure(
        "CONFLICT",
        "No model is set up to be asked; add one under Models in the dashboard first.",
      );
    }
    const models = targets.map(({ slug, provider, requested_model, prompts }) => {
      const each = context.providers.get(provider)?.typicalCost(requested_model) ?? null;
      const planned = prompts * samples;
      const cost = each === null ? null : Math.round(each * planned * 1e6) / 1e6;
      return { model_id: `mdl_${slug}`, planned, estimated_cost_usd: cost };
    });
    const estimated_cost_usd = models.every((model) => model.estimated_cost_usd === null)
      ? null
      : models.reduce((sum, model) => sum + (model.estimated_cost_usd ?? 0), 0);
    const total = models.reduce((sum, model) => sum + model.planned, 0);
    if (dry_run) return { run_id: null, planned: total, estimated_cost_usd, models };
    const day = dayIn(project.timezone, now());
    const run_id = await ensureRun(db, project, { day, now: now() });
    const when = { run_id, day, now: now(), samples };
    const planned = await insertManualTasks(db, project, { ...when, ...chosen });
    if (planned > 0) await reopenRun(db, project, run_id);
    return { run_id, planned, estimated_cost_usd, models };
  },
});

/** The rows behind the given ids; refuses a paused project and ids that are not the project's. */
async function choose(
  { db, project }: ProjectContext,
  given: { prompt_ids: string[] | undefined; model_ids: string[] | undefined },
): Promise<{ prompt_ids: number[] | null; model_ids: number[] | null }> {
  const found = await findProject(db, project);
  if (found?.status !== "active") {
    throw new Failure("PROJECT_NOT_ACTIVE", "The project is paused; resume it to ask prompts.");
  }
  const prompts = given.prompt_ids
    ? await findActivePrompts(
        db,
        project,
        given.prompt_ids.map((id) => decodeId("prm", id)),
      )
    : null;
  const unknown = given.prompt_ids?.filter((id) => !prompts?.includes(decodeId("prm", id)));
  if (unknown?.length) {
    throw new Failure("NOT_FOUND", `There is no active prompt ${unknown.join(", ")}.`);
  }
  const slugs = given.model_ids?.map((id) => id.slice("mdl_".length));
  const models = slugs ? await findAskedModels(db, project, slugs) : null;
  const missing = slugs?.filter((slug) => !models?.some((model) => model.slug === slug));
  if (missing?.length) {
    throw new Failure("NOT_FOUND", `There is no model mdl_${missing.join(", mdl_")} to ask.`);
  }
  return { prompt_ids: prompts, model_ids: models?.map((model) => model.model_id) ?? null };
}

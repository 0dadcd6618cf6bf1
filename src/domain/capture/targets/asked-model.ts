import * as z from "zod";
import type { ProjectContext, ServerFacts } from "#core/context.ts";
import { encodeId, ModelIdOutput } from "#core/id.ts";
import { Target } from "./target.ts";

/** How a model is asked, as far as a language model needs to know, and what a person has to do before it is. */
export const AskedModel = z.object({
  model_id: ModelIdOutput,
  ...Target.pick({
    ...{ name: true, provider: true, requested_model: true, is_active: true },
    ...{ samples_per_day: true, paused_until: true, paused_reason: true, last_error: true },
  }).shape,
  next_step: z.string().nullable().describe("What keeps it from being asked, and where to do it."),
});

/** The same with its next step. */
export function describeAsked(
  { providers, server, project }: ProjectContext,
  target: z.input<typeof Target>,
): z.input<typeof AskedModel> {
  const provider = providers.get(target.provider);
  const isWaiting = provider?.key_label && target.api_key_hint === null;
  const page = assistantsPage(server, project.project_id);
  const next_step = isWaiting
    ? `It is not asked until somebody enters the ${provider.key_label} at ${page} (Edit, beside its name). Keys are never given to a tool.`
    : null;
  return { ...target, next_step };
}

/** The address of the page on which a project's assistants are set up. */
export function assistantsPage(
  { base_url }: Pick<ServerFacts, "base_url">,
  project_id: number,
): string {
  return `${base_url}/projects/${encodeId("prj", project_id)}/models`;
}

import type { ProjectContext } from "#core/context.ts";
import { decodeId } from "#core/id.ts";
import { requireRoom } from "#core/plans.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { PromptsChanged } from "./prompt.ts";
import { countActivePrompts, findPrompts, type PromptRow } from "./prompt-queries.ts";

/** What the audit row of a change of several prompts names; where all were skipped there is none. */
export const auditChanged = (_: unknown, { data }: { data: readonly { id: string }[] }) =>
  data.length === 0 ? null : { prompt_ids: data.map(({ id }) => id) };

/** What changing several prompts at once has in common, whatever it changes. */
export const BULK_CHANGE = {
  scope: "project",
  effect: "changes",
  audit: auditChanged,
  group: "Prompts",
  returns: "What was changed and what was skipped",
  output: PromptsChanged,
} as const;

type Skipped = { id: string; code: string; message: string };

/** Does `work` to those of some prompts that the project has; the others are skipped. */
export async function changePrompts(
  { db, project }: ProjectContext,
  prompt_ids: readonly string[],
  work: (found: readonly PromptRow[]) => Promise<void>,
): Promise<{ data: PromptRow[]; skipped: Skipped[] }> {
  const distinct = [...new Set(prompt_ids)];
  const numbers = distinct.map((id) => decodeId("prm", id));
  const found = await findPrompts(db, project, numbers);
  const known = new Set(found.map((prompt) => prompt.id));
  const skipped = distinct
    .filter((_, index) => !known.has(numbers[index] ?? 0))
    .map((id) => ({ id, code: "NOT_FOUND", message: `There is no prompt ${id}.` }));
  await work(found);
  return { data: await findPrompts(db, project, [...known]), skipped };
}

/** Refuses to make archived prompts active where the plan has no room for all of them. */
export async function requireActiveRoom(
  { db, project }: ProjectContext,
  prompts: readonly PromptRow[],
): Promise<void> {
  const more = prompts.filter(({ status }) => status === "archived").length;
  await lockProject(db, project);
  requireRoom(project.plan, "prompts", (await countActivePrompts(db, project)) + more);
}

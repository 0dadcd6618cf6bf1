import type { ProjectContext } from "#core/context.ts";
import { decodeId } from "#core/id.ts";
import { requireRoom } from "#core/plans.ts";
import type { LengthCheck } from "#domain/capture/targets/prompt-length.ts";
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

/**
 * Does `work` to those of some prompts that the project has; the others are skipped. `loadTooLong` is given where they
 * become active, and read while the project is held: those that an assistant does not take are skipped, too, and the plan
 * must have room for the others.
 */
export async function changePrompts(
  { db, project }: ProjectContext,
  given: { prompt_ids: readonly string[]; loadTooLong?: (() => Promise<LengthCheck>) | undefined },
  work: (numbers: number[]) => Promise<void>,
): Promise<{ data: PromptRow[]; skipped: Skipped[] }> {
  const { loadTooLong } = given;
  const distinct = [...new Set(given.prompt_ids)];
  const numbers = distinct.map((id) => decodeId("prm", id));
  if (loadTooLong) await lockProject(db, project);
  const tooLong = await loadTooLong?.();
  const found = await findPrompts(db, project, numbers);
  const more = tooLong ? found.filter(({ status }) => status === "archived") : [];
  const refused = new Map(more.map(({ id, text }) => [id, tooLong?.(text)]));
  const usable = found.flatMap(({ id }) => (refused.get(id) ? [] : id));
  const skipped = distinct.flatMap((id, index): Skipped[] => {
    const number = numbers[index] ?? 0;
    const message = refused.get(number);
    if (message) return [{ id, code: "VALIDATION_ERROR", message }];
    if (usable.includes(number)) return [];
    return [{ id, code: "NOT_FOUND", message: `There is no prompt ${id}.` }];
  });
  const added = more.filter(({ id }) => usable.includes(id)).length;
  if (added > 0) {
    requireRoom(project.plan, "prompts", (await countActivePrompts(db, project)) + added);
  }
  await work(usable);
  return { data: await findPrompts(db, project, usable), skipped };
}

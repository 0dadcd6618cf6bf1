import type { ProjectContext } from "#core/context.ts";
import { decodeId } from "#core/id.ts";
import { findPrompts, type PromptRow } from "./prompt-queries.ts";

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

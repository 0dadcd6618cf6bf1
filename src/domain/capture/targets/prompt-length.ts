import type { ProjectContext } from "#core/context.ts";
import { rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import type { Provider } from "#core/ports.ts";
import { lockProject, type Tenant } from "#domain/projects/project-queries.ts";

export type LengthCheck = (text: string) => string | null;

/**
 * What says why a prompt is too long for an assistant that the project asks, or null where it is not; characters are
 * counted as their makers do, by code points. Who saves prompts by it holds `lockProject`, so that none is added meanwhile.
 */
export async function loadLengthCheck({
  db,
  project: { project_id },
  providers,
}: Pick<ProjectContext, "db" | "providers"> & { project: Tenant }): Promise<LengthCheck> {
  const rows = await rowsOf<{ provider: string }>(db)`
    select distinct m.provider from models m join capture_targets t using (project_id, model_id)
    where m.project_id = ${project_id} and m.is_active`;
  const limits = rows
    .flatMap(({ provider }) => providers.get(provider) ?? [])
    .filter((one) => one.prompt_characters_max !== undefined)
    .sort((one, other) => maxOf(one) - maxOf(other));
  const [strictest] = limits;
  return (text) => {
    const said = strictest ? sayTooLong(strictest, text) : null;
    return said && `text: ${said}`;
  };
}

/** Why a prompt is too long for a provider, or null where it is not. */
export function sayTooLong(provider: Provider, text: string): string | null {
  const length = [...text].length;
  if (length <= maxOf(provider)) return null;
  return `${provider.label} takes at most ${maxOf(provider)} characters; this has ${length}.`;
}

const maxOf = ({ prompt_characters_max = Number.POSITIVE_INFINITY }: Provider) =>
  prompt_characters_max;

/** Refuses an assistant that could not be asked some of the project's prompts; nobody saves any until the transaction ends. */
export async function requireShortPrompts(
  { db, project }: Pick<ProjectContext, "db" | "project">,
  { label, prompt_characters_max: most }: Provider,
): Promise<void> {
  if (most === undefined) return;
  const { project_id } = project;
  await lockProject(db, project);
  const rows = await rowsOf<{ count: number }>(db)`
    select count(*) as count from prompts where project_id = ${project_id} and status = 'active'
      and length(text) > ${most}`;
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const what = count === 1 ? "1 prompt is" : `${count} prompts are`;
  const message = `${label} takes at most ${most} characters, and ${what} longer; shorten or archive them first.`;
  throw new Failure("CONFLICT", message);
}

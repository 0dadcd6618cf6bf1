import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { findNamedBrands, UNNAMED } from "#domain/prompts/named-brands.ts";
import {
  countActivePrompts,
  findPromptNumbers,
  insertPrompts,
  promptKey,
} from "#domain/prompts/prompt-queries.ts";

type Asked = { text: string; country_code: string; language_code: string };
/** Prompts by `promptKey`, as they were made. */
export type MadePrompts = Map<string, "active" | "archived">;

/** Most active prompts that a project may have, null for no limit, and those that a dry run made before. */
export type Room = { prompts_max: number | null; rehearsed?: MadePrompts | undefined };

/**
 * Makes the prompts that are missing: active ones while there is room, then archived ones. Who gives a limit holds the
 * project. Returns the numbers of all by `promptKey`, and those that are new, which `rehearsed` takes in.
 */
export async function ensurePrompts(
  db: Database,
  project: Tenant,
  { asked, prompts_max, rehearsed = new Map() }: Room & { asked: readonly Asked[] },
): Promise<{ numbers: Map<string, number>; made: MadePrompts }> {
  const wanted = new Map(asked.map((prompt) => [promptKey(prompt), prompt]));
  const known = await findPromptNumbers(db, project, [...wanted.values()]);
  const missing = [...wanted].filter(([key]) => !known.has(key));
  const made: MadePrompts = new Map();
  if (missing.length === 0) return { numbers: known, made };
  let room = Number.POSITIVE_INFINITY;
  if (prompts_max !== null) {
    const active = [...rehearsed.values()].filter((status) => status === "active").length;
    room = prompts_max - active - (await countActivePrompts(db, project));
  }
  for (const [key] of missing) {
    if (!rehearsed.has(key)) made.set(key, made.size < room ? "active" : "archived");
  }
  for (const [key, status] of made) rehearsed.set(key, status);
  const texts = missing.map(([, { text }]) => text);
  const named = await findNamedBrands(db, project, texts);
  const rows = missing.map(([key, prompt], index) => ({
    ...prompt,
    ...(named[index] ?? UNNAMED),
    status: rehearsed.get(key) ?? "active",
  }));
  await insertPrompts(db, project, rows);
  return { numbers: await findPromptNumbers(db, project, [...wanted.values()]), made };
}

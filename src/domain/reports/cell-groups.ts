import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { keptPrompts } from "#domain/sums/answer-scope.ts";
import { type Dimension, factColumns, isFrom } from "#domain/sums/dimensions.ts";
import type { ReportQuery } from "./report-query.ts";

/** What reports group prompts by. */
type Prompt = { prompt_id: number; tag_ids?: number[] } & Record<string, unknown>;
type Cell = { model_id: number; prompt_id: number };

const TAGS = `array(select tag_id from prompt_tags t
  where t.project_id = p.project_id and t.prompt_id = p.prompt_id order by tag_id) as tag_ids`;

/** The prompts that a query's filters keep, by number; null: it keeps all and groups by nothing of them. */
export type Prompts = ReadonlyMap<number, Prompt> | null;

/** Whether a prompt is among those that are kept. */
export function keptBy(prompts: Prompts): (prompt_id: number) => boolean {
  return (prompt_id) => !prompts || prompts.has(prompt_id);
}

/** Selects the prompts that a query's filters keep, with what it groups them by; null: as `Prompts`. */
export function promptsOf(tenant: Tenant, query: ReportQuery): RawBuilder<unknown> | null {
  const { dimensions } = query;
  const kept = keptPrompts(tenant, query);
  const isByTag = isFrom(dimensions, "tag");
  if (!kept && !isByTag && !isFrom(dimensions, "prompt")) return null;
  const ofPrompt = factColumns(dimensions.filter((name) => isFrom([name], "prompt")));
  const columns = ["p.prompt_id", ...ofPrompt, ...(isByTag ? [TAGS] : [])];
  return sql`
    select ${sql.raw(columns.join(", "))} from prompts p where project_id = ${tenant.project_id}
      ${kept ? sql`and prompt_id = any(array(${kept}))` : sql``} order by prompt_id`;
}

export async function readPrompts(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<Prompts> {
  const prompts = promptsOf(tenant, query);
  if (!prompts) return null;
  const { rows } = await sql<Prompt>`${prompts}`.execute(db);
  return new Map(rows.map((prompt) => [prompt.prompt_id, prompt]));
}

/** Finds the cells that a row of a report with some dimensions stands for. */
export function groupCells<Of extends Cell>(
  cells: readonly Of[],
  {
    dimensions,
    prompts,
  }: {
    dimensions: readonly Dimension[];
    prompts: Prompts;
  },
): (row: Record<string, unknown>) => readonly Of[] {
  if (dimensions.length === 0) return () => cells;
  const groups = new Map<string, Of[]>();
  for (const cell of cells) {
    for (const key of keysOf(cell, prompts?.get(cell.prompt_id), dimensions)) {
      const group = groups.get(key);
      if (group) group.push(cell);
      else groups.set(key, [cell]);
    }
  }
  return (row) => groups.get(JSON.stringify(dimensions.map((name) => row[name]))) ?? [];
}

/** The groups that a cell counts in: one for each tag of its prompt. */
function keysOf(cell: Cell, prompt: Prompt | undefined, dimensions: readonly Dimension[]) {
  const tags = dimensions.includes("tag_id") ? (prompt?.tag_ids ?? []) : [null];
  return tags.map((tag_id) => {
    const values: Record<string, unknown> = { ...prompt, ...cell, tag_id };
    return JSON.stringify(dimensions.map((name) => values[name]));
  });
}

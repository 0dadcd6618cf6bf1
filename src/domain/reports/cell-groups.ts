import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Dimension, factColumns, isFrom } from "#domain/sums/dimensions.ts";
import { keptPrompts } from "#domain/sums/scope-conditions.ts";
import type { ReportQuery } from "./report-query.ts";

/** What reports group prompts by. */
type Prompt = { prompt_id: number; tag_ids?: number[] } & Record<string, unknown>;
type Cell = { model_id: number; prompt_id: number } & Record<string, unknown>;

const TAGS = `array(select tag_id from prompt_tags t
  where t.project_id = p.project_id and t.prompt_id = p.prompt_id order by tag_id) as tag_ids`;

/** The prompts that a query's filters keep, by number; null: it keeps all and groups by nothing of them. */
export type Prompts = ReadonlyMap<number, Prompt> | null;

/** Whether a prompt is among those that are kept. */
export function keptBy(prompts: Prompts): (prompt_id: number) => boolean {
  return (prompt_id) => !prompts || prompts.has(prompt_id);
}

/** Selects the prompts that a query's filters keep, with what it groups them by; null: as `Prompts`. */
function promptsOf(tenant: Tenant, query: ReportQuery): RawBuilder<unknown> | null {
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

/** What tells other prompts, or other groups of them, from these: bytes, and from where; none: a query keeps all. */
export function digestOfPrompts(
  tenant: Tenant,
  query: ReportQuery,
): { bytes: RawBuilder<unknown>; from: RawBuilder<unknown> }[] {
  const prompts = promptsOf(tenant, query);
  if (!prompts) return [];
  const { dimensions } = query;
  const columns = ["prompt_id", ...dimensions.filter((name) => isFrom([name], "prompt"))];
  if (isFrom(dimensions, "tag")) columns.push("tag_ids::text");
  const bytes = columns.map((column) => `array_send(array_agg(${column}))`).join(" || ");
  return [{ bytes: sql.raw(bytes), from: sql`(${prompts}) r` }];
}

export async function readPrompts(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<Prompts> {
  const prompts = promptsOf(tenant, query);
  if (!prompts) return null;
  const rows = await rowsOf<Prompt>(db)`${prompts}`;
  return new Map(rows.map((prompt) => [prompt.prompt_id, prompt]));
}

/** What rows of a report by some dimensions stand for: the values of each, and its cells. */
export type CellGroups<Of extends Cell> = {
  groups: readonly { values: Record<string, unknown>; cells: readonly Of[] }[];
  cellsOf: (row: Record<string, unknown>) => readonly Of[];
};

export function groupCells<Of extends Cell>(
  cells: readonly Of[],
  { dimensions, prompts }: { dimensions: readonly Dimension[]; prompts: Prompts },
): CellGroups<Of> {
  if (dimensions.length === 0) return { groups: [{ values: {}, cells }], cellsOf: () => cells };
  // No text of the database has a zero.
  const keyOf = (row: Record<string, unknown>) => dimensions.map((name) => row[name]).join("\0");
  const groups = new Map<string, { values: Record<string, unknown>; cells: Of[] }>();
  for (const cell of cells) {
    for (const values of valuesOf(cell, prompts?.get(cell.prompt_id), dimensions)) {
      const key = keyOf(values);
      const group = groups.get(key);
      if (group) group.cells.push(cell);
      else groups.set(key, { values, cells: [cell] });
    }
  }
  return { groups: [...groups.values()], cellsOf: (row) => groups.get(keyOf(row))?.cells ?? [] };
}

/** The groups that a cell counts in: one for each tag of its prompt. */
function valuesOf(cell: Cell, prompt: Prompt | undefined, dimensions: readonly Dimension[]) {
  const tags = dimensions.includes("tag_id") ? (prompt?.tag_ids ?? []) : [null];
  const values: Record<string, unknown> = {};
  for (const name of dimensions) values[name] = name in cell ? cell[name] : prompt?.[name];
  return tags.map((tag_id) => (tag_id === null ? values : { ...values, tag_id }));
}

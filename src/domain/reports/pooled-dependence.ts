import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { dependenceOf, UNITS_MIN } from "#domain/statistics/dependence.ts";
import type { CellTable } from "#domain/sums/cell-table.ts";
import { scopeConditions } from "#domain/sums/scope-conditions.ts";
import { where } from "#domain/sums/sum-rows.ts";
import type { ReportQuery } from "./report-query.ts";
import { neighboursOf } from "./row-neighbours.ts";
import { type CellGroup, groupOf } from "./row-sums.ts";

type When = "now" | "before";

/**
 * How strongly neighbouring units of a period depend on each other, 0 to 0.97; null: too few tell. `group`: of these
 * cells, where they are of one model and tell, else over many.
 */
export type Dependence = (when: When, group?: CellGroup) => number | null;

/** The numbers that alone tell how answers depend on each other; without: all, as it takes. */
export type Tells = ReadonlySet<number>;

/** The dependence over all cells of a table, told when it is first asked for. */
export function dependenceIn(table: CellTable, tells?: Tells): Dependence {
  const known: Partial<Record<When, number | null>> = {};
  const ofCells = (when: When, group: CellGroup) =>
    dependenceOf(neighboursOf(table[when], group, tells));
  return (when, group) => {
    const own = group?.models === 1 ? ofCells(when, group) : null;
    if (own !== null) return own;
    const told = known[when];
    if (told !== undefined) return told;
    const found = ofCells(when, groupOf(table.cells, table.cells.length));
    known[when] = found;
    return found;
  };
}

type Pooling = {
  periods: readonly { name: When; units: number }[];
  readAll: (() => Promise<CellTable>) | null;
  tells?: Tells | undefined;
};

/**
 * The same, and where they tell nothing of one of some periods, of the cells of all answers: answers to one prompt
 * repeat each other about as those to others do, and few series are too short to tell.
 */
export async function readDependence(
  table: CellTable,
  { periods, readAll, tells }: Pooling,
): Promise<Dependence> {
  const own = dependenceIn(table, tells);
  // Of so few units all answers tell nothing, either.
  const isTold = ({ name, units }: (typeof periods)[number]) =>
    units < UNITS_MIN || own(name) !== null;
  if (!readAll || periods.every(isTold)) return own;
  const all = await readAll();
  const wide = dependenceIn(all, tells);
  // Rows of a model share it: it is told once.
  const known = new Map<string, number | null>();
  const wideOf = (when: When, model_id?: number) => {
    const name = `${when} ${model_id}`;
    const told = known.get(name);
    if (told !== undefined) return told;
    const found = wide(when, model_id === undefined ? undefined : ofModel(all, model_id));
    known.set(name, found);
    return found;
  };
  return (when, group) =>
    own(when, group) ?? wideOf(when, group?.models === 1 ? group.cells[0]?.model_id : undefined);
}

const ofModel = ({ cells }: CellTable, model_id: number) =>
  groupOf(
    cells.filter((cell) => cell.model_id === model_id),
    cells.length,
  );

/** A query of all answers of the same days and models; null: it is that. */
export function ofAllAnswers(query: ReportQuery): ReportQuery | null {
  const filters = query.filters.filter(({ field }) => field === "model_id");
  if (filters.length === query.filters.length && query.branded === "include") return null;
  return { ...query, filters, branded: "include", dimensions: [] };
}

/** So many answers of a period tell as well as more would, where each has to be read; of so many prompts at least. */
const ENOUGH = { answers: 2_500, prompts: 10 } as const;

/** The same of as many prompts as tell enough: active ones first, of them those that have been asked longest. */
export async function someOfAll(
  db: Database,
  { project_id }: Tenant,
  query: ReportQuery,
): Promise<ReportQuery> {
  const days = daysBetween(query.date_from, query.date_to);
  const models = where([
    sql`m.project_id = ${project_id} and m.is_active`,
    ...scopeConditions({ project_id }, query, { on: ["model"], of: "m" }),
  ]);
  const rows = await rowsOf<{ prompt_id: number }>(db)`
    select prompt_id from prompts where project_id = ${project_id}
    order by status = 'active' desc, prompt_id limit greatest(${ENOUGH.prompts}::integer,
      ${Math.ceil(ENOUGH.answers / days)}::integer
        / (select greatest(1, count(*)) from models m ${models}))`;
  const values = rows.map(({ prompt_id }) => prompt_id);
  return { ...query, filters: [...query.filters, { field: "prompt_id", operator: "in", values }] };
}

import { type RawBuilder, sql } from "kysely";
import * as z from "zod";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { SUMS } from "#domain/sums/measures.ts";
import { factCondition, keptPrompts, scopeConditions } from "#domain/sums/scope-conditions.ts";
import { sumRows, where } from "#domain/sums/sum-rows.ts";
import type { ReportQuery } from "./report-query.ts";

const count = z.int();

/** What a population counts: columns of the sums of answers, of all prompts or of those that name the own brand. */
const COUNTS = {
  answers: { column: "answers", field: count.describe("Usable answers: the denominator.") },
  no_answer: {
    column: "no_answer",
    field: count.describe("Empty: it came back without a text; not counted."),
  },
  refused: {
    column: "refused",
    field: count.describe("Refused: the model declined; not counted."),
  },
  error: {
    column: "error",
    field: count.describe(
      "Failed: what came back could not be read, or it was imported as failed; not counted.",
    ),
  },
  cut_answers: {
    column: "cut",
    field: count.describe(
      "Usable answers that a length limit cut; counted, may name fewer brands.",
    ),
  },
  branded_answers: {
    ...{ column: "answers", isBranded: true },
    field: count.describe(
      "Those of answers to prompts that name the own brand, whose answers name it anyway.",
    ),
  },
} as const satisfies Record<string, CountDefinition>;
type CountDefinition = {
  column: keyof typeof SUMS.answer.columns;
  isBranded?: true;
  field: z.ZodInt;
};

const fields = Object.entries(COUNTS).map(([name, { field }]) => [name, field]);
/** The answers that a report counts, and those it does not. */
export const Population = z
  .object(Object.fromEntries(fields) as Record<keyof typeof COUNTS, z.ZodInt>)
  .meta({ id: "Population" });
export type PopulationCounts = z.output<typeof Population>;

/** How many answers of each status a query speaks of, counted where its rows are: in `facts` or in sums. */
export async function readPopulation(
  db: Database,
  tenant: Tenant,
  asked: { query: ReportQuery; facts: boolean },
): Promise<PopulationCounts> {
  return (await readPopulationAnd<object>(db, tenant, asked)).population;
}

/** The same with another column, which is of no rows. */
export async function readPopulationAnd<Other>(
  db: Database,
  tenant: Tenant,
  {
    query: given,
    facts,
    column,
  }: { query: ReportQuery; facts: boolean; column?: RawBuilder<unknown> | undefined },
): Promise<{ population: PopulationCounts; other: Partial<Other> }> {
  // Dimensions do not matter here, and a prompt with two tags is one prompt.
  const query = { ...given, dimensions: [] };
  const columns = [...new Set(Object.values(COUNTS).map(({ column }) => column))];
  const from = facts
    ? countedFacts(tenant, query)
    : sql`${sumRows("answer", columns, { ...tenant, days: query })} c
        ${where(scopeConditions(tenant, query, { on: ["model", "prompt"], of: "c" }))}`;
  const counts = populationCounts(facts);
  const all = sql.join(column ? [...counts, column] : counts);
  const rows = await rowsOf<PopulationCounts & Other>(db)`select ${all} from ${from}`;
  return { population: populationOf(rows.slice(0, 1)), other: rows[0] ?? {} };
}

/** The counts of a population as columns: of `countedFacts`, or of rows `c` of sums. */
export function populationCounts(facts: boolean): RawBuilder<unknown>[] {
  return Object.entries<CountDefinition>(COUNTS).map(([name, { column, isBranded }]) => {
    const each = sql.raw(facts ? String(SUMS.answer.columns[column]) : `c.${column}`);
    const rows = isBranded ? sql.raw(" filter (where c.is_branded)") : sql``;
    return sql`coalesce(sum(${each})${rows}, 0)::bigint as ${sql.ref(name)}`;
  });
}

/** The answers `f` of a query with their prompts `c`, from where they are counted. */
export function countedFacts(tenant: Tenant, query: ReportQuery): RawBuilder<unknown> {
  const kept = keptPrompts(tenant, query);
  // Of some prompts, only these are looked at; a left join, so that the answers are still found by their key.
  return sql`answers f left join prompts c on c.project_id = ${tenant.project_id} and c.prompt_id = f.prompt_id
    ${kept ? sql`and c.prompt_id = any(array(${kept}))` : sql``}
    where ${factCondition(tenant, query, { of: "f", isAnswer: true })}`;
}

/** What several populations are together. */
export function populationOf(parts: readonly PopulationCounts[]): PopulationCounts {
  const sum = (name: keyof PopulationCounts) => parts.reduce((all, part) => all + part[name], 0);
  const names = Object.keys(COUNTS) as (keyof PopulationCounts)[];
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as PopulationCounts;
}

/** All answers of a population, usable or not. */
export const allAnswersOf = ({ answers, no_answer, refused, error }: PopulationCounts): number =>
  answers + no_answer + refused + error;

/** The slugs of a project's models by number, where rows are by model: nobody else shows them. */
export async function readSlugs(
  db: Database,
  { project_id }: Tenant,
  { dimensions }: ReportQuery,
): Promise<Map<number, string>> {
  if (!dimensions.includes("model_id")) return new Map();
  const rows = await rowsOf<{ model_id: number; slug: string }>(db)`
    select model_id, slug from models where project_id = ${project_id}`;
  return new Map(rows.map((row) => [row.model_id, row.slug]));
}

import { sql } from "kysely";
import * as z from "zod";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { factCondition, scopeConditions } from "#domain/sums/answer-scope.ts";
import { SUMS } from "#domain/sums/measures.ts";
import { sumRows, where } from "#domain/sums/sum-rows.ts";
import type { ReportQuery } from "./report-query.ts";

const count = z.int();

/** What a population counts: columns of the sums of answers, of all prompts or of those that name the own brand. */
const COUNTS = {
  answers: { column: "answers", field: count.describe("Usable answers: the denominator.") },
  no_answer: { column: "no_answer", field: count.describe("Nothing came back; not counted.") },
  refused: { column: "refused", field: count.describe("The model declined; not counted.") },
  error: { column: "error", field: count.describe("Capturing failed; not counted.") },
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
  { query: given, facts }: { query: ReportQuery; facts: boolean },
): Promise<PopulationCounts> {
  // Dimensions do not matter here, and a prompt with two tags is one prompt.
  const query = { ...given, dimensions: [] };
  const counts = Object.entries<CountDefinition>(COUNTS).map(([name, { column, isBranded }]) => {
    const each = sql.raw(facts ? String(SUMS.answer.columns[column]) : `c.${column}`);
    const rows = isBranded ? sql.raw(" filter (where c.is_branded)") : sql``;
    return sql`coalesce(sum(${each})${rows}, 0)::bigint as ${sql.ref(name)}`;
  });
  const { project_id } = tenant;
  const columns = [...new Set(Object.values(COUNTS).map(({ column }) => column))];
  const from = facts
    ? sql`answers f join prompts c on c.project_id = ${project_id} and c.prompt_id = f.prompt_id
        where ${factCondition(tenant, query, { of: "f", isAnswer: true })}`
    : sql`${sumRows("answer", columns, { ...tenant, days: query })} c
        ${where(scopeConditions(tenant, query, { on: ["model", "prompt"], of: "c" }))}`;
  const { rows } = await sql<PopulationCounts>`select ${sql.join(counts)} from ${from}`.execute(db);
  const nothing = Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0]));
  return rows[0] ?? (nothing as PopulationCounts);
}

/** The slugs of a project's models by number, where rows are by model: nobody else shows them. */
export async function readSlugs(
  db: Database,
  { project_id }: Tenant,
  { dimensions }: ReportQuery,
): Promise<Map<number, string>> {
  if (!dimensions.includes("model_id")) return new Map();
  const { rows } = await sql<{ model_id: number; slug: string }>`
    select model_id, slug from models where project_id = ${project_id}`.execute(db);
  return new Map(rows.map((row) => [row.model_id, row.slug]));
}

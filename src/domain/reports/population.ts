import { sql } from "kysely";
import * as z from "zod";
import type { Database } from "#core/database.ts";
import { encodeId, encodeModelId } from "#core/id.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { cellConditions, factCondition, rollupRows, where } from "./cells.ts";
import type { Dimension, ReportQuery } from "./report-query.ts";

/** The answers that a report counts, and those it does not. */
export const Population = z
  .object({
    answers: z.int().describe("Usable answers: the denominator."),
    no_answer: z.int().describe("Nothing came back; not counted."),
    refused: z.int().describe("The model declined; not counted."),
    error: z.int().describe("Capturing failed; not counted."),
  })
  .meta({ id: "Population" });
export type PopulationCounts = z.output<typeof Population>;

const COLUMNS = sql.raw(
  "model_id, country_code, topic_id, is_branded, answers, no_answer, refused, error",
);

/** The column of each status. */
const STATUSES = [
  ["answers", "answered"],
  ["no_answer", "no_answer"],
  ["refused", "refused"],
  ["error", "error"],
] as const;
const countStatus = ([name, status]: (typeof STATUSES)[number]) =>
  sql`count(*) filter (where f.status = ${sql.lit(status)}) as ${sql.ref(name)}`;
const sumStatus = ([name]: (typeof STATUSES)[number]) =>
  sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`;

/** How many answers of each status a query speaks of, counted where its rows are: in `facts` or in sums. */
export async function readPopulation(
  db: Database,
  tenant: Tenant,
  { query: given, facts }: { query: ReportQuery; facts: boolean },
): Promise<PopulationCounts> {
  // Dimensions do not matter here, and a prompt with two tags is one prompt.
  const query = { ...given, dimensions: [] };
  const { rows } = facts
    ? await sql<PopulationCounts>`
        select ${sql.join(STATUSES.map(countStatus))} from answers f where ${factCondition(tenant, query)}`.execute(
        db,
      )
    : await sql<PopulationCounts>`
        select ${sql.join(STATUSES.map(sumStatus))} from ${rollupRows("answer_rollup", COLUMNS, { ...tenant, query })} c
        ${where(cellConditions(tenant, query))}`.execute(db);
  return rows[0] ?? { answers: 0, no_answer: 0, refused: 0, error: 0 };
}

/** The dimensions that a row may carry, as flat fields. */
export const DimensionFields = {
  model_id: z.string().optional(),
  prompt_id: z.string().optional(),
  topic_id: z.string().nullable().optional().describe("Null: prompts without a topic."),
  tag_id: z.string().optional(),
  country_code: z.string().optional(),
  date: z.string().meta({ format: "date" }).optional(),
  week: z.string().meta({ format: "date" }).optional().describe("Its Monday."),
  month: z.string().meta({ format: "date" }).optional().describe("Its first day."),
};

/** The dimensions of a row as callers see them. */
export function showDimensions(
  row: Record<string, unknown>,
  dimensions: readonly Dimension[],
  slugs: ReadonlyMap<number, string>,
) {
  return Object.fromEntries(
    dimensions.map((name) => {
      const value = row[name];
      if (name === "model_id") return [name, encodeModelId(slugs.get(Number(value)) ?? "gone")];
      if (name === "prompt_id") return [name, encodeId("prm", Number(value))];
      if (name === "tag_id") return [name, encodeId("tag", Number(value))];
      if (name === "topic_id") return [name, value ? encodeId("top", Number(value)) : null];
      return [name, String(value)];
    }),
  );
}

/** The slugs of a project's models by number. */
export async function readSlugs(
  db: Database,
  { project_id }: Tenant,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ model_id: number; slug: string }>`
    select model_id, slug from models where project_id = ${project_id}`.execute(db);
  return new Map(rows.map((row) => [row.model_id, row.slug]));
}

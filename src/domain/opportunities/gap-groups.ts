import { sql } from "kysely";
import type * as z from "zod";
import { type Database, rowsOf } from "#core/database.ts";
import { encodeId, encodeModelId } from "#core/id.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { findGaps } from "./find-gaps.ts";
import type { GapDimension, Opportunity } from "./opportunity.ts";
import type { Gap } from "./rank-gaps.ts";

/** A part of a scope by one value of a dimension, and that value as callers know it. */
export type Part = { scope: DatedScope; of: Pick<z.output<typeof Opportunity>, GapDimension> };
/** A gap and the part of the scope that it is in. */
export type PartGap = Gap & { part: Part };

/** The gaps of a scope, or those of each of its parts. */
export async function findPartGaps(
  db: Database,
  tenant: Tenant,
  { scope, dimension }: { scope: DatedScope; dimension: GapDimension | undefined },
): Promise<PartGap[]> {
  const parts = dimension ? await partsOf(db, tenant, { scope, dimension }) : [{ scope, of: {} }];
  const found: PartGap[] = [];
  for (const part of parts) {
    const gaps = await findGaps(db, tenant, part.scope);
    found.push(...gaps.map((gap) => ({ ...gap, part })));
  }
  return found;
}

type Value = { value: number | string; slug: string };

/** One part for each value that prompts or models have. */
async function partsOf(
  db: Database,
  { project_id }: Tenant,
  { scope, dimension }: { scope: DatedScope; dimension: GapDimension },
): Promise<Part[]> {
  const values = {
    model_id: sql`select model_id as value, slug from models where project_id = ${project_id} order by 1`,
    topic_id: sql`select distinct coalesce(topic_id, 0) as value, '' as slug from prompts
      where project_id = ${project_id} order by 1`,
    tag_id: sql`select distinct tag_id as value, '' as slug from prompt_tags
      where project_id = ${project_id} order by 1`,
    country_code: sql`select distinct country_code as value, '' as slug from prompts
      where project_id = ${project_id} order by 1`,
  };
  const rows = await rowsOf<Value>(db)`${values[dimension]}`;
  return rows.map((row) => {
    const filter = { field: dimension, operator: "in" as const, values: [row.value] };
    return {
      scope: { ...scope, filters: [...scope.filters, filter] },
      of: { [dimension]: shown(dimension, row) },
    };
  });
}

function shown(dimension: GapDimension, { value, slug }: Value): string | null {
  if (dimension === "country_code") return String(value);
  if (dimension === "model_id") return encodeModelId(slug);
  if (value === 0) return null;
  return encodeId(dimension === "topic_id" ? "top" : "tag", Number(value));
}

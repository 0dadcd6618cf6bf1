import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { BrandRow } from "./brand-rows.ts";
import type { ReportQuery } from "./report-query.ts";

type Page = { rows: BrandRow[]; total_count: number };
/** `key`: what a page counted in facts hangs on; equal keys stand for equal pages; null: unknown, or to change soon. */
type Counted = { key: string | null };

const ROWS_MAX = 50_000;
const KEPT = new LRUCache<string, { key: string; page: Page }>({
  maxSize: ROWS_MAX,
  sizeCalculation: ({ page }) => page.rows.length + 1,
});

/**
 * A page that is counted in facts, and its answers. Those of a question that was asked before are counted first: where the
 * rows hang on the same still, they are not counted again.
 */
export async function readOrKeep<Of extends Counted>(
  { project_id }: Tenant,
  query: ReportQuery,
  {
    readRows,
    readAnswers,
    both,
  }: {
    readRows: () => Promise<Page>;
    readAnswers: () => Promise<Of>;
    both: () => Promise<[Page, Of]>;
  },
): Promise<[Page, Of]> {
  const question = JSON.stringify([project_id, query]);
  const last = KEPT.get(question);
  const known = last && (await readAnswers());
  if (known && known.key === last.key) return [last.page, known];
  const [page, counted] = known ? [await readRows(), known] : await both();
  if (counted.key === null) KEPT.delete(question);
  else KEPT.set(question, { key: counted.key, page });
  return [page, counted];
}

/** The brands of a project as a digest, where the sums of all days of a query match their facts; else null. */
export function settledBrands(
  { project_id }: Tenant,
  { date_from, date_to }: ReportQuery,
): RawBuilder<unknown> {
  return sql`case when not exists (
      select from rollup_dirty
      where project_id = ${project_id} and day between ${date_from} and ${date_to}
    ) then (
      select md5(json_agg(json_build_array(brand_id, name, is_own) order by brand_id)::text)
      from brands where project_id = ${project_id}
    ) end as brands`;
}

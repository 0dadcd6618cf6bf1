import { setImmediate as breathe } from "node:timers/promises";
import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { readBoth } from "#core/one-moment.ts";
import type { IsShown } from "#core/shared.ts";
import { DimensionFields, hasDates, showDimensions } from "#domain/sums/dimensions.ts";
import { fieldsOf, SOURCE_INTERVALS, SOURCE_MEASURES } from "#domain/sums/measures.ts";
import { Change, plainChange, previousPeriod, shareChange } from "./compare.ts";
import { type Difference, withIntervals } from "./intervals.ts";
import { type PopulationCounts, readPopulation, readSlugs } from "./population.ts";
import type { ReportQuery } from "./report-query.ts";
import { keyOfSource, readSourceBrands } from "./source-brands.ts";
import { readSourceDifferences, type SourceDifferences } from "./source-differences.ts";
import {
  readSourceRows,
  type SourceKind,
  type SourceRow,
  sourcesNeedFacts,
} from "./source-rows.ts";

/** Usable answers up to which sources are compared by prompt and model: where sums answer the rest, and where facts do. */
const STRATIFIED_MAX = { sums: 2_500, facts: 10_000 };

const numbers = fieldsOf(SOURCE_MEASURES, SOURCE_INTERVALS);

/** What a row of the domain and of the URL report share. */
export const SourceFields = {
  domain: z.string(),
  classification: z
    .string()
    .describe(
      "own, competitor, corporate, editorial, ugc, reference, institutional, retail, other",
    ),
  ...DimensionFields,
  ...numbers,
  mentioned_brand_ids: z.array(z.string()).describe("Brands that answers using it mention."),
  previous: z.object(numbers).nullable().optional().describe("The same number of days before."),
  change: z
    .object({ retrieved_percentage: Change, cited_percentage: Change, citation_count: Change })
    .nullable()
    .optional(),
};

export type SourceReport = {
  data: (ReturnType<typeof withEnds> & { mentioned_brand_ids: string[] })[];
  total_count: number;
  limit: number;
  offset: number;
  population: PopulationCounts;
};

/** The domain or the URL report of a query. */
export async function makeSourceReport(
  { db, project }: ProjectContext,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Promise<SourceReport> {
  const facts = sourcesNeedFacts(query);
  const [{ rows, total_count }, population] = await readBoth(
    db,
    [
      (one) => readSourceRows(one, project, { kind, query }),
      (one) => readPopulation(one, project, { query, facts }),
    ],
    { isLong: facts },
  );
  const brands = await readSourceBrands(db, project, { kind, query, rows });
  const isCompared = query.compare && !hasDates(query.dimensions);
  const [before, differOf] = isCompared
    ? await readBoth(db, [readBefore, readDifferences], { isLong: facts })
    : [null, null];
  const slugs = await readSlugs(db, project, query);
  const data = rows.map((row) => ({
    ...withEnds(row),
    ...showDimensions(row, query.dimensions, slugs),
    mentioned_brand_ids: (brands.get(keyOfSource(row, query.dimensions)) ?? []).map((brand) =>
      encodeId("brd", brand),
    ),
    ...(query.compare &&
      changeOf(row, before?.get(keyOfSource(row, query.dimensions)), differOf?.(row))),
  }));
  const { limit, offset } = query;
  // Many rows take their time to check and write out, too: other requests get their turn before.
  await breathe();
  return { data, total_count, limit, offset, population };

  async function readBefore(one: Database) {
    const page = { having: [], order_by: [], limit: rows.length, offset: 0 };
    const before = { ...previousPeriod(query), ...page };
    const known = await readSourceRows(one, project, { kind, query: before, of: rows });
    return new Map(known.rows.map((row) => [keyOfSource(row, query.dimensions), row]));
  }

  /** Null where counting by prompt and model would take much longer than the report itself. */
  async function readDifferences(one: Database) {
    if (population.answers > STRATIFIED_MAX[facts ? "facts" : "sums"]) return null;
    const ids = [...new Set(rows.map(({ id }) => id))];
    return readSourceDifferences(one, project, { kind, query, ids });
  }
}

const withEnds = (row: SourceRow) => withIntervals(row, SOURCE_INTERVALS);

function changeOf(now: SourceRow, before: SourceRow | undefined, differ?: SourceDifferences) {
  if (!before) return { previous: null, change: null };
  const compare = (
    field: "retrieved_chat_count" | "cited_chat_count",
    fine: Difference | null = null,
  ) =>
    shareChange(
      {
        before: before[field],
        before_total: before.total_chat_count,
        now: now[field],
        now_total: now.total_chat_count,
      },
      fine,
    );
  return {
    previous: withEnds(before),
    change: {
      retrieved_percentage: compare("retrieved_chat_count", differ?.retrieved),
      cited_percentage: compare("cited_chat_count", differ?.cited),
      citation_count: plainChange(now.citation_count, before.citation_count),
    },
  };
}

/** A report whose rows name only the brands that a share link shows. */
export function nameShownBrands<Report extends { data: { mentioned_brand_ids: string[] }[] }>(
  report: Report,
  isShown: IsShown,
): Report {
  const data = report.data.map((row) => {
    const mentioned_brand_ids = row.mentioned_brand_ids.filter((id) => isShown("brand_id", id));
    return { ...row, mentioned_brand_ids };
  });
  return { ...report, data };
}

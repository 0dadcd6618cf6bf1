import { setImmediate as breathe } from "node:timers/promises";
import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import type { IsShown } from "#core/shared.ts";
import { hasDates } from "./cells.ts";
import { Change, plainChange, previousPeriod, shareChange } from "./compare.ts";
import { type Difference, wilson } from "./intervals.ts";
import {
  DimensionFields,
  type PopulationCounts,
  readPopulation,
  readSlugs,
  showDimensions,
} from "./population.ts";
import type { ReportQuery } from "./report-query.ts";
import { readSourceBrands } from "./source-brands.ts";
import { readSourceDifferences, type SourceDifferences } from "./source-differences.ts";
import {
  readSourceRows,
  type SourceKind,
  type SourceRow,
  sourcesNeedFacts,
} from "./source-rows.ts";

/** Usable answers up to which sources are compared by prompt and model: where sums answer the rest, and where facts do. */
const STRATIFIED_MAX = { sums: 2_500, facts: 10_000 };

const count = z.int();
const share = z.number().nullable();

const numbers = {
  retrieved_percentage: share.describe("Answers that read it / answers that could report it."),
  retrieved_low: share.describe("Lower end of the 95 % interval (Wilson)."),
  retrieved_high: share.describe("Upper end of the 95 % interval (Wilson)."),
  retrieved_chat_count: count.describe("Answers that read it."),
  cited_percentage: share.describe("Answers that cite it / answers that could report it."),
  cited_low: share.describe("Lower end of the 95 % interval (Wilson)."),
  cited_high: share.describe("Upper end of the 95 % interval (Wilson)."),
  cited_chat_count: count.describe("Answers that cite it."),
  total_chat_count: count.describe("Usable answers of models that can report sources."),
  retrieval_count: count.describe("Pages of it read, over all answers."),
  citation_count: count.describe("Citations of it, over all answers."),
  retrieval_rate: share.describe("Pages read per answer; may pass 1."),
  citation_rate: share.describe("Citations per page read; null: none was read."),
};

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
  data: (SourceRow & {
    mentioned_brand_ids: string[];
    retrieved_low: number | null;
    retrieved_high: number | null;
    cited_low: number | null;
    cited_high: number | null;
  })[];
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
  const rows = readSourceRows(db, project, { kind, query });
  const counted = readPopulation(db, project, { query, facts });
  const isCompared = query.compare && !hasDates(query.dimensions);
  const [found, brands, before, differOf, population, slugs] = await Promise.all([
    rows,
    readSourceBrands(db, project, { kind, query, rows }),
    isCompared ? readBefore() : null,
    isCompared ? readDifferences() : null,
    counted,
    readSlugs(db, project),
  ]);
  const data = found.rows.map((row) => ({
    ...withIntervals(row),
    ...showDimensions(row, query.dimensions, slugs),
    mentioned_brand_ids: (brands.get(row.id) ?? []).map((brand) => encodeId("brd", brand)),
    ...(query.compare && changeOf(row, before?.get(keyOf(row, query)), differOf?.(row))),
  }));
  const { limit, offset } = query;
  // Many rows take their time to check and write out, too: other requests get their turn before.
  await breathe();
  return { data, total_count: found.total_count, limit, offset, population };

  async function readBefore() {
    const of = (await rows).rows;
    const page = { having: [], order_by: [], limit: of.length, offset: 0 };
    const before = { ...previousPeriod(query), ...page };
    const known = await readSourceRows(db, project, { kind, query: before, of });
    return new Map(known.rows.map((row) => [keyOf(row, query), row]));
  }

  /** Null where counting by prompt and model would take much longer than the report itself. */
  async function readDifferences() {
    const { answers } = await counted;
    if (answers > STRATIFIED_MAX[facts ? "facts" : "sums"]) return null;
    const ids = [...new Set((await rows).rows.map(({ id }) => id))];
    return readSourceDifferences(db, project, { kind, query, ids });
  }
}

function keyOf(row: SourceRow, { dimensions }: ReportQuery): string {
  return JSON.stringify([row.id, ...dimensions.map((name) => row[name])]);
}

function withIntervals<Row extends SourceRow>(row: Row) {
  const retrieved = wilson(row.retrieved_chat_count, row.total_chat_count);
  const cited = wilson(row.cited_chat_count, row.total_chat_count);
  return {
    ...row,
    retrieved_low: retrieved?.low ?? null,
    retrieved_high: retrieved?.high ?? null,
    cited_low: cited?.low ?? null,
    cited_high: cited?.high ?? null,
  };
}

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
    previous: withIntervals(before),
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

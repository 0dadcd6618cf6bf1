import * as z from "zod";
import { encodeId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { BRAND_ORDERS, type BrandRow, readBrandRows } from "./brand-rows.ts";
import { needsFacts } from "./cells.ts";
import { Change } from "./compare.ts";
import { compareBrands } from "./compare-brands.ts";
import { wilson } from "./intervals.ts";
import {
  DimensionFields,
  Population,
  readPopulation,
  readSlugs,
  showDimensions,
} from "./population.ts";
import { COMMON_FILTERS, reportInput } from "./report-query.ts";

const count = z.int();
const share = z.number().nullable();

const numbers = {
  visibility: share.describe("Answers that mention it / usable answers."),
  visibility_low: share.describe("Lower end of the 95 % interval (Wilson)."),
  visibility_high: share.describe("Upper end of the 95 % interval (Wilson)."),
  visibility_count: count.describe("Answers that mention it."),
  visibility_total: count.describe("Usable answers."),
  mention_count: count.describe("Times it is named."),
  share_of_voice: share.describe("visibility_count / share_of_voice_total."),
  share_of_voice_total: count.describe("Mentioning answers, summed over all tracked brands."),
  position: z.number().nullable().describe("Mean rank of first appearance where mentioned."),
  position_sum: count,
  position_count: count,
  first_count: count.describe("Answers that name it first."),
  sentiment: z.number().nullable().describe("0 to 100, 50 neutral; an estimate."),
  sentiment_sum: z.number().describe("Sum of scores from -1 to 1."),
  sentiment_count: count.describe("Scored answers."),
};

const BrandReportRow = z
  .object({
    brand: z.object({ id: z.string(), name: z.string(), is_own: z.boolean() }),
    ...DimensionFields,
    ...numbers,
    previous: z.object(numbers).nullable().optional().describe("The same number of days before."),
    change: z
      .object({
        visibility: Change,
        share_of_voice: Change,
        position: Change,
        sentiment: Change,
        mention_count: Change,
      })
      .nullable()
      .optional(),
  })
  .meta({ id: "BrandReportRow" });

const FILTERS = [...COMMON_FILTERS, "brand_id"] as const;

export const getBrandReport = operation({
  name: "get_brand_report",
  scope: "project",
  effect: "reads",
  snapshot: true,
  shared: { pages: ["overview", "brands"], report_filters: FILTERS },
  group: "Reports",
  summary: "Report on brands",
  description:
    "How often, how early and in what tone answers mention each tracked brand, over a range of days, by any dimensions. Each share comes with its counts, visibility with its 95 % interval; brands without a mention are rows with 0.",
  returns: "The report",
  route: "POST /reports/brands",
  tool: true,
  input: reportInput({ filters: FILTERS, orders: BRAND_ORDERS }),
  output: z.object({
    data: z.array(BrandReportRow),
    total_count: count,
    limit: count,
    offset: count,
    population: Population,
  }),
  async handler({ db, project }, query) {
    const facts = needsFacts(query);
    const { rows, total_count } = await readBrandRows(db, project, query);
    const population = await readPopulation(db, project, { query, facts });
    const slugs = await readSlugs(db, project);
    const compared = query.compare ? await compareBrands(db, project, { query, rows }) : null;
    const data = rows.map((row, index) => ({
      brand: { id: encodeId("brd", row.brand_id), name: row.brand_name, is_own: row.is_own },
      ...withInterval(row),
      ...showDimensions(row, query.dimensions, slugs),
      ...(compared && withPrevious(compared[index])),
    }));
    const { limit, offset } = query;
    return { data, total_count, limit, offset, population };
  },
});

function withPrevious(compared: Awaited<ReturnType<typeof compareBrands>>[number] | undefined) {
  if (!compared) return { previous: null, change: null };
  return { previous: withInterval(compared.previous), change: compared.change };
}

function withInterval(row: BrandRow) {
  const interval = wilson(row.visibility_count, row.visibility_total);
  return {
    ...row,
    visibility_low: interval?.low ?? null,
    visibility_high: interval?.high ?? null,
  };
}

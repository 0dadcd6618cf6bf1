import * as z from "zod";
import { encodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { pageOf, toPage } from "#core/page.ts";
import { DimensionFields, PartField, showDimensions } from "#domain/sums/dimensions.ts";
import {
  BRAND_INTERVALS,
  BRAND_MEASURES,
  fieldsOf,
  IntervalReasons,
  ordersOf,
} from "#domain/sums/measures.ts";
import { BrandLead } from "./brand-leads.ts";
import { pageOfRows, rowsToRead } from "./change-order.ts";
import { BrandChange } from "./compare.ts";
import { readBrandReport } from "./complete-brands.ts";
import { Population, readSlugs } from "./population.ts";
import { checkOther, readQuery, reportInput, sharedFilters } from "./report-query.ts";

const numbers = { ...fieldsOf(BRAND_MEASURES, BRAND_INTERVALS), ...IntervalReasons };
/** What chooses rows of brands; which answers are counted stays the same. */
const ROWS = ["brand_id"];

const BrandReportRow = z
  .object({
    brand: z.object({ id: z.string(), name: z.string(), is_own: z.boolean() }),
    ...DimensionFields,
    ...PartField,
    ...numbers,
    previous: z.object(numbers).nullable().optional().describe("The days compared with."),
    change: BrandChange.nullable().optional(),
    lead: BrandLead.nullable().optional(),
  })
  .meta({ id: "BrandReportRow" });

export const getBrandReport = operation({
  name: "get_brand_report",
  scope: "project",
  effect: "reads",
  snapshot: true,
  shared: {
    pages: ["overview", "brands"],
    pages_with_competitors: ["week"],
    report_filters: sharedFilters(ROWS),
  },
  group: "Reports",
  summary: "Report on brands",
  description:
    "How often, how early and in what tone answers mention each tracked brand, by any dimensions. Numbers come with counts and two 95 % intervals; brands without a mention have 0. brand_id chooses rows, not_brand_id and first_brand_id answers; not_in turns that round.",
  returns: "The report",
  failures: ["NOT_FOUND"],
  route: "POST /reports/brands",
  tool: { without: ["compare_from", "compare_to"] },
  input: reportInput({
    rows: ROWS,
    orders: ordersOf(BRAND_MEASURES),
    changes: Object.keys(BrandChange.shape),
  })
    .safeExtend({
      other_brand_id: idInput("brd")
        .optional()
        .describe("Adds each row's lead over it in the same answers."),
    })
    .superRefine(checkOther),
  output: pageOf(BrandReportRow).extend({ population: Population }),
  async handler(context, input) {
    const { db, project } = context;
    const asked = await readQuery(context, input, ROWS);
    const query = rowsToRead(asked);
    const { rows, total_count, population } = await readBrandReport(db, project, query);
    const slugs = await readSlugs(db, project, query);
    const data = rows.map(({ row, previous, change, lead }) => ({
      brand: { id: encodeId("brd", row.brand_id), name: row.brand_name, is_own: row.is_own },
      ...row,
      ...showDimensions(row, query, slugs),
      ...(query.compare && { previous, change }),
      ...(query.over && { lead }),
    }));
    return { ...toPage(pageOfRows({ rows: data, total_count }, asked), asked), population };
  },
});

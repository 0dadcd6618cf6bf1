import * as z from "zod";
import { operation } from "#core/operation.ts";
import { pageOf } from "#core/page.ts";
import { ordersOf, SOURCE_MEASURES } from "#domain/sums/measures.ts";
import { Population } from "./population.ts";
import { readQuery, reportInput, sharedFilters } from "./report-query.ts";
import {
  makeSourceReport,
  nameShownBrands,
  SOURCE_CHANGES,
  SourceFields,
} from "./source-report.ts";

/** What chooses rows of sources; which answers are counted stays the same. */
const ROWS = ["domain", "classification", "url", "page_type"];

const UrlReportRow = z
  .object({
    url: z.string(),
    title: z.string().nullable(),
    page_type: z.string().describe("What kind of page it is, read from its address and title."),
    ...SourceFields,
  })
  .meta({ id: "UrlReportRow" });

export const getUrlReport = operation({
  name: "get_url_report",
  scope: "project",
  effect: "reads",
  snapshot: true,
  shared: {
    pages: ["overview", "sources"],
    report_filters: sharedFilters(ROWS),
    show: nameShownBrands,
  },
  group: "Reports",
  summary: "Report on URLs",
  description:
    "Which pages answers read and cite, how often, and which brands those answers mention. Counted over the answers of models that can report sources.",
  returns: "The report",
  failures: ["NOT_FOUND"],
  route: "POST /reports/urls",
  tool: { without: ["compare_from", "compare_to"] },
  input: reportInput({ rows: ROWS, orders: ordersOf(SOURCE_MEASURES), changes: SOURCE_CHANGES }),
  output: pageOf(UrlReportRow).extend({ population: Population }),
  async handler(context, input) {
    const query = await readQuery(context, input, ROWS);
    return makeSourceReport(context, { kind: "url", query });
  },
});

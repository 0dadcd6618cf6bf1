import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Population } from "./population.ts";
import { COMMON_FILTERS, reportInput } from "./report-query.ts";
import { makeSourceReport, nameShownBrands, SourceFields } from "./source-report.ts";
import { SOURCE_ORDERS } from "./source-rows.ts";

const UrlReportRow = z
  .object({
    url: z.string(),
    title: z.string().nullable(),
    page_type: z.string().describe("What kind of page it is, told from its address and title."),
    ...SourceFields,
  })
  .meta({ id: "UrlReportRow" });

const FILTERS = [...COMMON_FILTERS, "domain", "classification", "url", "page_type"] as const;

export const getUrlReport = operation({
  name: "get_url_report",
  scope: "project",
  effect: "reads",
  snapshot: true,
  shared: { pages: ["overview", "sources"], report_filters: FILTERS, show: nameShownBrands },
  group: "Reports",
  summary: "Report on URLs",
  description:
    "Which pages answers read and cite, how often, and which brands those answers mention. Counted over the answers of models that can report sources.",
  returns: "The report",
  route: "POST /reports/urls",
  tool: true,
  input: reportInput({
    filters: FILTERS,
    orders: SOURCE_ORDERS,
  }),
  output: z.object({
    data: z.array(UrlReportRow),
    total_count: z.int(),
    limit: z.int(),
    offset: z.int(),
    population: Population,
  }),
  async handler(context, query) {
    return makeSourceReport(context, { kind: "url", query });
  },
});

import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Population } from "./population.ts";
import { COMMON_FILTERS, reportInput } from "./report-query.ts";
import { makeSourceReport, SourceFields } from "./source-report.ts";
import { SOURCE_ORDERS } from "./source-rows.ts";

const UrlReportRow = z
  .object({
    url: z.string(),
    title: z.string().nullable(),
    page_type: z.string().describe("What kind of page it is, told from its address and title."),
    ...SourceFields,
  })
  .meta({ id: "UrlReportRow" });

export const getUrlReport = operation({
  name: "get_url_report",
  scope: "project",
  access: "read",
  group: "Reports",
  summary: "Report on URLs",
  description:
    "Which pages answers read and cite, how often, and which brands those answers mention. Counted over the answers of models that can report sources.",
  returns: "The report",
  route: "POST /reports/urls",
  tool: true,
  input: reportInput({
    filters: [...COMMON_FILTERS, "domain", "classification", "url", "page_type"],
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

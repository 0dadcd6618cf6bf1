import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Population } from "./population.ts";
import { COMMON_FILTERS, reportInput } from "./report-query.ts";
import { makeSourceReport, nameShownBrands, SourceFields } from "./source-report.ts";
import { SOURCE_ORDERS } from "./source-rows.ts";

const DomainReportRow = z.object(SourceFields).meta({ id: "DomainReportRow" });

const FILTERS = [...COMMON_FILTERS, "domain", "classification"] as const;

export const getDomainReport = operation({
  name: "get_domain_report",
  scope: "project",
  effect: "reads",
  snapshot: true,
  shared: { pages: ["overview", "sources"], report_filters: FILTERS, show: nameShownBrands },
  group: "Reports",
  summary: "Report on domains",
  description:
    "Which sites answers read and cite, how often, and which brands those answers mention. Counted over the answers of models that can report sources.",
  returns: "The report",
  route: "POST /reports/domains",
  tool: true,
  input: reportInput({
    filters: FILTERS,
    orders: SOURCE_ORDERS,
  }),
  output: z.object({
    data: z.array(DomainReportRow),
    total_count: z.int(),
    limit: z.int(),
    offset: z.int(),
    population: Population,
  }),
  async handler(context, query) {
    return makeSourceReport(context, { kind: "domain", query });
  },
});

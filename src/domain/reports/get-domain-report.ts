import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Population } from "./population.ts";
import { COMMON_FILTERS, reportInput } from "./report-query.ts";
import { makeSourceReport, SourceFields } from "./source-report.ts";
import { SOURCE_ORDERS } from "./source-rows.ts";

const DomainReportRow = z.object(SourceFields).meta({ id: "DomainReportRow" });

export const getDomainReport = operation({
  name: "get_domain_report",
  scope: "project",
  access: "read",
  group: "Reports",
  summary: "Report on domains",
  description:
    "Which sites answers read and cite, how often, and which brands those answers mention. Counted over the answers of models that can report sources.",
  returns: "The report",
  route: "POST /reports/domains",
  tool: true,
  input: reportInput({
    filters: [...COMMON_FILTERS, "domain", "classification"],
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

import { operation } from "#core/operation.ts";
import { Rows } from "#core/rows.ts";
import { getDomainReport } from "./get-domain-report.ts";
import { withoutPages } from "./report-query.ts";
import { streamReport } from "./stream-report.ts";

export const exportDomainReport = operation({
  name: "export_domain_report",
  scope: "project",
  effect: "reads",
  download: "domain-report",
  audit: () => ({}),
  group: "Exports",
  summary: "Export the report on domains",
  description:
    "Streams every row of get_domain_report, with the same arguments but without pages; the fields of previous and change stand behind their name.",
  returns: "The report",
  input: withoutPages(getDomainReport.input),
  output: Rows,
  async handler(context, query) {
    return streamReport(context, getDomainReport, query);
  },
});

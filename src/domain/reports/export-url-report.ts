import { operation } from "#core/operation.ts";
import { Rows } from "#core/rows.ts";
import { getUrlReport } from "./get-url-report.ts";
import { withoutPages } from "./report-query.ts";
import { streamReport } from "./stream-report.ts";

export const exportUrlReport = operation({
  name: "export_url_report",
  scope: "project",
  effect: "reads",
  download: "url-report",
  audit: () => ({}),
  group: "Exports",
  summary: "Export the report on URLs",
  description:
    "Streams every row of get_url_report, with the same arguments but without pages; the fields of previous and change stand behind their name.",
  returns: "The report",
  input: withoutPages(getUrlReport.input),
  output: Rows,
  async handler(context, query) {
    return streamReport(context, getUrlReport, query);
  },
});

import { operation } from "#core/operation.ts";
import { Rows } from "#core/rows.ts";
import { getBrandReport } from "./get-brand-report.ts";
import { withoutPages } from "./report-query.ts";
import { streamReport } from "./stream-report.ts";

export const exportBrandReport = operation({
  name: "export_brand_report",
  scope: "project",
  effect: "reads",
  download: "brand-report",
  audit: () => ({}),
  group: "Exports",
  summary: "Export the report on brands",
  description:
    "Streams every row of get_brand_report, with the same arguments but without pages; the fields of brand, previous and change stand behind their name, as in brand_id.",
  returns: "The report",
  input: withoutPages(getBrandReport.input),
  output: Rows,
  async handler(context, query) {
    return streamReport(context, getBrandReport, query);
  },
});

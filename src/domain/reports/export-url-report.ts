import { operation } from "#core/operation.ts";
import { getUrlReport } from "./get-url-report.ts";
import { exportOf } from "./stream-report.ts";

export const exportUrlReport = operation({
  name: "export_url_report",
  download: "url-report",
  summary: "Export the report on URLs",
  description:
    "Streams every row of get_url_report, with the same arguments but without pages; the fields of previous and change stand behind their name.",
  ...exportOf(getUrlReport),
});

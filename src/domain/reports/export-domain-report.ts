import { operation } from "#core/operation.ts";
import { getDomainReport } from "./get-domain-report.ts";
import { exportOf } from "./stream-report.ts";

export const exportDomainReport = operation({
  name: "export_domain_report",
  download: "domain-report",
  summary: "Export the report on domains",
  description:
    "Streams every row of get_domain_report, with the same arguments but without pages; the fields of previous and change stand behind their name.",
  ...exportOf(getDomainReport),
});

import * as z from "zod";
import { operation } from "#core/operation.ts";
import { SourceFields, sourceReportOf } from "./source-report.ts";

/** What chooses rows of sources; which answers are counted stays the same. */
const ROWS = ["domain", "classification"];

const DomainReportRow = z.object(SourceFields).meta({ id: "DomainReportRow" });

export const getDomainReport = operation({
  name: "get_domain_report",
  summary: "Report on domains",
  description:
    "Which sites answers read and cite, how often, and which brands those answers mention. Counted over the answers of models that can report sources.",
  route: "POST /reports/domains",
  ...sourceReportOf("domain", { row: DomainReportRow, chosen_by: ROWS }),
});

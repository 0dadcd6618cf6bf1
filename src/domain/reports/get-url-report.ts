import * as z from "zod";
import { operation } from "#core/operation.ts";
import { SourceFields, sourceReportOf } from "./source-report.ts";

/** What chooses rows of sources; which answers are counted stays the same. */
const ROWS = ["domain", "classification", "url", "page_type"];

const UrlReportRow = z
  .object({
    url: z.string(),
    title: z.string().nullable(),
    page_type: z.string().describe("What kind of page it is, read from its address and title."),
    ...SourceFields,
  })
  .meta({ id: "UrlReportRow" });

export const getUrlReport = operation({
  name: "get_url_report",
  summary: "Report on URLs",
  description:
    "Which pages answers read and cite, how often, and which brands those answers mention. Counted over the answers of models that can report sources.",
  route: "POST /reports/urls",
  ...sourceReportOf("url", { row: UrlReportRow, chosen_by: ROWS }),
});

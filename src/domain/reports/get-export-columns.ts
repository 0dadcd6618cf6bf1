import * as z from "zod";
import { operation } from "#core/operation.ts";
import type { Column } from "#core/rows.ts";
import { CSV_COLUMNS, FILE_COLUMNS } from "#domain/exports/file-columns.ts";
import { getBrandReport } from "./get-brand-report.ts";
import { getDomainReport } from "./get-domain-report.ts";
import { getUrlReport } from "./get-url-report.ts";
import { columnsOfReport } from "./stream-report.ts";

const FILES: Readonly<Record<string, readonly Column[]>> = {
  ...FILE_COLUMNS,
  "brand-report": columnsOfReport(getBrandReport),
  "domain-report": columnsOfReport(getDomainReport),
  "url-report": columnsOfReport(getUrlReport),
  csv: Object.entries(CSV_COLUMNS).map(([name, about]) => ({ name, about })),
};

export const getExportColumns = operation({
  name: "get_export_columns",
  scope: "project",
  effect: "reads",
  group: "Exports",
  summary: "Get what the columns of exports mean",
  description:
    "Tells what each column of each file means, as far as a file compares no periods; csv: what CSV files add at the end of each row.",
  returns: "The columns of each file",
  input: z.strictObject({}),
  output: z.object({
    files: z.array(
      z.object({
        file: z.string().describe("As in the name of the file: answers, brand-report; or csv."),
        columns: z.array(z.object({ name: z.string(), about: z.string() })),
      }),
    ),
  }),
  async handler() {
    const files = Object.entries(FILES).map(([file, columns]) => ({
      file,
      columns: columns.map(({ name, about }) => ({ name, about })),
    }));
    return { files };
  },
});

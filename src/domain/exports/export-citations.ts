import { operation } from "#core/operation.ts";
import { rankCited } from "#domain/answers/lists/detail-queries.ts";
import { answerCells, exportOf } from "./export-filters.ts";
import { readPages } from "./export-queries.ts";
import { FILE_COLUMNS } from "./file-columns.ts";

export const exportCitations = operation({
  name: "export_citations",
  download: "citations",
  summary: "Export citations",
  description:
    "Streams one row for each page that each answer read or cites, oldest answers first.",
  returns: "The citations",
  ...exportOf(FILE_COLUMNS.citations, readPages, (row) =>
    rankCited(row.pages).map((page) => ({ ...answerCells(row), ...page })),
  ),
});

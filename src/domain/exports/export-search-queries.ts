import { operation } from "#core/operation.ts";
import { answerCells, exportOf } from "./export-filters.ts";
import { readQueries } from "./export-queries.ts";
import { FILE_COLUMNS } from "./file-columns.ts";

export const exportSearchQueries = operation({
  name: "export_search_queries",
  download: "search-queries",
  summary: "Export search queries",
  description:
    "Streams one row for each search that assistants ran while they answered, oldest answers first.",
  returns: "The search queries",
  ...exportOf(FILE_COLUMNS["search-queries"], readQueries, (row) =>
    row.queries.map((query, index) => ({ ...answerCells(row), position: index + 1, query })),
  ),
});

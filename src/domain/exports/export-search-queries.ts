import { operation } from "#core/operation.ts";
import type { Column } from "#core/rows.ts";
import { ANSWER_COLUMNS, answerCells, exportOf } from "./export-filters.ts";
import { readQueries } from "./export-queries.ts";

const COLUMNS: readonly Column[] = [
  ...ANSWER_COLUMNS,
  { name: "position", about: "Its place among the searches of the answer, from 1." },
  { name: "query", about: "What the assistant searched for." },
];

export const exportSearchQueries = operation({
  name: "export_search_queries",
  download: "search-queries",
  summary: "Export search queries",
  description:
    "Streams one row for each search that assistants ran while they answered, oldest answers first.",
  returns: "The search queries",
  ...exportOf(COLUMNS, readQueries, (row) =>
    row.queries.map((query, index) => ({ ...answerCells(row), position: index + 1, query })),
  ),
});

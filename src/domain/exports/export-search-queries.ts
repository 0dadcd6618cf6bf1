import { operation } from "#core/operation.ts";
import { type Column, Rows } from "#core/rows.ts";
import { readFilter } from "#domain/answers/lists/chat-filters.ts";
import { ANSWER_COLUMNS, answerCells, ExportFilters, mapBatches } from "./export-filters.ts";
import { readQueries } from "./export-queries.ts";

const COLUMNS: readonly Column[] = [
  ...ANSWER_COLUMNS,
  { name: "position", about: "Its place among the searches of the answer, from 1." },
  { name: "query", about: "What the assistant searched for." },
];

export const exportSearchQueries = operation({
  name: "export_search_queries",
  scope: "project",
  effect: "reads",
  download: "search-queries",
  audit: () => ({}),
  group: "Exports",
  summary: "Export search queries",
  description:
    "Streams one row for each search that assistants ran while they answered, oldest answers first.",
  returns: "The search queries",
  input: ExportFilters,
  output: Rows,
  async handler(context, input) {
    const filter = await readFilter(context, input);
    const batches = mapBatches(readQueries(context.db, context.project, filter), (row) =>
      row.queries.map((query, index) => ({ ...answerCells(row), position: index + 1, query })),
    );
    return { columns: COLUMNS, batches };
  },
});

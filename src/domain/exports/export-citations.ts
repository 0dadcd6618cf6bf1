import { operation } from "#core/operation.ts";
import { type Column, Rows } from "#core/rows.ts";
import { readFilter } from "#domain/answers/lists/chat-filters.ts";
import { ANSWER_COLUMNS, answerCells, ExportFilters, mapBatches } from "./export-filters.ts";
import { readPages } from "./export-queries.ts";

const COLUMNS: readonly Column[] = [
  ...ANSWER_COLUMNS,
  { name: "url", about: "The page as the answer gave it." },
  { name: "url_normalized", about: "The address it is counted under." },
  { name: "domain", about: "Registrable domain of the site." },
  { name: "title", about: "Title of the page; empty: unknown." },
  { name: "classification", about: "Kind of site, as in the domain report." },
  { name: "page_type", about: "Kind of page, as in the URL report." },
  { name: "retrieved", about: "Whether the answer read it." },
  { name: "cited", about: "Whether the answer points to it." },
  { name: "citation_count", about: "How often it does." },
  { name: "citation_position", about: "Rank among the pages it cites; empty: not cited." },
];

export const exportCitations = operation({
  name: "export_citations",
  scope: "project",
  effect: "reads",
  download: "citations",
  audit: () => ({}),
  group: "Exports",
  summary: "Export citations",
  description:
    "Streams one row for each page that each answer read or cites, oldest answers first.",
  returns: "The citations",
  input: ExportFilters,
  output: Rows,
  async handler(context, input) {
    const filter = await readFilter(context, input);
    const batches = mapBatches(readPages(context.db, context.project, filter), (row) => {
      let rank = 0;
      return row.pages.map(({ retrieved, cited, ...page }) => ({
        ...answerCells(row),
        ...page,
        retrieved: retrieved > 0,
        cited: cited > 0,
        citation_count: cited,
        citation_position: cited > 0 ? ++rank : null,
      }));
    });
    return { columns: COLUMNS, batches };
  },
});

import { operation } from "#core/operation.ts";
import type { Column } from "#core/rows.ts";
import { rankCited } from "#domain/answers/lists/detail-queries.ts";
import { ANSWER_COLUMNS, answerCells, exportOf } from "./export-filters.ts";
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
  download: "citations",
  summary: "Export citations",
  description:
    "Streams one row for each page that each answer read or cites, oldest answers first.",
  returns: "The citations",
  ...exportOf(COLUMNS, readPages, (row) =>
    rankCited(row.pages).map((page) => ({ ...answerCells(row), ...page })),
  ),
});

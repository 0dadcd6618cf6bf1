import { encodeId, encodeModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import type { Column } from "#core/rows.ts";
import type { SourceRow } from "#domain/answers/lists/detail-queries.ts";
import { slugOf } from "#domain/models/model.ts";
import { exportOf } from "./export-filters.ts";
import { readWholeAnswers } from "./export-queries.ts";

const TITLE_MAX = 500;

const COLUMNS: readonly Column[] = [
  { name: "chat_id", about: "The answer; an import takes it and does not use it." },
  { name: "external_id", about: "The id it was imported or captured under; empty: none." },
  { name: "captured_at", about: "When it was given, UTC." },
  { name: "prompt", about: "The question." },
  { name: "country_code", about: "Where it was asked." },
  { name: "language_code", about: "Language of the prompt." },
  { name: "model", about: "Who answered: its name, or its id where the name no longer makes it." },
  { name: "surface", about: "How answers of the model come to be." },
  { name: "served_model", about: "The version that answered; empty: unknown." },
  { name: "status", about: "answered, no_answer, refused or error; reports count the answered." },
  { name: "search_ran", about: "Whether it searched; empty: unknown." },
  { name: "answer", about: "The answer's Markdown." },
  {
    name: "sources",
    about: "Pages it read or cites; one cited twice is listed twice.",
    item: "url",
  },
  { name: "search_queries", about: "What it searched for." },
  { name: "is_cut", about: "Whether its provider ended it at a length limit." },
  { name: "search_asked", about: "How it was asked to search; empty: unknown." },
  { name: "search_tool", about: "The tool it searched with; empty: none or unknown." },
  { name: "effort", about: "How much it was made to think; empty: unknown." },
  { name: "country_asked", about: "Whether it was told the country; empty: unknown." },
  { name: "asked_without", about: "Fields that its provider refused, so they were left out." },
  { name: "extras", about: "What the page showed beside the answer.", item: "title" },
];

export const exportAnswers = operation({
  name: "export_answers",
  download: "answers",
  summary: "Export answers",
  description:
    "Streams captured answers whole, oldest first. As JSON Lines it is what import_chats takes; there brands are detected again.",
  returns: "The answers",
  ...exportOf(COLUMNS, readWholeAnswers, (row) => [
    {
      chat_id: encodeId("cht", row.answer_id),
      external_id: row.external_id ?? undefined,
      captured_at: row.captured_at,
      prompt: row.prompt,
      country_code: row.country_code,
      language_code: row.language_code,
      model: slugOf(row.model) === row.slug ? row.model : encodeModelId(row.slug),
      surface: row.surface,
      served_model: row.served_model ?? undefined,
      status: row.status,
      search_ran: row.search_ran,
      answer: row.answer,
      sources: row.pages.flatMap(entriesOf),
      search_queries: row.queries,
      is_cut: row.is_cut,
      search_asked: row.search_asked ?? undefined,
      search_tool: row.search_tool ?? undefined,
      effort: row.effort ?? undefined,
      country_asked: row.country_asked ?? undefined,
      asked_without: row.asked_without ?? undefined,
      extras: row.extras,
    },
  ]),
});

/** A page as entries of an import, which counts each cited one once. */
function entriesOf({ url, title, cited, retrieved }: SourceRow) {
  const entry = {
    url,
    title: title?.slice(0, TITLE_MAX).toWellFormed(),
    cited: cited > 0,
    retrieved: retrieved > 0,
  };
  return Array.from({ length: Math.max(1, cited) }, () => entry);
}

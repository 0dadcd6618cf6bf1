import { encodeId, encodeModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import type { SourceRow } from "#domain/answers/lists/detail-queries.ts";
import { slugOf } from "#domain/models/model.ts";
import { exportOf } from "./export-filters.ts";
import { readWholeAnswers } from "./export-queries.ts";
import { FILE_COLUMNS } from "./file-columns.ts";

const TITLE_MAX = 500;

export const exportAnswers = operation({
  name: "export_answers",
  download: "answers",
  summary: "Export answers",
  description:
    "Streams captured answers whole, oldest first. As JSON Lines it is what import_chats takes; there brands are detected again.",
  returns: "The answers",
  ...exportOf(FILE_COLUMNS.answers, readWholeAnswers, (row) => [
    {
      chat_id: encodeId("cht", row.answer_id),
      external_id: row.external_id ?? undefined,
      captured_at: row.captured_at,
      date: row.date,
      prompt: row.prompt,
      topic: row.topic,
      tags: row.tags,
      country_code: row.country_code,
      language_code: row.language_code,
      model: slugOf(row.model) === row.slug ? row.model : encodeModelId(row.slug),
      surface: row.surface,
      served_model: row.served_model ?? undefined,
      status: row.status,
      search_ran: row.search_ran,
      answer: row.answer,
      brands_mentioned: row.brands,
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

import { encodeId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { pairsOf, toneOf } from "#domain/answers/lists/detail-queries.ts";
import { answerCells, exportOf } from "./export-filters.ts";
import { readMentions } from "./export-queries.ts";
import { FILE_COLUMNS } from "./file-columns.ts";

export const exportMentions = operation({
  name: "export_mentions",
  download: "mentions",
  summary: "Export mentions",
  description:
    "Streams one row for each tracked brand in each answer, oldest answers first; with brand_id, the rows of that brand alone.",
  returns: "The mentions",
  ...exportOf(FILE_COLUMNS.mentions, readMentions, (row) =>
    row.mentions.map((mention) => ({
      ...answerCells(row),
      brand_id: encodeId("brd", mention.brand_id),
      brand: mention.brand,
      is_own: mention.is_own,
      position: mention.position,
      mention_count: mention.mention_count,
      ...toneOf(mention, row.answer),
      evidence: pairsOf(mention.evidence, row.answer),
    })),
  ),
});

import { encodeId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import type { Column } from "#core/rows.ts";
import { pairsOf, toneOf } from "#domain/answers/lists/detail-queries.ts";
import { ANSWER_COLUMNS, answerCells, exportOf } from "./export-filters.ts";
import { readMentions } from "./export-queries.ts";

const COLUMNS: readonly Column[] = [
  ...ANSWER_COLUMNS,
  { name: "brand_id", about: "The tracked brand." },
  { name: "brand", about: "Its name." },
  { name: "is_own", about: "Whether it is the project's own brand." },
  { name: "position", about: "Rank of first appearance among tracked brands, from 1." },
  { name: "mention_count", about: "Times it is named in the answer." },
  { name: "sentiment", about: "0 to 100, 50 neutral, an estimate; empty: not scored." },
  {
    name: "sentiment_method",
    about: "estimate by word lists, judge: a language model, person: decided; empty: not scored.",
  },
  { name: "sentiment_quote", about: "The words a judge went by.", item: "text" },
  { name: "evidence", about: "Where it is named: the first 20 places.", item: "text" },
];

export const exportMentions = operation({
  name: "export_mentions",
  download: "mentions",
  summary: "Export mentions",
  description:
    "Streams one row for each tracked brand in each answer, oldest answers first; with brand_id, the rows of that brand alone.",
  returns: "The mentions",
  ...exportOf(COLUMNS, readMentions, (row) =>
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

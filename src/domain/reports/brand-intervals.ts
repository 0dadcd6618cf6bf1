import type { End } from "#domain/sums/measures.ts";
import type { BrandRow } from "./brand-rows.ts";
import type { ReportQuery } from "./report-query.ts";
import type { Spreads } from "./row-statistics.ts";
import { RATIOS, type Ratio } from "./row-sums.ts";
import { meanEnds, shareEnds } from "./share-ends.ts";

/** The ends of both intervals of each number of a row: shares within 0 to 1, places from 1 on, tone within 0 to 100. */
export function brandEnds(
  row: BrandRow,
  { spreads, query }: { spreads: Spreads; query: ReportQuery },
): Record<`${Ratio}_${End}`, number | null> {
  const tone = row.sentiment === null ? null : (row.sentiment - 50) / 50;
  const place = { ratio: row.position, whole: row.position_count };
  const toned = { ratio: tone, whole: row.sentiment_count };
  const ends = {
    visibility: shareEnds(
      { ratio: row.visibility, whole: row.visibility_total },
      ...([spreads.visibility, query] as const),
    ),
    share_of_voice: shareEnds(
      { ratio: row.share_of_voice, whole: row.share_of_voice_total },
      ...([spreads.share_of_voice, query] as const),
    ),
    position: meanEnds(place, spreads.position, query),
    sentiment: meanEnds(toned, spreads.sentiment, query),
  };
  const all = RATIOS.flatMap((ratio) =>
    Object.entries(ends[ratio]).map(([end, value]) => [
      `${ratio}_${end}`,
      value === null ? null : SHOWN[ratio](value),
    ]),
  );
  return Object.fromEntries(all);
}

/** Ends as the report shows them. */
const SHOWN: Record<Ratio, (value: number) => number> = {
  visibility: (value) => value,
  share_of_voice: (value) => value,
  position: (value) => Math.max(1, value),
  sentiment: (value) => Math.max(0, Math.min(100, 50 + 50 * value)),
};

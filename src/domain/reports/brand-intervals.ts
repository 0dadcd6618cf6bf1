import { END_NAMES, type End } from "#domain/sums/measures.ts";
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
      spreads.visibility,
      query,
    ),
    share_of_voice: shareEnds(
      { ratio: row.share_of_voice, whole: row.share_of_voice_total },
      spreads.share_of_voice,
      query,
    ),
    position: meanEnds(place, spreads.position, query),
    sentiment: meanEnds(toned, spreads.sentiment, query),
  };
  const all = {} as Record<`${Ratio}_${End}`, number | null>;
  for (const ratio of RATIOS) {
    const show = SHOWN[ratio];
    for (const [end, name] of NAMES[ratio]) {
      const value = ends[ratio][end];
      all[name] = value === null ? null : show(value);
    }
  }
  return all;
}

/** What each end of each ratio is called in a row. */
const NAMES = Object.fromEntries(
  RATIOS.map((ratio) => [ratio, END_NAMES.map((end) => [end, `${ratio}_${end}`])]),
) as Record<Ratio, [End, `${Ratio}_${End}`][]>;

/** Ends as the report shows them. */
const SHOWN: Record<Ratio, (value: number) => number> = {
  visibility: (value) => value,
  share_of_voice: (value) => value,
  position: (value) => Math.max(1, value),
  sentiment: (value) => Math.max(0, Math.min(100, 50 + 50 * value)),
};

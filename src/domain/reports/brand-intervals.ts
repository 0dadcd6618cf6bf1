import type { End, IntervalReasons } from "#domain/sums/measures.ts";
import type { BrandRow } from "./brand-rows.ts";
import type { ReportQuery } from "./report-query.ts";
import type { Spreads } from "./row-statistics.ts";
import type { Ratio } from "./row-sums.ts";
import { meanEnds, reasonsOf, SINGLE_TONE, shareEnds, singlePlace } from "./share-ends.ts";

/**
 * A row with the ends of both intervals of each number: shares within 0 to 1, places from 1 on, tone within 0 to 100.
 * Written out, because names that are put together cost as much as all the rest of a short report here.
 */
export function withEnds(
  row: BrandRow,
  { spreads, query }: { spreads: Spreads; query: ReportQuery },
): BrandRow & IntervalReasons & Record<`${Ratio}_${End}`, number | null> {
  const tone = row.sentiment === null ? null : (row.sentiment - 50) / 50;
  const seen = { ratio: row.visibility, whole: row.visibility_total };
  const voice = { ratio: row.share_of_voice, whole: row.share_of_voice_total };
  const visibility = shareEnds(seen, spreads.visibility, query);
  const share_of_voice = shareEnds(voice, spreads.share_of_voice, query);
  const place = {
    ...{ ratio: row.position, whole: row.position_count },
    single: singlePlace(row.position ?? 1),
  };
  const position = meanEnds(place, spreads.position, query);
  const toned = { ratio: tone, whole: row.sentiment_count, single: SINGLE_TONE };
  const sentiment = meanEnds(toned, spreads.sentiment, query);
  const reasons = reasonsOf([
    { ratio: seen.ratio, ends: visibility, period: spreads.visibility },
    { ratio: voice.ratio, ends: share_of_voice, period: spreads.share_of_voice },
    { ratio: place.ratio, ends: position, period: spreads.position },
    { ratio: tone, ends: sentiment, period: spreads.sentiment },
  ]);
  return {
    ...row,
    ...reasons,
    visibility_low: visibility.low,
    visibility_high: visibility.high,
    visibility_questions_low: visibility.questions_low,
    visibility_questions_high: visibility.questions_high,
    share_of_voice_low: share_of_voice.low,
    share_of_voice_high: share_of_voice.high,
    share_of_voice_questions_low: share_of_voice.questions_low,
    share_of_voice_questions_high: share_of_voice.questions_high,
    position_low: asPlace(position.low),
    position_high: asPlace(position.high),
    position_questions_low: asPlace(position.questions_low),
    position_questions_high: asPlace(position.questions_high),
    sentiment_low: asTone(sentiment.low),
    sentiment_high: asTone(sentiment.high),
    sentiment_questions_low: asTone(sentiment.questions_low),
    sentiment_questions_high: asTone(sentiment.questions_high),
  };
}

const asPlace = (end: number | null) => (end === null ? null : Math.max(1, end));
const asTone = (end: number | null) =>
  end === null ? null : Math.max(0, Math.min(100, 50 + 50 * end));

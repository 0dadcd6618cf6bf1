import { mean } from "./mean-interval.ts";
import type { CitingAnswer, Pair } from "./paired-rows.ts";

/**
 * By prompt, how much the cited domains of two answers have in common (Jaccard: shared ones / all of both), on average
 * over pairs of answers: `between` of the two models on the same day, `within` of one model on days that follow each
 * other, which is how far its own answers differ. Pairs in which neither cites count nowhere.
 */
export type Overlap = {
  between: number[];
  within: number[];
  other_within: number[];
  pairs: number;
};

export function overlapOf(answers: readonly CitingAnswer[], { one, other }: Pair): Overlap {
  const found: Overlap = { between: [], within: [], other_within: [], pairs: 0 };
  for (const asked of Map.groupBy(answers, ({ prompt_id }) => prompt_id).values()) {
    const days = [...Map.groupBy(asked, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
    const of = (model: number) =>
      days.map(([, some]) => some.filter(({ model_id }) => model_id === model));
    const [ones, others] = [of(one), of(other)];
    const next = (list: CitingAnswer[][]) =>
      list.slice(1).flatMap((some, index) => compare(list[index] ?? [], some));
    const between = ones.flatMap((some, index) => compare(some, others[index] ?? []));
    found.pairs += between.length;
    if (between.length > 0) found.between.push(mean(between));
    for (const [list, values] of [
      [found.within, next(ones)],
      [found.other_within, next(others)],
    ] as const) {
      if (values.length > 0) list.push(mean(values));
    }
  }
  return found;
}

/** Each answer of the one list with each of the other. */
function compare(some: readonly CitingAnswer[], more: readonly CitingAnswer[]): number[] {
  return some.flatMap((one) =>
    more.flatMap((other) => {
      const all = new Set([...one.domains, ...other.domains]).size;
      return all === 0 ? [] : [(one.domains.length + other.domains.length - all) / all];
    }),
  );
}

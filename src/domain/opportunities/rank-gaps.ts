import { type Interval, newcombe } from "#domain/reports/intervals.ts";
import type { Place } from "./opportunity-queries.ts";
import type { Rival } from "./rival-queries.ts";

/** What a gap is about, and whether the own brand is never named there or less than a competitor. */
export const GAP_KINDS = [
  "prompt_missing",
  "prompt_weak",
  "source_missing",
  "source_weak",
] as const;
export type GapKind = (typeof GAP_KINDS)[number];

/** A place where the strongest competitor is surely named more than the own brand, and by how much. */
export type Gap = {
  of: "prompt" | "source";
  kind: GapKind;
  place: Place;
  rival: Rival;
  difference: Interval & { value: number };
};

type Found = { places: readonly Place[]; rivals: ReadonlyMap<number, Rival> };

/**
 * Gaps, the surest large one first: by the lower end of the 95 % interval (Newcombe) of the difference between the
 * strongest competitor's share and the own brand's, then by the answers that can be won. Those that may be none are
 * left out.
 */
export function gapsOf(of: Gap["of"], { places, rivals }: Found): Gap[] {
  return places.flatMap((place) => {
    const rival = rivals.get(place.id);
    if (!rival) return [];
    const { own_count, answer_count } = place;
    const counts = { before: own_count, before_total: answer_count };
    const interval = newcombe({ ...counts, now: rival.count, now_total: rival.total });
    if (!interval || interval.low <= 0) return [];
    const value = rival.count / rival.total - own_count / answer_count;
    const kind: GapKind = `${of}_${own_count === 0 ? "missing" : "weak"}`;
    return [{ of, kind, place, rival, difference: { value, ...interval } }];
  });
}

/** The order of gaps; total, so that pages neither repeat nor skip. */
export function bySize(left: Gap, right: Gap): number {
  return (
    right.difference.low - left.difference.low ||
    right.place.missing_count - left.place.missing_count ||
    compare(left.kind, right.kind) ||
    compare(left.place.name, right.place.name) ||
    left.place.id - right.place.id
  );
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

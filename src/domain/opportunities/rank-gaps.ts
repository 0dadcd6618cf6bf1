import type { Difference } from "#domain/statistics/brand-difference.ts";
import type { Place } from "./opportunity-queries.ts";

/** What a gap is about, and whether the own brand is never named there or less than a competitor. */
export const GAP_KINDS = [
  "prompt_missing",
  "prompt_weak",
  "source_missing",
  "source_weak",
] as const;
export type GapKind = (typeof GAP_KINDS)[number];

/** The competitor that most answers at a place name, of how many it was counted in, and by how much it is named more. */
export type Rival = { brand_id: number; count: number; total: number; difference: Difference };

/** A place where the strongest competitor is surely named more than the own brand. */
export type Gap = { of: "prompt" | "source"; kind: GapKind; place: Place; rival: Rival };

type Found = { places: readonly Place[]; rivals: ReadonlyMap<number, Rival> };

/** Gaps; those that may be none, because the interval of the difference reaches zero, are left out. */
export function gapsOf(of: Gap["of"], { places, rivals }: Found): Gap[] {
  return places.flatMap((place) => {
    const rival = rivals.get(place.id);
    if (!rival || rival.difference.low <= 0) return [];
    const kind: GapKind = `${of}_${place.own_count === 0 ? "missing" : "weak"}`;
    return [{ of, kind, place, rival }];
  });
}

/**
 * The order of gaps, the surest large one first: by the lower end of the difference, then by the answers that can be
 * won; total, so that pages neither repeat nor skip.
 */
export function bySize(left: Gap, right: Gap): number {
  return (
    right.rival.difference.low - left.rival.difference.low ||
    right.place.missing_count - left.place.missing_count ||
    compare(left.kind, right.kind) ||
    compare(left.place.name, right.place.name) ||
    left.place.id - right.place.id
  );
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

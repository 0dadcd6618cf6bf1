import type { Span } from "./clean-answer.ts";

/** A brand found at a range of the cleaned text. */
export type BrandHit = Span & { brand_id: number };

/** Both lists in one, by place; hits of one brand that overlap become one. */
export function mergeHits(hits: BrandHit[], regex_hits: readonly BrandHit[]): BrandHit[] {
  if (regex_hits.length === 0) return hits;
  const all = [...hits, ...regex_hits].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: BrandHit[] = [];
  const last_of = new Map<number, BrandHit>();
  for (const hit of all) {
    const last = last_of.get(hit.brand_id);
    if (last && hit.start < last.end) {
      last.end = Math.max(last.end, hit.end);
    } else {
      const copy = { ...hit };
      merged.push(copy);
      last_of.set(hit.brand_id, copy);
    }
  }
  return merged;
}

/** Whether one of the spans, sorted and apart from each other, overlaps the span. */
export function overlapsAny(spans: readonly Span[], span: Span): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= span.start) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.start ?? Number.POSITIVE_INFINITY) < span.end;
}

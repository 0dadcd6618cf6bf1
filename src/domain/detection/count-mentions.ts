import type { Mention } from "./brand-rules.ts";
import { EVIDENCE_LIMIT } from "./brand-rules.ts";
import type { CleanAnswer, Span } from "./clean-answer.ts";
import type { Effort } from "./effort.ts";

/** A range of the cleaned text and the brands that it names; one list of brands for all ranges of the same kind. */
export type Naming = Span & { brand_ids: readonly number[] };

/** A mention with the ranges of the cleaned text that it was counted from, the first 20. */
export type CountedMention = Mention & { spans: readonly Span[] };

/** What brands that are named in the same places have in common. */
type Count = Pick<CountedMention, "mention_count" | "first_offset" | "evidence" | "spans">;

/** All ranges that name the same brands. */
type Group = { brand_ids: readonly number[]; spans: Span[]; is_pattern: boolean };

/**
 * Mentions, offsets in the original Markdown, from what names brands in its cleaned text: `names` by place and apart
 * from each other, `patterns` where a brand's own expression matched; where both overlap it is one occurrence.
 * Ranges are counted once, however many brands they name.
 */
export function countMentions(
  { names, patterns }: { names: readonly Naming[]; patterns: readonly Naming[] },
  { clean, markdown, effort }: { clean: CleanAnswer; markdown: string; effort: Effort },
): CountedMention[] {
  const groups = [...groupNamings(names, false), ...groupNamings(patterns, true)];
  const counts = new Map<string, Count>();
  return rankBrands(groups).map(({ brand_id, members }, index) => {
    const key = members.join();
    const count =
      counts.get(key) ?? countSpans(groupsAt(groups, members), { clean, markdown, effort });
    counts.set(key, count);
    return { brand_id, position: index + 1, ...count };
  });
}

function groupNamings(namings: readonly Naming[], is_pattern: boolean): Group[] {
  const groups = new Map<readonly number[], Group>();
  for (const { brand_ids, start, end } of namings) {
    const group = groups.get(brand_ids);
    if (group) group.spans.push({ start, end });
    else groups.set(brand_ids, { brand_ids, spans: [{ start, end }], is_pattern });
  }
  return [...groups.values()];
}

function groupsAt(groups: readonly Group[], members: readonly number[]): Group[] {
  return members.flatMap((index) => groups[index] ?? []);
}

/** `order` is that among brands named in one place. */
type Place = Span & { is_pattern: boolean; order: number };
type Ranked = { brand_id: number; members: number[]; first: Place };

/** Brands by first appearance, each with the groups that name it; in one place the longer comes first, then a name. */
function rankBrands(groups: readonly Group[]): Ranked[] {
  const brands = new Map<number, Ranked>();
  for (const [index, { brand_ids, spans, is_pattern }] of groups.entries()) {
    const span = spans[0] ?? { start: 0, end: 0 };
    for (const [place, brand_id] of brand_ids.entries()) {
      const first = { ...span, is_pattern, order: is_pattern ? brand_id : place };
      const known = brands.get(brand_id);
      if (!known) brands.set(brand_id, { brand_id, members: [index], first });
      else {
        known.members.push(index);
        if (byAppearance(first, known.first) < 0) known.first = first;
      }
    }
  }
  return [...brands.values()].sort((a, b) => byAppearance(a.first, b.first));
}

function byAppearance(a: Place, b: Place): number {
  return byPlace(a, b) || Number(a.is_pattern) - Number(b.is_pattern) || a.order - b.order;
}

function byPlace(a: Span, b: Span): number {
  return a.start - b.start || b.end - a.end;
}

function countSpans(
  groups: readonly Group[],
  { clean, markdown, effort }: { clean: CleanAnswer; markdown: string; effort: Effort },
): Count {
  const { count, spans } = groups.some((group) => group.is_pattern)
    ? joinSpans(groups, effort)
    : addSpans(groups);
  const evidence = spans.map((span) => {
    const { start, end } = clean.toOriginalSpan(span);
    return { start, end, text: markdown.slice(start, end) };
  });
  return { mention_count: count, first_offset: evidence[0]?.start ?? 0, evidence, spans };
}

type Counted = { count: number; spans: Span[] };

/** Ranges of names never overlap: their numbers add up, and the first of each hold the first of all. */
function addSpans(groups: readonly Group[]): Counted {
  const count = groups.reduce((sum, { spans }) => sum + spans.length, 0);
  const first = groups.flatMap(({ spans }) => spans.slice(0, EVIDENCE_LIMIT));
  if (groups.length > 1) first.sort(byPlace);
  return { count, spans: first.slice(0, EVIDENCE_LIMIT) };
}

/** An expression may match what a name matched: what overlaps is one occurrence. */
function joinSpans(groups: readonly Group[], effort: Effort): Counted {
  const all = groups.flatMap(({ spans }) => spans).sort(byPlace);
  effort.tries -= all.length;
  const spans: Span[] = [];
  let count = 0;
  let last: Span | undefined;
  for (const span of all) {
    if (last && span.start < last.end) {
      last.end = Math.max(last.end, span.end);
      continue;
    }
    last = { ...span };
    count += 1;
    if (count <= EVIDENCE_LIMIT) spans.push(last);
    else if (effort.tries < 0) break;
  }
  return { count, spans };
}

import type { AliasPattern } from "./alias-pattern.ts";
import { aliasPattern, escapeText, splitCompound, squeeze } from "./alias-pattern.ts";
import type { BrandRules, Mention } from "./brand-rules.ts";
import { EVIDENCE_LIMIT } from "./brand-rules.ts";
import type { CleanAnswer, Span } from "./clean-answer.ts";
import { cleanAnswer } from "./clean-answer.ts";
import { isAbsence, mayStateAbsence } from "./find-absence.ts";
import { foldKey, foldText } from "./fold-text.ts";
import type { BrandHit } from "./merge-hits.ts";
import { mergeHits, overlapsAny } from "./merge-hits.ts";
import type { Edge } from "./name-boundary.ts";
import { canBegin, canEnd } from "./name-boundary.ts";

type Spelling = { pattern: RegExp; left: Edge; right: Edge; key: string };
/** Longest first; a large group is looked up by squeezed text instead of tried one by one. */
type Group = { spellings: Spelling[]; by_key: Map<string, Spelling[]>; key_lengths: number[] };
type Search = {
  triggers: RegExp;
  /** Spellings by the literal they begin with. */
  groups: Map<string, Group>;
  brands: Map<string, number[]>;
};

/** Tracked brands made ready to be searched; build once, use for any number of answers. */
export type Matcher = {
  lower: Search | null;
  cased: Search | null;
  excludes: Map<number, Search>;
};

const SMALL_GROUP = 8;

type Entry = { text: string; brand_id: number; case_sensitive: boolean };

/** Compiles the tracked brands' names, aliases, written-out domains and exclude phrases. */
export function compileBrands(brands: readonly BrandRules[]): Matcher {
  const entries = brands.flatMap(entriesOf);
  return {
    lower: compileSearch(entries.filter((entry) => !entry.case_sensitive)),
    cased: compileSearch(entries.filter((entry) => entry.case_sensitive)),
    excludes: new Map(brands.flatMap(excludeOf)),
  };
}

/**
 * The tracked brands that an answer mentions, in order of first appearance. `removed_spans` are
 * citation annotations in the Markdown; `regex_hits` are ranges of the cleaned text found by the
 * brands' own expressions (`runRegexes`), merged with the alias matches that they overlap.
 */
export function findMentions(
  matcher: Matcher,
  markdown: string,
  given: { removed_spans?: readonly Span[]; regex_hits?: readonly BrandHit[] } = {},
): Mention[] {
  const clean = cleanAnswer(markdown, given.removed_spans);
  return toMentions(findHits(matcher, clean.text, given.regex_hits ?? []), clean, markdown);
}

/** All occurrences in a cleaned text, by place; occurrences of one brand never overlap. */
export function findHits(
  matcher: Matcher,
  text: string,
  regex_hits: readonly BrandHit[] = [],
): BrandHit[] {
  const folded = foldText(text);
  const found = [
    ...search(matcher.lower, folded.lower, folded.lower),
    ...search(matcher.cased, folded.cased, folded.lower),
  ];
  const hits: BrandHit[] = [];
  const may_state_absence = mayStateAbsence(folded.lower);
  const excluded = new Map<number, Span[]>();
  for (const hit of leftmostLongest(found)) {
    if (may_state_absence && isAbsence(folded.lower, hit)) continue;
    const span = folded.sourceSpan(hit.start, hit.end);
    for (const brand_id of hit.brand_ids) {
      const hidden = excludedSpans(matcher, folded.lower, { brand_id, known: excluded });
      if (!overlapsAny(hidden, hit)) hits.push({ brand_id, ...span });
    }
  }
  return mergeHits(hits, regex_hits);
}

/** Mentions, offsets in the original Markdown, from occurrences in its cleaned text. */
export function toMentions(
  hits: readonly BrandHit[],
  clean: CleanAnswer,
  markdown: string,
): Mention[] {
  const mentions = new Map<number, Mention>();
  for (const hit of hits) {
    const { start, end } = clean.toOriginalSpan(hit);
    const known = mentions.get(hit.brand_id);
    const mention = known ?? {
      brand_id: hit.brand_id,
      position: mentions.size + 1,
      mention_count: 0,
      first_offset: start,
      evidence: [],
    };
    if (!known) mentions.set(hit.brand_id, mention);
    mention.mention_count += 1;
    if (mention.evidence.length < EVIDENCE_LIMIT) {
      mention.evidence.push({ start, end, text: markdown.slice(start, end) });
    }
  }
  return [...mentions.values()];
}

function entriesOf(brand: BrandRules): Entry[] {
  const given = [...brand.aliases];
  const name_key = foldKey(brand.name);
  // An alias equal to the name decides the name's case rule.
  if (!given.some((alias) => foldKey(alias.text) === name_key)) {
    given.push({ text: brand.name, case_sensitive: false });
  }
  const entries = given.map((alias): Entry => ({ ...alias, brand_id: brand.brand_id }));
  for (const entry of [...entries]) {
    const split = splitCompound(entry.text);
    // "Linked In" may be the name; "linked in" is English.
    if (split) entries.push({ text: split, brand_id: brand.brand_id, case_sensitive: true });
  }
  for (const domain of brand.domains) {
    entries.push({ text: domain, brand_id: brand.brand_id, case_sensitive: false });
  }
  return entries;
}

function excludeOf({ brand_id, exclude_phrases }: BrandRules): [number, Search][] {
  const search = compileSearch(
    exclude_phrases.map((text) => ({ text, brand_id, case_sensitive: false })),
  );
  return search ? [[brand_id, search]] : [];
}

function compileSearch(entries: readonly Entry[]): Search | null {
  const brands = new Map<string, number[]>();
  const patterns = new Map<string, AliasPattern>();
  for (const entry of entries) {
    const folded = foldText(entry.text);
    const spelling = entry.case_sensitive ? folded.cased : folded.lower;
    const pattern = aliasPattern(spelling);
    if (!pattern) continue;
    patterns.set(spelling, pattern);
    const ids = brands.get(squeeze(spelling)) ?? [];
    if (!ids.includes(entry.brand_id)) ids.push(entry.brand_id);
    brands.set(squeeze(spelling), ids);
  }
  if (brands.size === 0) return null;
  return { brands, ...groupByTrigger([...patterns.values()]) };
}

/**
 * One plain alternation of the literals that matches begin with (V8 makes a fast scan of it), then
 * the few spellings behind the literal that was found, longest first.
 */
function groupByTrigger(patterns: AliasPattern[]): Pick<Search, "triggers" | "groups"> {
  const triggers = new Set<string>();
  for (const { trigger } of patterns.toSorted((a, b) => a.trigger.length - b.trigger.length)) {
    if (!prefixIn(triggers, trigger)) triggers.add(trigger);
  }
  const lists = new Map<string, Spelling[]>();
  for (const one of patterns.toSorted((a, b) => b.length - a.length)) {
    const prefix = prefixIn(triggers, one.trigger) ?? one.trigger;
    const { source, left, right, key } = one;
    const list = lists.get(prefix) ?? [];
    list.push({ pattern: new RegExp(source, "yu"), left, right, key });
    lists.set(prefix, list);
  }
  const groups = new Map([...lists].map(([prefix, list]) => [prefix, toGroup(list)] as const));
  const latin = [...triggers].filter((trigger) => /^[a-z]/i.test(trigger)).map(escapeText);
  const other = [...triggers].filter((trigger) => !/^[a-z]/i.test(trigger)).map(escapeText);
  const alternatives = [
    ...(latin.length > 0 ? [`(?<![a-zA-Z])(?:${latin.join("|")})`] : []),
    ...other,
  ];
  return { groups, triggers: new RegExp(alternatives.join("|"), "g") };
}

function toGroup(spellings: Spelling[]): Group {
  const by_key = Map.groupBy(spellings, ({ key }) => key);
  const lengths = new Set([...by_key.keys()].map((key) => key.length));
  return { spellings, by_key, key_lengths: [...lengths].sort((a, b) => b - a) };
}

function prefixIn(triggers: ReadonlySet<string>, text: string): string | null {
  for (let end = 1; end <= text.length; end += 1) {
    if (triggers.has(text.slice(0, end))) return text.slice(0, end);
  }
  return null;
}

type Found = Span & { brand_ids: readonly number[] };

function search(search: Search | null, text: string, lower: string): Found[] {
  if (!search) return [];
  const { triggers, groups, brands } = search;
  const found: Found[] = [];
  triggers.lastIndex = 0;
  for (let hit = triggers.exec(text); hit; hit = triggers.exec(text)) {
    const start = hit.index;
    triggers.lastIndex = start + 1;
    const end = endOfMatch(groups.get(hit[0]), text, start);
    if (end < 0) continue;
    triggers.lastIndex = end;
    if (isPartOfHost(lower, start, end)) continue;
    const match = text.slice(start, end);
    found.push({ start, end, brand_ids: brands.get(squeeze(match)) ?? [] });
  }
  return found;
}

function endOfMatch(group: Group | undefined, text: string, start: number): number {
  if (!group) return -1;
  for (const { pattern, left, right } of candidateSpellings(group, text, start)) {
    pattern.lastIndex = start;
    if (!pattern.test(text)) continue;
    const end = pattern.lastIndex;
    if (canBegin(left, text, start) && canEnd(right, text, end)) return end;
  }
  return -1;
}

function* candidateSpellings(group: Group, text: string, start: number): Generator<Spelling> {
  if (group.spellings.length <= SMALL_GROUP) {
    yield* group.spellings;
    return;
  }
  // Room for the separators and the "and" that a spelling in the text may have on top.
  const key = squeeze(text.slice(start, start + 3 * (group.key_lengths[0] ?? 0) + 8));
  for (const length of group.key_lengths) yield* group.by_key.get(key.slice(0, length)) ?? [];
}

const HOST_TAIL =
  /[a-z0-9-]{0,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:[a-z]{2,4}|store|shop|online)(?![\w-])/y;

/** "best-acme-deals.com" and "acme-outlet.com" are other sites; "acme.com" and "eu.acme.com" not. */
function isPartOfHost(lower: string, start: number, end: number): boolean {
  if (lower[end] === "@") return true;
  if (lower[start - 1] !== "-" && lower[end] !== "-") return false;
  HOST_TAIL.lastIndex = end;
  return HOST_TAIL.test(lower);
}

function leftmostLongest(found: Found[]): Found[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Found[] = [];
  let free_from = 0;
  for (const hit of found) {
    const last = kept.at(-1);
    if (last && last.start === hit.start && last.end === hit.end) {
      last.brand_ids = [...new Set([...last.brand_ids, ...hit.brand_ids])];
    } else if (hit.start >= free_from) {
      kept.push(hit);
      free_from = hit.end;
    }
  }
  return kept;
}

function excludedSpans(
  matcher: Matcher,
  lower: string,
  { brand_id, known }: { brand_id: number; known: Map<number, Span[]> },
): readonly Span[] {
  const phrases = matcher.excludes.get(brand_id);
  if (!phrases) return [];
  let spans = known.get(brand_id);
  if (!spans) {
    spans = search(phrases, lower, lower);
    known.set(brand_id, spans);
  }
  return spans;
}

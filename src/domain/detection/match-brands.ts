import { behindFor, splitCompound, squeeze } from "./alias-pattern.ts";
import type { BrandRules, Mention } from "./brand-rules.ts";
import { asciiDomain, readableDomain } from "./canonical-url.ts";
import type { Span } from "./clean-answer.ts";
import { cleanAnswer } from "./clean-answer.ts";
import { countMentions, type Naming } from "./count-mentions.ts";
import { type Effort, newEffort } from "./effort.ts";
import { type Reading, readingsIn, type Standing } from "./find-absence.ts";
import { foldKey, foldText } from "./fold-text.ts";
import { safeSpellings } from "./safe-spellings.ts";
import { compileSearch, type Entry, type Search, search } from "./search-names.ts";

/** What looking whether a name is only said to be absent takes, compared with trying a spelling. */
const ABSENCE_TRIES = 50;

/** Tracked brands made ready to be searched; build once, use for any number of answers. */
export type Matcher = {
  lower: Search | null;
  cased: Search | null;
  excludes: Map<number, Search>;
};

/** Compiles the tracked brands' names, aliases, written-out domains and exclude phrases. */
export function compileBrands(brands: readonly BrandRules[]): Matcher {
  const entries = withoutTaken(brands, brands.flatMap(entriesOf));
  return {
    lower: compileSearch(entries.filter((entry) => !entry.case_sensitive)),
    cased: compileSearch(entries.filter((entry) => entry.case_sensitive)),
    excludes: compileExcludes(brands),
  };
}

/** Whether a question or a name names one of the brands, their own expressions aside; for short texts. */
export function namesBrand(matcher: Matcher, markdown: string): boolean {
  const { text } = cleanAnswer(markdown);
  return findNames(matcher, text, newEffort(), { is_question: true }).length > 0;
}

/**
 * The tracked brands that an answer mentions, in order of first appearance. `removed_spans` are
 * citation annotations in the Markdown; `patterns` are ranges of the cleaned text found by the
 * brands' own expressions.
 */
export function findMentions(
  matcher: Matcher,
  markdown: string,
  given: { removed_spans?: readonly Span[]; patterns?: readonly Naming[] } = {},
): Mention[] {
  const clean = cleanAnswer(markdown, given.removed_spans);
  const effort = newEffort();
  const names = findNames(matcher, clean.text, effort);
  const patterns = withoutHidden(matcher, given.patterns ?? [], { text: clean.text, effort });
  const found = countMentions({ names, patterns }, { clean, markdown, effort });
  return found.map(({ spans: _, ...mention }) => mention);
}

/**
 * What names brands in a cleaned text, by place, apart from each other; as far as the effort lasts. In an answer a name
 * that is only said to be unknown does not count; in a question it does.
 */
export function findNames(
  matcher: Matcher,
  text: string,
  effort: Effort,
  { is_question = false }: { is_question?: boolean } = {},
): Naming[] {
  const folded = foldText(text);
  const { lower, cased } = folded;
  // Phrases hide before the longest name wins: one that is hidden covers no other.
  const visible = withoutExcluded(matcher, lower, effort);
  const found = [
    ...search(matcher.lower, { text: lower, lower, effort, visible }),
    ...search(matcher.cased, { text: cased, lower, effort, visible }),
  ];
  const hits = leftmostLongest(found);
  const read = is_question ? null : readingsIn(folded, hits);
  const names: ReadNaming[] = [];
  for (const hit of hits) {
    effort.tries -= ABSENCE_TRIES;
    if (effort.tries < 0) break;
    const naming = { ...folded.sourceSpan(hit.start, hit.end), brand_ids: hit.brand_ids };
    names.push({ naming, reading: read?.(hit) });
  }
  return withoutAbsent(names);
}

/** What expressions matched in a cleaned text, without the brands that their exclude phrases hide there. */
export function withoutHidden(
  matcher: Matcher,
  patterns: readonly Naming[],
  { text, effort }: { text: string; effort: Effort },
): readonly Naming[] {
  const excluding = patterns.some(({ brand_ids }) =>
    brand_ids.some((brand_id) => matcher.excludes.has(brand_id)),
  );
  if (!excluding) return patterns;
  const { lower, sourceSpan } = foldText(text);
  // Expressions run on the text as it is written, phrases are looked for in the folded one.
  const visible = withoutExcluded(matcher, lower, effort, ({ start, end }) =>
    sourceSpan(start, end),
  );
  return patterns.flatMap((pattern) => {
    const brand_ids = visible(pattern);
    return brand_ids.length === 0 ? [] : [{ ...pattern, brand_ids }];
  });
}

type ReadNaming = { naming: Naming; reading: Reading | undefined };

/** Without the names said to be unknown; where nothing else is said of a brand, without its bare names, too. */
function withoutAbsent(names: readonly ReadNaming[]): Naming[] {
  if (!names.some(({ reading }) => reading?.isAbsent)) return names.map(({ naming }) => naming);
  const read = names.map(({ naming, reading }) => ({
    naming,
    standing: reading?.standing() ?? "said",
  }));
  const brandsAt = (standing: Standing) =>
    new Set(read.flatMap((one) => (one.standing === standing ? one.naming.brand_ids : [])));
  const absent = brandsAt("absent");
  const said = brandsAt("said");
  return read.flatMap(({ naming, standing }) => {
    if (standing === "absent") return [];
    if (standing === "said") return [naming];
    const brand_ids = naming.brand_ids.filter((id) => said.has(id) || !absent.has(id));
    return brand_ids.length === 0 ? [] : [{ ...naming, brand_ids }];
  });
}

type GuessedEntry = Entry & { is_guess?: true };

/** Without guesses at how a brand is written that are the names or aliases of other brands. */
function withoutTaken(brands: readonly BrandRules[], entries: readonly GuessedEntry[]): Entry[] {
  const keyOf = (text: string) => squeeze(foldText(text).lower);
  const owners = new Map<string, Set<number>>();
  for (const { brand_id, name, aliases } of brands) {
    for (const text of [name, ...aliases.map((alias) => alias.text)]) {
      const key = keyOf(text);
      owners.set(key, (owners.get(key) ?? new Set()).add(brand_id));
    }
  }
  const isTaken = ({ text, brand_id, is_guess }: GuessedEntry): boolean => {
    const having = is_guess && owners.get(keyOf(text));
    return Boolean(having && !having.has(brand_id));
  };
  return entries.filter((entry) => !isTaken(entry));
}

function entriesOf(brand: BrandRules): GuessedEntry[] {
  const given = [...brand.aliases];
  const name_key = foldKey(brand.name);
  // An alias equal to the name decides the name's case rule.
  if (!given.some((alias) => foldKey(alias.text) === name_key)) {
    given.push({ text: brand.name, case_sensitive: false });
  }
  const entries = given
    .flatMap(safeSpellings)
    .map((spelling): GuessedEntry => ({ ...spelling, brand_id: brand.brand_id }));
  for (const entry of [...entries]) {
    const split = entry.is_dotted ? null : splitCompound(entry.text);
    // "Linked In" may be the name; "linked in" is English.
    if (split) entries.push({ ...entry, text: split, case_sensitive: true });
    const prefixed = behindFor(entry.text);
    if (prefixed) entries.push({ ...entry, text: prefixed, is_guess: true });
  }
  // "müller.de" is written so and as xn--mller-kva.de.
  for (const text of new Set(
    brand.domains.flatMap((one) => [asciiDomain(one), readableDomain(one)]),
  )) {
    entries.push({
      ...{ text, brand_id: brand.brand_id },
      ...{ case_sensitive: false, is_domain: true },
    });
  }
  return entries;
}

/** The phrases that hide a brand; brands with the same phrases share one search. */
function compileExcludes(brands: readonly BrandRules[]): Map<number, Search> {
  const known = new Map<string, Search | null>();
  const excludes = new Map<number, Search>();
  for (const { brand_id, exclude_phrases } of brands) {
    const key = JSON.stringify(exclude_phrases);
    const phrases = exclude_phrases
      .flatMap((text) => [text, behindFor(text) ?? []].flat())
      .map((text) => ({ text, brand_id, case_sensitive: false }));
    const made = known.get(key) ?? compileSearch(phrases);
    known.set(key, made);
    if (made) excludes.set(brand_id, made);
  }
  return excludes;
}

function leftmostLongest(found: Naming[]): Naming[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const union = makeUnion();
  const kept: Naming[] = [];
  let free_from = 0;
  for (const hit of found) {
    const last = kept.at(-1);
    if (last && last.start === hit.start && last.end === hit.end) {
      last.brand_ids = union(last.brand_ids, hit.brand_ids);
    } else if (hit.start >= free_from) {
      kept.push(hit);
      free_from = hit.end;
    }
  }
  return kept;
}

/** Two lists of brands in one; the same two always give the same one. */
function makeUnion(): (left: readonly number[], right: readonly number[]) => readonly number[] {
  const known = new Map<readonly number[], Map<readonly number[], readonly number[]>>();
  return (left, right) => {
    const of_left = known.get(left) ?? new Map<readonly number[], readonly number[]>();
    known.set(left, of_left);
    const both = of_left.get(right) ?? [...new Set([...left, ...right])];
    of_left.set(right, both);
    return both;
  };
}

/**
 * Tells which brands of a naming are not hidden by one of their exclude phrases; the same ones always in the same list.
 * Brands with the same phrases are looked at once. `place` says where in the text of the namings a phrase stands.
 */
function withoutExcluded(
  { excludes }: Matcher,
  lower: string,
  effort: Effort,
  place: (phrase: Span) => Span = (phrase) => phrase,
): (naming: Naming) => readonly number[] {
  const spans = new Map<Search, readonly Span[]>();
  const searches = new Map<readonly number[], readonly Search[]>();
  const lists = new Map<readonly number[], Map<string, readonly number[]>>();
  const isHidden = (phrases: Search, span: Span): boolean => {
    const hidden = spans.get(phrases) ?? search(phrases, { text: lower, lower, effort }).map(place);
    spans.set(phrases, hidden);
    effort.tries -= 1;
    return overlapsAny(hidden, span);
  };
  return (naming) => {
    const { brand_ids } = naming;
    const known = searches.get(brand_ids) ?? [
      ...new Set(brand_ids.flatMap((brand_id) => excludes.get(brand_id) ?? [])),
    ];
    searches.set(brand_ids, known);
    const hiding = known.filter((phrases) => isHidden(phrases, naming));
    if (hiding.length === 0) return brand_ids;
    const of_list = lists.get(brand_ids) ?? new Map<string, readonly number[]>();
    lists.set(brand_ids, of_list);
    const key = hiding.map((phrases) => known.indexOf(phrases)).join();
    const left =
      of_list.get(key) ??
      brand_ids.filter((brand_id) => !hiding.some((one) => one === excludes.get(brand_id)));
    of_list.set(key, left);
    return left;
  };
}

/** Whether one of the spans, sorted and apart from each other, overlaps the span. */
function overlapsAny(spans: readonly Span[], span: Span): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= span.start) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.start ?? Number.POSITIVE_INFINITY) < span.end;
}

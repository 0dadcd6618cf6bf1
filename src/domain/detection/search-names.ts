import type { AliasPattern } from "./alias-pattern.ts";
import { aliasPattern, dottedPattern, escapeText, squeeze } from "./alias-pattern.ts";
import type { Naming } from "./count-mentions.ts";
import type { Effort } from "./effort.ts";
import { foldText } from "./fold-text.ts";
import type { Edge } from "./name-boundary.ts";
import { canBegin, canEnd } from "./name-boundary.ts";

type Spelling = { pattern: RegExp; left: Edge; right: Edge; key: string };
/** Longest first; a large group is looked up by squeezed text instead of tried one by one. */
type Group = {
  spellings: Spelling[];
  by_key: Map<string, Spelling[]>;
  key_lengths: number[];
  /** What it takes to look for them in one place. */
  tries: number;
};
/** Spellings of names ready to be searched. */
export type Search = {
  triggers: RegExp;
  /** Spellings by the literal they begin with. */
  groups: Map<string, Group>;
  brands: Map<string, number[]>;
  /** Those of the spellings, squeezed, that are domains. */
  domains: ReadonlySet<string>;
};

const SMALL_GROUP = 8;
const NOBODY: readonly number[] = [];

/** A spelling and the brand that it names; `is_dotted` when it is meant as an abbreviation with its dots. */
export type Entry = {
  text: string;
  brand_id: number;
  case_sensitive: boolean;
  is_dotted?: true;
  is_domain?: true;
};

/** Makes spellings ready to be searched, or null when none has a letter or digit. */
export function compileSearch(entries: readonly Entry[]): Search | null {
  const brands = new Map<string, number[]>();
  const domains = new Set<string>();
  const patterns = new Map<string, AliasPattern>();
  for (const entry of entries) {
    // What Persian joins with a mark is written with a space, too.
    const folded = foldText(entry.text.replaceAll("\u200c", " "));
    const spelling = entry.case_sensitive ? folded.cased : folded.lower;
    const pattern = (entry.is_dotted ? dottedPattern : aliasPattern)(spelling);
    if (!pattern) continue;
    patterns.set(entry.is_dotted ? `${spelling} dotted` : spelling, pattern);
    const ids = brands.get(squeeze(spelling)) ?? [];
    if (!ids.includes(entry.brand_id)) ids.push(entry.brand_id);
    brands.set(squeeze(spelling), ids);
    if (entry.is_domain) domains.add(squeeze(spelling));
  }
  if (brands.size === 0) return null;
  return { brands, domains, ...groupByTrigger([...patterns.values()]) };
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
  const key_lengths = [...lengths].sort((a, b) => b - a);
  const tries = spellings.length <= SMALL_GROUP ? spellings.length : 20 + 2 * key_lengths.length;
  return { spellings, by_key, key_lengths, tries };
}

function prefixIn(triggers: ReadonlySet<string>, text: string): string | null {
  for (let end = 1; end <= text.length; end += 1) {
    if (triggers.has(text.slice(0, end))) return text.slice(0, end);
  }
  return null;
}

type Sought = {
  text: string;
  lower: string;
  effort: Effort;
  /** Which brands of a naming are not hidden there; where none is, a shorter spelling may be meant. */
  visible?: (naming: Naming) => readonly number[];
};

/** Where spellings stand in a folded text, by place; of those in one place the longest. Ends when the effort is spent. */
export function search(
  search: Search | null,
  { text, lower, effort, visible = ({ brand_ids }) => brand_ids }: Sought,
): Naming[] {
  if (!search) return [];
  const { triggers, groups, brands, domains } = search;
  const found: Naming[] = [];
  const namingAt = (start: number, end: number): Naming | null => {
    const brand_ids = brands.get(squeeze(text.slice(start, end))) ?? NOBODY;
    const seen = visible({ start, end, brand_ids });
    return seen.length === 0 ? null : { start, end, brand_ids: seen };
  };
  triggers.lastIndex = 0;
  for (let hit = triggers.exec(text); hit; hit = triggers.exec(text)) {
    const start = hit.index;
    triggers.lastIndex = start + 1;
    const group = groups.get(hit[0]);
    effort.tries -= group?.tries ?? 1;
    if (effort.tries < 0) break;
    const naming = longestAt(group, { text, start, namingAt });
    if (!naming) continue;
    triggers.lastIndex = naming.end;
    if (isPartOfHost(lower, { start, end: naming.end, domains })) continue;
    effort.names -= 1;
    if (effort.names < 0) break;
    found.push(naming);
  }
  return found;
}

type Sight = {
  text: string;
  start: number;
  namingAt: (start: number, end: number) => Naming | null;
};

/** The longest spelling that stands at a place and is not hidden there. */
function longestAt(group: Group | undefined, { text, start, namingAt }: Sight): Naming | null {
  if (!group) return null;
  for (const { pattern, left, right } of candidateSpellings(group, text, start)) {
    pattern.lastIndex = start;
    if (!pattern.test(text)) continue;
    const end = pattern.lastIndex;
    if (!canBegin(left, text, start) || !canEnd(right, text, end)) continue;
    const naming = namingAt(start, end);
    if (naming) return naming;
  }
  return null;
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

const HOST_REST = /(?:\.[a-z0-9-]{1,63}){1,4}\.[a-z]{2,24}(?![\w-])/y;

/**
 * "best-acme-deals.com" and "acme-outlet.com" are other sites, as is "acme.com.shop.net"; "acme.com", "eu.acme.com" and
 * "acme.com.au" not.
 */
function isPartOfHost(
  lower: string,
  { start, end, domains }: Pick<Search, "domains"> & Pick<Naming, "start" | "end">,
): boolean {
  if (lower[end] === "@") return true;
  // "next.js.config.ts" is no address.
  const name = lower.slice(start, end);
  if (lower[end] === "." && name.includes(".") && domains.has(squeeze(name))) {
    HOST_REST.lastIndex = end;
    if (HOST_REST.test(lower)) return true;
  }
  if (lower[start - 1] !== "-" && lower[end] !== "-") return false;
  HOST_TAIL.lastIndex = end;
  return HOST_TAIL.test(lower);
}

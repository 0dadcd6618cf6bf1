import { join } from "node:path";
import type { BrandRules } from "#domain/detection/brand-rules.ts";
import { canonicalUrl, siteOf } from "#domain/detection/canonical-url.ts";
import { casedSpellings } from "#domain/detection/case-flag.ts";
import { classifyDomain } from "#domain/detection/classify-source.ts";
import { createCandidateCounter } from "#domain/detection/count-candidates.ts";
import { candidatesOf, suggestionKey } from "#domain/detection/find-candidates.ts";
import { foldKey } from "#domain/detection/fold-text.ts";
import { compileBrands, findMentions } from "#domain/detection/match-brands.ts";
import { classifyPage } from "#domain/detection/page-type.ts";
import { rankCandidates } from "#domain/detection/rank-candidates.ts";
import type { SitePage } from "#domain/detection/site-pages.ts";
import type { RealAnswer } from "./real-data.ts";
import { readAnswers, readLines } from "./real-data.ts";

const TRACKED = 40;

const folder = process.argv[2];
const shown = Number(process.argv[3] ?? 60);
if (!folder) {
  console.error("usage: node bench/real-answers.ts FOLDER [DISAGREEMENTS_TO_PRINT]");
  process.exit(2);
}
const answers = readAnswers(folder);
const brands = mostFrequentBrands(folder);
comparePresence();
countSources();
compareSuggestions();

function mostFrequentBrands(from: string): BrandRules[] {
  const counts = new Map<string, { name: string; count: number }>();
  type Product = { brand: string | null; mentions: { total: number } };
  for (const { brand, mentions } of readLines<Product>(join(from, "products.jsonl"))) {
    if (!brand || foldKey(brand) === "unknown" || foldKey(brand) === "n/a") continue;
    const known = counts.get(foldKey(brand)) ?? { name: brand, count: 0 };
    known.count += mentions.total;
    counts.set(foldKey(brand), known);
  }
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, TRACKED);
  return sorted.map(({ name }, index) => ({
    brand_id: index + 1,
    name,
    aliases: casedSpellings(name),
    domains: [],
    regex: null,
    exclude_phrases: [],
  }));
}

function comparePresence(): void {
  const matcher = compileBrands(brands);
  const by_key = new Map(brands.map((brand) => [foldKey(brand.name), brand.brand_id]));
  const sums = { both: 0, found_only: 0, listed_only: 0 };
  const found_only: string[] = [];
  const listed_only: string[] = [];
  for (const answer of answers) {
    const listed = new Set<number>();
    for (const { brand } of answer.products_mentioned ?? []) {
      const id = by_key.get(foldKey(brand ?? ""));
      if (id) listed.add(id);
    }
    const mentions = findMentions(matcher, answer.response);
    const found = new Map(mentions.map((mention) => [mention.brand_id, mention]));
    for (const brand of brands) {
      const mention = found.get(brand.brand_id);
      const is_listed = listed.has(brand.brand_id);
      if (mention && is_listed) sums.both += 1;
      else if (mention) {
        sums.found_only += 1;
        const { start, end } = mention.evidence[0] ?? { start: 0, end: 0 };
        found_only.push(label(answer, brand.name) + around(answer.response, start, end));
      } else if (is_listed) {
        sums.listed_only += 1;
        const at = answer.response.toLowerCase().indexOf(brand.name.toLowerCase());
        const names = answer.products_mentioned
          .filter((product) => foldKey(product.brand ?? "") === foldKey(brand.name))
          .map((product) => product.name);
        const place = at < 0 ? "(not in the text)" : around(answer.response, at, at + 10);
        listed_only.push(`${label(answer, brand.name)}[${names.slice(0, 2).join("; ")}] ${place}`);
      }
    }
  }
  console.log(`answers ${answers.length}, tracked ${brands.map(({ name }) => name).join(", ")}`);
  const precision = sums.both / (sums.both + sums.found_only);
  const recall = sums.both / (sums.both + sums.listed_only);
  console.log({ ...sums, precision: round(precision), recall: round(recall) });
  print("found, not listed", found_only);
  print("listed, not found", listed_only);
}

/** What kinds of sites the citations are of, each site classed by all of its cited pages. */
function countSources(): void {
  const sites = new Map<string, { citations: number; pages: Map<string, SitePage> }>();
  for (const { url, title } of answers.flatMap(({ sources }) => sources ?? [])) {
    const canonical = canonicalUrl(url);
    if (!canonical) continue;
    const site = sites.get(canonical.domain) ?? { citations: 0, pages: new Map() };
    sites.set(canonical.domain, site);
    site.citations += 1;
    const page = { url: canonical.url_normalized, title: title ?? null };
    site.pages.set(page.url, { ...page, page_type: classifyPage(page.url, title ?? "") });
  }
  const counts: Record<string, number> = {};
  for (const [domain, { citations, pages }] of sites) {
    const kind = classifyDomain(domain, { own_domains: [], competitor_domains: [] }, [
      ...pages.values(),
    ]);
    counts[kind] = (counts[kind] ?? 0) + citations;
  }
  const page_count = [...sites.values()].reduce((sum, { pages }) => sum + pages.size, 0);
  console.log(`\n== citations by class of site, of ${page_count} pages`, counts);
}

function label({ model, query_id, run }: RealAnswer, brand: string): string {
  return `${model === "ChatGPT" ? "C" : "G"}${run} ${query_id.slice(6)} ${brand}: `;
}

function around(text: string, start: number, end: number): string {
  const piece = `${text.slice(Math.max(0, start - 45), start)}>>${text.slice(start, end)}<<`;
  return `${piece}${text.slice(end, end + 45)}`.replace(/\n/g, "⏎");
}

function print(title: string, lines: string[]): void {
  console.log(`\n== ${title}: ${lines.length}`);
  // A fixed stride spreads what is read over the whole set.
  const stride = Math.max(1, Math.floor(lines.length / Math.max(1, shown)));
  for (let index = 0; index < lines.length; index += stride) console.log(lines[index]);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** One pseudo-project per question set: the suggestions against the brands that people listed. */
function compareSuggestions(): void {
  const projects = new Map<number, RealAnswer[]>();
  for (const answer of answers) {
    const set = Math.floor((Number(answer.query_id.slice(6)) - 2219) / 4);
    projects.set(set, [...(projects.get(set) ?? []), answer]);
  }
  let exact = 0;
  let prefix = 0;
  let shown_count = 0;
  let milliseconds = 0;
  let wanted = 0;
  let known = 0;
  const misses: string[] = [];
  for (const [set, of_project] of projects) {
    const listed = new Set<string>();
    for (const { products_mentioned } of of_project) {
      for (const { brand } of products_mentioned ?? []) if (brand) listed.add(suggestionKey(brand));
    }
    const started = performance.now();
    const all = suggestFor(of_project);
    milliseconds += performance.now() - started;
    const top = all.slice(0, 10);
    const common = listedOften(of_project);
    wanted += common.length;
    known += all.filter(({ key }) => common.includes(key)).length;
    for (const { name, key } of top) {
      shown_count += 1;
      if (listed.has(key)) exact += 1;
      const is_prefix = [...listed].some((one) => one.startsWith(key) || key.startsWith(one));
      if (is_prefix) prefix += 1;
      else misses.push(`${set}:${name}`);
    }
  }
  console.log(`\n== suggestions over ${projects.size} question sets`);
  console.log({
    shown: shown_count,
    precision_at_10_exact: round(exact / shown_count),
    precision_at_10_prefix: round(prefix / shown_count),
    listed_in_three: wanted,
    listed_in_three_and_suggested: known,
    milliseconds_per_answer: round(milliseconds / answers.length),
  });
  console.log(misses.join(", "));
}

/** Brands that people listed for three answers or more, and that as many answers name. */
function listedOften(of_project: readonly RealAnswer[]): string[] {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { products_mentioned } of of_project) {
    const names = (products_mentioned ?? []).map(({ brand }) => brand ?? "");
    for (const name of new Map(names.map((name) => [suggestionKey(name), name])).values()) {
      if (/^$|unknown|n\/a/i.test(name)) continue;
      const before = counts.get(suggestionKey(name))?.count ?? 0;
      counts.set(suggestionKey(name), { name, count: before + 1 });
    }
  }
  return [...counts].flatMap(([key, { name, count }]) => {
    if (count < 3) return [];
    const rules = { aliases: [], domains: [], regex: null, exclude_phrases: [] };
    const matcher = compileBrands([{ brand_id: 1, name, ...rules }]);
    const naming = of_project.filter((one) => findMentions(matcher, one.response).length > 0);
    return naming.length < 3 ? [] : [key];
  });
}

function suggestFor(of_project: readonly RealAnswer[]) {
  const counter = createCandidateCounter();
  const domains = new Set<string>();
  for (const [chat_id, answer] of of_project.entries()) {
    for (const { url } of answer.sources ?? []) {
      const host = URL.parse(url)?.hostname;
      if (host) domains.add(siteOf(host));
    }
    const model_id = answer.model === "ChatGPT" ? 1 : 2;
    counter.add({ chat_id, model_id, day: "2026-01-01" }, candidatesOf(answer.response));
  }
  return rankCandidates(
    { ...counter.totals(), cited_domains: [...domains] },
    { tracked_names: [], rejected_keys: new Set() },
  );
}

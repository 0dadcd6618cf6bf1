import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Log } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { BrandRules } from "#domain/detection/brand-rules.ts";
import { canonicalUrl } from "#domain/detection/canonical-url.ts";
import type { KnownSites } from "#domain/detection/classify-source.ts";
import type { Span } from "#domain/detection/clean-answer.ts";
import type { Detection, ScoredMention } from "#domain/detection/detect-answer.ts";
import { createDetector, type Detector, detectAnswers } from "#domain/detection/detect-answers.ts";
import { classifyPage } from "#domain/detection/page-type.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { contentHash, type Source, type Status } from "./answer-line.ts";
import type { NewAnswer } from "./store-answers.ts";

/** A project's brands, ready for reading answers; `rules` tells two states of them apart. */
export type Reader = {
  project_id: number;
  detector: Detector;
  rules: string;
  sites: KnownSites;
};

type BrandRow = BrandRules & { is_own: boolean };

/** The reader of a project as its brands are now; `known` is returned while they have not changed. */
export async function loadReader(
  db: Database,
  { project_id }: Tenant,
  known?: Reader,
): Promise<Reader> {
  const rows = await rowsOf<BrandRow>(db)`
    select brand_id, name, aliases, domains, regex, exclude_phrases, is_own from brands
    where project_id = ${project_id} order by brand_id`;
  const rules = JSON.stringify(rows);
  if (known?.rules === rules) return known;
  return {
    project_id,
    detector: createDetector(rows),
    rules,
    sites: {
      own_domains: rows.filter((brand) => brand.is_own).flatMap((brand) => brand.domains),
      competitor_domains: rows.filter((brand) => !brand.is_own).flatMap((brand) => brand.domains),
    },
  };
}

/** Finds the brands in some answers, in their order, and logs which were not read to their end. */
export async function findBrands(
  { detector, project_id }: Reader,
  answers: readonly { answer: string; removed_spans?: readonly Span[] }[],
  log: Log,
): Promise<Detection[]> {
  const texts = answers.map(({ answer, removed_spans = [] }) => ({ answer, removed_spans }));
  const found = await detectAnswers(detector, texts);
  const cuts = found.flatMap(({ cut }) => cut ?? []);
  if (cuts.length > 0) {
    const reasons = [...new Set(cuts)];
    log.warn({ project_id, answers: cuts.length, reasons }, "answers were not read to their end");
  }
  return found;
}

/** What is stored of what was found in an answer: only usable answers mention brands. */
export function detectedIn(
  { status }: { status: Status },
  found: Detection | undefined,
): { mentions: readonly ScoredMention[]; is_partial: boolean } {
  if (status !== "answered" || !found) return { mentions: [], is_partial: false };
  return { mentions: found.mentions, is_partial: found.cut !== null };
}

// Hashing this many takes some milliseconds; then others on this process get their turn.
const READ_AT_ONCE = 25;

/** Answers with what they say, found by `reader` outside of any transaction. */
export type ReadAnswers = {
  reader: Reader;
  answers: (NewAnswer & { content_hash: Buffer; pages: PageUse[] })[];
  /** By the answers' order. */
  found: Detection[];
};

/** Reads answers that are to be stored: what tells them apart, their pages and the brands they mention. */
export async function readAnswers(
  reader: Reader,
  given: readonly NewAnswer[],
  log: Log,
): Promise<ReadAnswers> {
  const finding = findBrands(reader, given, log);
  // It is awaited below; until then its failure must not count as unhandled.
  finding.catch(() => {});
  const answers: ReadAnswers["answers"] = [];
  for (let from = 0; from < given.length; from += READ_AT_ONCE) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    const some = given.slice(from, from + READ_AT_ONCE);
    for (const answer of some) {
      const pages = mergePages(answer.sources);
      const content_hash = contentHash({ ...answer, pages });
      answers.push({ ...answer, content_hash, pages });
    }
  }
  return { reader, answers, found: await finding };
}

/** A page as one answer used it. */
export type PageUse = {
  url: string;
  /** Its md5. */
  url_hash: string;
  domain: string;
  title: string | null;
  page_type: string;
  retrieved: number;
  cited: number;
  position: number;
  raw_url: string | null;
};

/**
 * The pages of an answer by canonical address, ranked by first appearance. A page that is there twice is one:
 * its citations add up, and it was read once.
 */
export function mergePages(sources: readonly Source[]): PageUse[] {
  const pages = new Map<string, PageUse>();
  for (const { url: given, title, retrieved, cited } of sources) {
    const known = pageOf(given, title);
    if (!known) continue;
    const page = pages.get(known.url);
    if (page) {
      page.cited += cited;
      page.retrieved = Math.max(page.retrieved, retrieved);
      page.title ??= title;
      continue;
    }
    const raw_url = given === known.url ? null : given;
    const position = pages.size + 1;
    pages.set(known.url, { ...known, title, retrieved, cited, position, raw_url });
  }
  return [...pages.values()];
}

type Page = Pick<PageUse, "url" | "url_hash" | "domain" | "page_type">;

/** What addresses came to, with the title they had last: the same pages are used by many answers. */
const addresses = new LRUCache<string, { title: string | null; page: Page | null }>({
  max: 20_000,
  maxSize: 8_000_000,
  sizeCalculation: ({ title }, url) => url.length + (title?.length ?? 0),
});

/** The page at an address, null where there is none. */
function pageOf(given: string, title: string | null): Page | null {
  const known = addresses.get(given);
  if (known?.title === title) return known.page;
  const page = known ? known.page : readAddress(given);
  const typed = page && { ...page, page_type: classifyPage(page.url, title ?? "") };
  addresses.set(given, { title, page: typed });
  return typed;
}

function readAddress(given: string): Omit<Page, "page_type"> | null {
  const canonical = canonicalUrl(given);
  if (!canonical) return null;
  const { url_normalized: url, domain } = canonical;
  return { url, url_hash: hash("md5", url), domain };
}

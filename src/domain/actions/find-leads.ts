import type { Database } from "#core/database.ts";
import { addDays, daysBetween } from "#core/period.ts";
import { findGaps, readPromptRivals } from "#domain/opportunities/find-gaps.ts";
import { EXAMPLES_MAX, readNewest } from "#domain/opportunities/gap-evidence.ts";
import { bySize, type Gap } from "#domain/opportunities/rank-gaps.ts";
import { readBrands } from "#domain/opportunities/rival-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { SINGLE_DAYS_MAX } from "#domain/reports/cell-periods.ts";
import { UNKNOWN_DEPENDENCE } from "#domain/statistics/dependence.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import type { Subject } from "./action.ts";
import { listOwnPages, type OwnPage } from "./own-page-queries.ts";

/**
 * Something that could be done, with the answers it would win, `prize` at most; `prize_low` orders leads of all kinds: of
 * gaps the lower end of the difference, in answers, of own pages half of theirs.
 */
export type Lead = Subject & {
  /** What it is a gap of, by number; null: of nothing. */
  gap: { of: Gap["of"]; id: number } | null;
  domain: string | null;
  /** What kind of site that is, of a gap. */
  classification: string | null;
  /** The own page that it is about, or that most answers to its prompt cite. */
  url: string | null;
  title: string | null;
  prize: number;
  prize_low: number;
  answer_count: number;
  own_count: number | null;
  /** The competitor named most, its share and the own one of the answers that it was counted in. */
  best_brand: { name: string; share: number; own_share: number; total: number } | null;
  /** By how much of 1 the competitor is named more, and what of that is certain; of a gap. */
  difference: { low: number; high: number } | null;
  answer_ids: number[];
};

/** With fewer answers a page is used by chance. */
const USES_MIN = 3;
/** A page that kept its chance would be cited again, but for one time in twenty. */
const CHANCE_MAX = 0.05;

/**
 * What could be done in the days of a scope, what wins most answers at least first: gaps by the lower end of their
 * difference, own pages by the answers that use them.
 */
export async function findLeads(db: Database, tenant: Tenant, scope: DatedScope): Promise<Lead[]> {
  const gaps = (await findGaps(db, tenant, scope)).sort(bySize);
  const brands = await readBrands(db, tenant);
  const pages = await listOwnPages(db, tenant, scope);
  const repeats = pages.some(isCitedNoMore) && (await readRepeats(db, tenant, scope));
  const cited = mostCited(pages);
  const leads = [
    ...gaps.map((gap) => {
      const page = gap.of === "prompt" ? cited.get(gap.place.id) : undefined;
      const lead = leadOf(gap, brands.get(gap.rival.brand_id)?.name ?? "");
      return page ? { ...lead, url: page.url, title: page.title } : lead;
    }),
    ...pages.flatMap((page) => pageLeads(page, repeats)),
  ];
  return leads.sort((a, b) => b.prize_low - a.prize_low || (a.subject < b.subject ? -1 : 1));
}

function leadOf({ of, place, rival }: Gap, best: string): Lead {
  const isPrompt = of === "prompt";
  const { missing_count, answer_count, own_count } = place;
  const { total, difference } = rival;
  const share = rival.count / total;
  return {
    kind: isPrompt ? "prompt_gap" : "source_gap",
    prompt_id: isPrompt ? place.id : null,
    subject: isPrompt ? "" : place.name,
    gap: { of, id: place.id },
    ...{ domain: isPrompt ? null : place.name, url: null, title: null },
    classification: isPrompt ? null : place.classification,
    ...{ prize: missing_count, answer_count, own_count },
    // A site's difference is of its newest answers, and these may differ from the others.
    prize_low: Math.min(missing_count, difference.low * answer_count),
    best_brand: { name: best, share, own_share: share - difference.value, total },
    difference,
    answer_ids: [],
  };
}

/** The own page that most answers to a prompt cite, by the prompt; of several the first. */
function mostCited(pages: readonly OwnPage[]): Map<number, OwnPage> {
  const found = new Map<number, OwnPage>();
  for (const page of pages) {
    for (const [prompt, times] of Object.entries(page.cited_by)) {
      const id = Number(prompt);
      if (times >= USES_MIN && times > (found.get(id)?.cited_by[id] ?? 0)) found.set(id, page);
    }
  }
  return found;
}

function pageLeads(page: OwnPage, repeats: Repeats | false): Lead[] {
  const { url, title, domain, newest } = page;
  const lead = (kind: keyof OwnPage["newest"], prize: number, answer_count: number): Lead => ({
    ...{ kind, prompt_id: null, subject: url, gap: null, domain, url, title },
    ...{ prize, prize_low: prize / 2, answer_count, own_count: null, best_brand: null },
    ...{ classification: null, difference: null },
    answer_ids: newest[kind],
  });
  if (repeats && isLost(page, repeats)) return [lead("page_lost", page.cited_before, page.asked)];
  if (page.unnamed >= USES_MIN) return [lead("page_unnamed", page.unnamed, page.cited)];
  if (page.cited === 0 && page.read >= USES_MIN)
    return [lead("page_uncited", page.read, page.read)];
  return [];
}

type Citations = Pick<OwnPage, "cited" | "cited_before" | "asked_before" | "asked">;

const isCitedNoMore = ({ cited, cited_before, asked_before }: Citations) =>
  cited === 0 && cited_before >= USES_MIN && asked_before > 0;

/** How likely an answer is the one of the day before, and how many days are looked at. */
type Repeats = { dependence: number; days: number };

/**
 * Whether a page is cited no more although the prompts whose answers cited it are asked, and not by chance: an answer that
 * may repeat the one before it is cited anew less often.
 */
export function isLost(page: Citations, { dependence, days }: Repeats): boolean {
  if (!isCitedNoMore(page)) return false;
  const { cited_before, asked_before, asked } = page;
  const chance = cited_before / asked_before;
  const first = Math.min(asked, Math.max(1, asked / days));
  const none = (1 - chance) ** first * (1 - (1 - dependence) * chance) ** (asked - first);
  return none < CHANCE_MAX;
}

/** How answers of a scope repeat each other, told from its last days where so many are not counted singly. */
async function readRepeats(db: Database, tenant: Tenant, scope: DatedScope): Promise<Repeats> {
  const { date_from, date_to } = scope;
  const [, first = date_from] = [date_from, addDays(date_to, 1 - SINGLE_DAYS_MAX)].sort();
  const { dependence } = await readPromptRivals(db, tenant, { ...scope, date_from: first });
  return {
    dependence: dependence ?? UNKNOWN_DEPENDENCE,
    days: daysBetween(date_from, date_to),
  };
}

/** The newest answers that show some leads that are gaps; what shows own pages is known. */
export async function readExamples(
  db: Database,
  tenant: Tenant,
  { scope, leads }: { scope: DatedScope; leads: readonly Lead[] },
): Promise<Map<Lead, number[]>> {
  const found = new Map<Lead, number[]>();
  for (const place of ["prompt", "source"] as const) {
    const some = leads.flatMap((lead) =>
      lead.gap?.of === place ? [{ lead, id: lead.gap.id }] : [],
    );
    if (some.length === 0) continue;
    const ids = some.map(({ id }) => id).sort((one, other) => one - other);
    const asked = { name: "examples", scope, also: { place, ids } };
    const parts = await keepParts(db, tenant, asked, async (days) => [
      ...(await readNewest(db, tenant, { scope: { ...scope, ...days }, of: place, ids })),
    ]);
    // Those of the last days are the newest.
    const newest = parts.reverse().map((part) => new Map(part));
    for (const { lead, id } of some)
      found.set(lead, newest.flatMap((part) => part.get(id) ?? []).slice(0, EXAMPLES_MAX));
  }
  return found;
}

import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { checkDateRange } from "#core/period.ts";
import { FILTER_NAMES, ScopeArguments, ScopeFilters } from "#domain/sums/answer-scope.ts";
import { type Evidence, readEvidence } from "./gap-evidence.ts";
import { findPartGaps, type Part, type PartGap } from "./gap-groups.ts";
import { readGapScope } from "./gap-scope.ts";
import { GAP_DIMENSIONS, Opportunity } from "./opportunity.ts";
import { bySize } from "./rank-gaps.ts";
import { readBrands } from "./rival-queries.ts";

export const listOpportunities = operation({
  name: "list_opportunities",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Opportunities",
  summary: "List opportunities",
  description:
    "Ranks where the best competitor is named more than the own brand, with evidence: in answers to active prompts, and in answers citing a site. Surest large gap first.",
  returns: "A page of opportunities",
  failures: ["NOT_FOUND"],
  route: "GET /opportunities",
  tool: { without: [...FILTER_NAMES, "branded"] },
  input: z
    .strictObject({
      ...ScopeArguments,
      date_from: ScopeArguments.date_from.describe("First day; default 29 days before date_to."),
      date_to: ScopeArguments.date_to.describe("Last day, included; default today."),
      ...ScopeFilters,
      dimension: z.enum(GAP_DIMENSIONS).optional().describe("Splits gaps by it."),
      ...Page,
    })
    .superRefine(checkDateRange),
  output: pageOf(Opportunity),
  async handler(context, { limit, offset, dimension, ...given }) {
    const { db, project } = context;
    const scope = await readGapScope(context, given);
    const gaps = (await findPartGaps(db, project, { scope, dimension })).sort(bySize);
    const data = await withEvidence(context, gaps.slice(offset, offset + limit));
    return { data, total_count: gaps.length, limit, offset };
  },
});

async function withEvidence({ db, project }: ProjectContext, page: PartGap[]) {
  const brands = await readBrands(db, project);
  const known = new Map<Part, Record<PartGap["of"], Map<number, Evidence>>>();
  for (const part of new Set(page.map((gap) => gap.part))) {
    const read = (of: PartGap["of"]) => (one: Database) => {
      const ids = page.filter((gap) => gap.part === part && gap.of === of);
      const { scope } = part;
      return readEvidence(one, project, { scope, of, ids: ids.map(({ place }) => place.id) });
    };
    const [source, prompt] = await readBoth(db, [read("source"), read("prompt")], { isLong: true });
    known.set(part, { source, prompt });
  }
  return page.map((gap) => {
    const evidence = known.get(gap.part)?.[gap.of].get(gap.place.id) ?? NOTHING;
    return show(gap, { evidence, best: brands.get(gap.rival.brand_id)?.name ?? "" });
  });
}

/** Of a gap that went while the page was read. */
const NOTHING: Evidence = {
  ...{ answer_count: 0, answer_ids: [], brand_ids: [] },
  ...{ pages: [], prompts: [], sources: [] },
};

function show(
  { of, kind, place, rival, part }: PartGap,
  { evidence, best }: { evidence: Evidence; best: string },
) {
  const { id, name, classification, own_count, answer_count, missing_count } = place;
  const { pages, prompts, sources } = evidence;
  return {
    kind,
    ...part.of,
    own_share: own_count / answer_count,
    own_count,
    answer_count,
    best_brand: { id: rival.brand_id, name: best },
    best_share: rival.count / rival.total,
    best_count: rival.count,
    best_total: rival.total,
    difference: rival.difference.value,
    difference_low: rival.difference.low,
    difference_high: rival.difference.high,
    missing_count,
    source: of === "source" ? { domain: name, classification, pages, prompts } : null,
    prompt: of === "prompt" ? { id, text: name, sources } : null,
    evidence_count: evidence.answer_count,
    competitor_ids: evidence.brand_ids,
    chat_ids: evidence.answer_ids,
  };
}

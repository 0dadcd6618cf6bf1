import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { idOutput } from "#core/id.ts";
import { readBoth } from "#core/one-moment.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { addDays, checkDateRange, dayIn, daysBetween } from "#core/period.ts";
import {
  type DatedScope,
  readScope,
  ScopeArguments,
  ScopeFilters,
} from "#domain/sums/answer-scope.ts";
import { ANSWERS_MAX, type Evidence, readEvidence } from "./gap-evidence.ts";
import { listPromptGaps, listSourceGaps } from "./opportunity-queries.ts";
import { type Gap, rankGaps } from "./rank-gaps.ts";

const DAYS_DEFAULT = 30;
const DAYS_MAX = 366;

const share = z.number().nullable();
const chat_count = z.int().describe("Of those of evidence_count.");

const Opportunity = z
  .object({
    kind: z
      .enum(["source", "prompt"])
      .describe("source: a site cited where the own brand is missing; prompt: it is never named."),
    score: z.number().describe("Answers x the cautious end of the share's 95 % interval."),
    source: z
      .object({
        domain: z.string(),
        classification: z.string(),
        missing_count: z.int().describe("Answers citing it with competitors only."),
        missing_total: z.int().describe("Answers with competitors only."),
        named_count: z.int().describe("Answers citing it with the own brand."),
        named_total: z.int().describe("Answers with the own brand."),
        difference: share.describe("The two shares' difference; null: own brand never named."),
        difference_low: share,
        difference_high: share,
        pages: z
          .array(z.object({ url: z.string(), title: z.string().nullable(), chat_count }))
          .describe("Its pages that such answers cite most; 3."),
        prompts: z
          .array(z.object({ id: idOutput("prm"), text: z.string(), chat_count }))
          .describe("The prompts with most such answers; 3."),
      })
      .nullable()
      .describe("Null for a prompt."),
    prompt: z
      .object({
        id: idOutput("prm"),
        text: z.string(),
        competitor_count: z.int().describe("Usable answers naming competitors."),
        answer_count: z.int().describe("Usable answers."),
        sources: z
          .array(z.object({ domain: z.string(), classification: z.string(), chat_count }))
          .describe("Sites that such answers cite most; 3."),
      })
      .nullable()
      .describe("Null for a source."),
    evidence_count: z
      .int()
      .describe(
        `Newest answers of the gap that its evidence is counted in; ${ANSWERS_MAX} at most.`,
      ),
    competitor_ids: z
      .array(idOutput("brd"))
      .describe("Named in evidence_count, most frequent first; 10."),
    chat_ids: z.array(idOutput("cht")).describe("The newest such answers, 3 at most."),
  })
  .meta({ id: "Opportunity" });

export const listOpportunities = operation({
  name: "list_opportunities",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Opportunities",
  summary: "List opportunities",
  description:
    "Ranks gaps with their evidence: sites that answers cite when they name competitors and not the own brand, and active prompts that name competitors in 3 answers or more and the own brand never.",
  returns: "A page of opportunities",
  failures: ["NOT_FOUND"],
  route: "GET /opportunities",
  tool: true,
  input: z
    .strictObject({
      ...ScopeArguments,
      date_from: ScopeArguments.date_from.describe("First day; default 29 days before date_to."),
      date_to: ScopeArguments.date_to.describe("Last day, included; default today."),
      ...ScopeFilters,
      ...Page,
    })
    .superRefine(checkDateRange),
  output: pageOf(Opportunity),
  async handler(context, { limit, offset, ...given }) {
    const { db, project } = context;
    const scope = { ...(await readScope(db, project, given)), ...daysOf(context, given) };
    const [sources, prompts] = await readBoth(
      db,
      [(one) => listSourceGaps(one, project, scope), (one) => listPromptGaps(one, project, scope)],
      { isLong: true },
    );
    const gaps = rankGaps(sources, prompts);
    const page = gaps.slice(offset, offset + limit);
    const data = await withEvidence(context, scope, page);
    return { data, total_count: gaps.length, limit, offset };
  },
});

function daysOf(
  { project, now }: ProjectContext,
  given: { date_from?: string | undefined; date_to?: string | undefined },
): { date_from: string; date_to: string } {
  const date_to = given.date_to ?? dayIn(project.timezone, now());
  const date_from = given.date_from ?? addDays(date_to, 1 - DAYS_DEFAULT);
  const count = daysBetween(date_from, date_to);
  if (count < 1 || count > DAYS_MAX) {
    throw new Failure(
      "VALIDATION_ERROR",
      `date_from: must be at most ${DAYS_MAX} days before date_to (${date_to}), and not after it.`,
      { problem: "DATE_RANGE" },
    );
  }
  return { date_from, date_to };
}

async function withEvidence({ db, project }: ProjectContext, scope: DatedScope, page: Gap[]) {
  const read = (kind: Gap["kind"]) => (one: Database) => {
    const ids = page.filter((gap) => gap.kind === kind).map(({ id }) => id);
    return readEvidence(one, project, { scope, kind, ids });
  };
  const [source, prompt] = await readBoth(db, [read("source"), read("prompt")], { isLong: true });
  const known = { source, prompt };
  return page.map((found) => {
    const evidence = known[found.kind].get(found.id) ?? NOTHING;
    return {
      kind: found.kind,
      score: found.score,
      source: found.kind === "source" ? showSource(found, evidence) : null,
      prompt: found.kind === "prompt" ? showPrompt(found, evidence) : null,
      evidence_count: evidence.answer_count,
      competitor_ids: evidence.brand_ids,
      chat_ids: evidence.answer_ids,
    };
  });
}

/** Of a gap that went while the page was read. */
const NOTHING: Evidence = {
  ...{ answer_count: 0, answer_ids: [], brand_ids: [] },
  ...{ pages: [], prompts: [], sources: [] },
};

type Kind<Name extends Gap["kind"]> = Extract<Gap, { kind: Name }>;

function showPrompt({ id, gap }: Kind<"prompt">, { sources }: Evidence) {
  const { text, competitor_count, answer_count } = gap;
  return { id, text, competitor_count, answer_count, sources };
}

function showSource({ gap, difference }: Kind<"source">, { pages, prompts }: Evidence) {
  const { domain_id: _, ...counts } = gap;
  return {
    ...counts,
    difference: difference?.value ?? null,
    difference_low: difference?.low ?? null,
    difference_high: difference?.high ?? null,
    pages,
    prompts,
  };
}

import * as z from "zod";
import type { Database } from "#core/database.ts";
import type { BrandRules } from "#domain/detection/brand-rules.ts";
import { suggestCaseSensitive } from "#domain/detection/case-flag.ts";
import { asQuote, cleanAnswer } from "#domain/detection/clean-answer.ts";
import type { ScoredMention } from "#domain/detection/detect-answer.ts";
import { createDetector, detectAnswers } from "#domain/detection/detect-answers.ts";
import { foldKey } from "#domain/detection/fold-text.ts";
import { PROPOSAL_REASONS, proposeSpellings } from "#domain/detection/propose-spellings.ts";
import { requireProject, type Tenant } from "#domain/projects/project-queries.ts";
import { loadReader } from "../ingest/read-answers.ts";
import { readNewest } from "./read-newest.ts";

const SHOWN_MAX = 20;
const AROUND = 80;
/** How much Markdown beside a mention is read for these: an address in it may be long. */
const READ = 4_000;

export const AliasProposals = {
  checked_count: z.int().describe("Answers that were read, the newest ones."),
  proposals: z
    .array(
      z.object({
        text: z.string().describe("The spelling."),
        case_sensitive: z.boolean().describe("Whether to match it in this case only."),
        reason: z
          .enum(PROPOSAL_REASONS)
          .describe(
            "ending: plural, genitive or case; letters: umlauts, & and the like; script: simplified or traditional; spacing: joined or apart; shorter: without .com, Group or article.",
          ),
        added_count: z.int().describe("Answers that would mention the brand only with it."),
        example: z.string().describe("A piece of one of them."),
      }),
    )
    .describe("Spellings that would add answers, most first."),
  exact_case: z
    .object({
      is_suggested: z.boolean().describe("Whether the name is a common word or very short."),
      exact_count: z.int().describe("Answers that mention the brand in its exact case."),
      any_count: z.int().describe("Answers that mention it in any case."),
    })
    .describe("What hangs on matching the name in its exact case."),
};
type Read = z.output<z.ZodObject<typeof AliasProposals>>;

/** A brand's rules; with the id of the saved brand that they are of. */
type Draft = Omit<BrandRules, "brand_id"> & { id?: number | undefined };

/** The tracked brands that a draft stands beside: not the one that it is a draft of, by its id or else its name. */
export async function readOthers(
  db: Database,
  project: Tenant,
  { id, name }: Pick<Draft, "id" | "name">,
): Promise<BrandRules[]> {
  const { detector } = await loadReader(db, project);
  return detector.rules.filter((brand) =>
    id === undefined ? foldKey(brand.name) !== foldKey(name) : brand.brand_id !== id,
  );
}

/**
 * What a brand's rules find in the newest answers beside the other tracked brands, and which further spellings would add
 * to it; one reading for all.
 */
export async function readProposals(
  db: Database,
  project: Tenant,
  draft: Draft,
): Promise<Read & { found: { answer_id: number; answer: string; mention: ScoredMention }[] }> {
  const { language_code } = await requireProject(db, project);
  const answers = await readNewest(db, project);
  const spellings = await proposeSpellings(draft.name, language_code);
  const named = (case_sensitive: boolean) => {
    const others = draft.aliases.filter(({ text }) => foldKey(text) !== foldKey(draft.name));
    const own = draft.aliases.filter(({ text }) => foldKey(text) === foldKey(draft.name));
    const exact = own.some((one) => one.case_sensitive) ? own : [{ text: draft.name }];
    const name = case_sensitive ? exact : [{ text: draft.name }];
    return [...others, ...name.map(({ text }) => ({ text, case_sensitive }))];
  };
  // Rules 1 to 3: as drafted, in exact case, in any case.
  const rules = [draft.aliases, named(true), named(false)].map((aliases) => ({
    ...draft,
    aliases,
  }));
  const proposed = spellings.map((one) => ({
    ...draft,
    name: one.text,
    aliases: [one],
    domains: [],
    regex: null,
  }));
  // Longer names of others cover a name, as they do once it is saved.
  const others = (await readOthers(db, project, draft)).map((one) => ({ ...one, regex: null }));
  const readWith = async (brands: readonly Omit<BrandRules, "brand_id">[]) => {
    const all = [...brands, ...others].map((one, index) => ({ ...one, brand_id: index + 1 }));
    const read = await detectAnswers(createDetector(all), answers);
    return read.map(({ mentions }) => new Map(mentions.map((one) => [one.brand_id, one])));
  };
  // Apart, as a proposal would cover and own what is the draft's.
  const [byBrand, byProposal] = await Promise.all([readWith(rules), readWith(proposed)]);
  const countOf = (brand_id: number) => byBrand.filter((found) => found.has(brand_id)).length;
  const proposals = spellings.map((one, index) => {
    const added = byBrand.flatMap((found, place) => {
      const mention = found.has(1) ? undefined : byProposal[place]?.get(index + 1);
      return mention ? [{ answer: answers[place]?.answer ?? "", mention }] : [];
    });
    const [first] = added;
    const example = first ? around(first.answer, first.mention) : "";
    return { ...one, added_count: added.length, example };
  });
  return {
    checked_count: answers.length,
    found: answers.flatMap((answer, place) => {
      const mention = byBrand[place]?.get(1);
      return mention ? [{ ...answer, mention }] : [];
    }),
    proposals: proposals
      .filter(({ added_count }) => added_count > 0)
      .sort((a, b) => b.added_count - a.added_count)
      .slice(0, SHOWN_MAX),
    exact_case: {
      is_suggested: suggestCaseSensitive(draft.name, language_code),
      exact_count: countOf(2),
      any_count: countOf(3),
    },
  };
}

/** A mention with the text beside it, without Markdown. */
export function around(answer: string, { evidence: [first] }: ScoredMention): string {
  if (!first) return "";
  // So that a long answer takes no longer than another; what is cut at its ends is not shown.
  const from = Math.max(0, first.start - READ);
  const { text, toClean } = cleanAnswer(answer.slice(from, first.end + READ));
  const start = Math.max(0, toClean(first.start - from) - AROUND);
  const end = toClean(first.end - 1 - from) + 1 + AROUND;
  return asQuote(text.slice(start, end).toWellFormed());
}

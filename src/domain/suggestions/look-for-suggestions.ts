import type { AccountContext } from "#core/context.ts";
import { rankCandidates } from "#domain/detection/rank-candidates.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { collectCandidates } from "./collect-candidates.ts";
import { emitSuggestions } from "./emit-suggestions.ts";
import { notBrands, suggestedName } from "./not-brands.ts";
import { suggestPrompts } from "./suggest-prompts.ts";
import { readKnown, readNewestAnswers, readSearches, replaceOpen } from "./suggest-queries.ts";
import { suggestTopics } from "./suggest-topics.ts";
import type { SuggestionKind } from "./suggestion.ts";

const ANSWERS_MAX = 20_000;

/** Looks for brands, prompts and topics in a project's newest answers and refreshes its open suggestions. */
export async function lookForSuggestions(context: AccountContext, project: Tenant): Promise<void> {
  const { db } = context;
  const found = await collectCandidates(readNewestAnswers(db, project, ANSWERS_MAX));
  const searches = await readSearches(db, project);
  await db.transaction().execute(async (trx) => {
    const known = await readKnown(trx, project);
    const decided = (kind: SuggestionKind) =>
      new Set(known.decided.filter((one) => one.kind === kind).map(({ key }) => key));
    const brands = rankCandidates(
      { ...found, cited_domains: known.cited_domains },
      {
        tracked_names: known.tracked_names,
        rejected_keys: new Set([...decided("brand"), ...notBrands(known)]),
      },
    ).map(({ name, ...brand }) => ({
      ...brand,
      text: suggestedName(known, brand.key, name),
      detail: {},
    }));
    const prompts = suggestPrompts([...searches, ...found.questions], {
      prompts: known.prompt_texts,
      decided_keys: decided("prompt"),
    });
    const topics = suggestTopics(known.loose_prompts, {
      known_names: known.topic_names,
      decided_keys: decided("topic"),
    });
    for (const [kind, suggestions] of [
      ["brand", brands],
      ["prompt", prompts],
      ["topic", topics],
    ] as const) {
      const made = await replaceOpen(trx, project, { kind, suggestions });
      await emitSuggestions({ ...context, db: trx }, project, { kind, made });
    }
  });
}

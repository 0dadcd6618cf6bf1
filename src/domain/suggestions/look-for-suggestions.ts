import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import { suggestionKey } from "#domain/detection/find-candidates.ts";
import { rankCandidates } from "#domain/detection/rank-candidates.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { emitEvent, noteFacts } from "#domain/webhooks/event-queries.ts";
import { type Collected, collectCandidates } from "./collect-candidates.ts";
import { type AskedText, type NewSuggestion, suggestPrompts } from "./suggest-prompts.ts";
import {
  type Known,
  type MadeSuggestion,
  readKnown,
  readNewestAnswers,
  readSearches,
  replaceOpen,
} from "./suggest-queries.ts";
import { suggestTopics } from "./suggest-topics.ts";
import type { SuggestionKind } from "./suggestion.ts";
import { forgetExamples } from "./suggestion-queries.ts";

const ANSWERS_MAX = 20_000;

/** Looks for brands, prompts and topics in a project's newest answers and refreshes its open suggestions. */
export async function lookForSuggestions(context: AccountContext, project: Tenant): Promise<void> {
  const { db } = context;
  // Before answers are read: those that come meanwhile are not counted.
  const counted_at = context.now().toISOString();
  const found = await collectCandidates(readNewestAnswers(db, project, ANSWERS_MAX));
  const searches = await readSearches(db, project);
  const known = await readKnown(db, project);
  const made = await makeSuggestions(known, { ...found, searches, counted_at });
  // What was decided meanwhile stays so: only what is open, or new, is written.
  await db.transaction().execute(async (trx) => {
    for (const [kind, suggestions] of made) {
      const fresh = await replaceOpen(trx, project, { kind, suggestions });
      await emitSuggestions({ ...context, db: trx }, project, { kind, made: fresh });
    }
    // Answers that others replaced meanwhile are gone, too.
    await forgetExamples(trx, project);
  });
}

type Found = Collected & { searches: readonly AskedText[]; counted_at: string };

/** The suggestions of each kind that what was found makes, beside what a project has. */
async function makeSuggestions(
  known: Known,
  { searches, counted_at, ...found }: Found,
): Promise<[SuggestionKind, NewSuggestion[]][]> {
  const decided = (wanted: SuggestionKind) => known.decided.filter(({ kind }) => kind === wanted);
  const keysOf = (kind: SuggestionKind) => new Set(decided(kind).map(({ key }) => key));
  const settled = decidedBrands(known);
  const ranked = rankCandidates(
    { ...found, cited_domains: known.cited_domains },
    {
      tracked_names: known.tracked_names,
      rejected_keys: new Set([...settled, ...notBrands(known)]),
    },
  );
  const brands = ranked.flatMap(({ name, first_day, ...brand }) => {
    const text = suggestedName(known, brand.key, name);
    if (settled.has(suggestionKey(text))) return [];
    return { ...brand, text, detail: { first_day, counted_at } };
  });
  const prompts = await suggestPrompts([...searches, ...found.questions], {
    // What was decided covers what others ask in its place.
    prompts: [...known.prompt_texts, ...decided("prompt").map(({ name }) => name)],
    decided_keys: keysOf("prompt"),
  });
  const topics = suggestTopics(known.loose_prompts, {
    known_names: known.topic_names,
    decided_keys: keysOf("topic"),
  });
  return [
    ["brand", brands],
    ["prompt", prompts],
    ["topic", topics],
  ];
}

const NAMED_MAX = 50;

/**
 * Emits suggestion.created, one event for all new suggestions of a kind. One that fell out of the open suggestions
 * and came back is not sent again, and neither is a name that was ever sent.
 */
async function emitSuggestions(
  context: AccountContext,
  project: Tenant,
  { kind, made }: { kind: SuggestionKind; made: readonly MadeSuggestion[] },
): Promise<void> {
  if (made.length === 0) return;
  const factOf = (key: string) => `suggestion:${kind}:${key}`;
  const facts = made.map(({ key }) => factOf(key));
  const fresh = await noteFacts(context.db, project, { facts, now: context.now() });
  const sent = made.filter(({ key }) => fresh.has(factOf(key)));
  if (sent.length === 0) return;
  const suggestions = sent.slice(0, NAMED_MAX).map(({ id, name, reason, chat_count }) => ({
    id: encodeId("sug", id),
    name,
    reason,
    chat_count,
  }));
  const data = { kind, count: sent.length, suggestions };
  await emitEvent(context, project, { event: "suggestion.created", data });
}

type JudgedNames = Pick<Known, "judged_names" | "tracked_names">;

/**
 * Keys of names that a judge took for no brand, for another way to write a tracked one, or for another way to write
 * one that comes before.
 */
function notBrands({ judged_names, tracked_names }: JudgedNames): string[] {
  const taken = new Set(tracked_names.map(suggestionKey));
  const plain = new Set(judged_names.filter((one) => one.is_brand).map(({ key }) => key));
  return judged_names.flatMap(({ key, is_brand, canonical_name }) => {
    if (!is_brand) return [key];
    const canonical = canonical_name === null ? key : suggestionKey(canonical_name);
    if (canonical === key) return [];
    const isOther = taken.has(canonical) || plain.has(canonical);
    taken.add(canonical);
    return isOther ? [key] : [];
  });
}

/** Keys of brands that people decided on, by the names that they saw, too: a judge may have given these. */
function decidedBrands({ decided }: Pick<Known, "decided">): Set<string> {
  const brands = decided.filter(({ kind }) => kind === "brand");
  return new Set(brands.flatMap(({ key, name }) => [key, suggestionKey(name)]));
}

/** The name to suggest under: as the brand's maker writes it, where a judge gave it. */
function suggestedName({ judged_names }: JudgedNames, key: string, name: string): string {
  return judged_names.find((one) => one.key === key)?.canonical_name ?? name;
}

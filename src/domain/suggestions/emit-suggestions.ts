import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { emitEvent, noteFacts } from "#domain/webhooks/event-queries.ts";
import type { MadeSuggestion } from "./suggest-queries.ts";
import type { SuggestionKind } from "./suggestion.ts";

const NAMED_MAX = 50;

/**
 * Emits suggestion.created, one event for all new suggestions of a kind. One that fell out of the open suggestions
 * and came back is not sent again, and neither is a name that was ever sent.
 */
export async function emitSuggestions(
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

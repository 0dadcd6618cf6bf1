import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Page, type PageInput, pageOf } from "#core/page.ts";
import { decideSuggestions } from "./decide-suggestions.ts";
import {
  type ChosenInput,
  checkChosen,
  chosenOf,
  Rejected,
  Reopened,
  type SuggestionKind,
  SuggestionStatus,
} from "./suggestion.ts";
import { listSuggestionRows, type SuggestionState } from "./suggestion-queries.ts";

/** What deciding and opening again share, whatever is suggested. */
export const CHANGE = {
  scope: "project",
  effect: "changes",
  audit: (_: unknown, { data }: { data: { id: string }[] }) =>
    data.length === 0 ? null : { suggestion_ids: data.map(({ id }) => id) },
  feature: "suggestion_decisions_api",
  group: "Suggestions",
} as const;

/** What accepting and rejecting share. */
export const DECISION = { ...CHANGE, tool: true } as const;

/** What who decides suggestions of a kind gives, and how that fails. */
function choiceOf(kind: SuggestionKind) {
  return {
    failures: ["NOT_FOUND", "SUGGESTION_ALREADY_DECIDED"],
    input: z.strictObject(chosenOf(kind)).superRefine(checkChosen),
  } as const;
}

/** Rejects suggestions of a kind: all of the operation but its name. */
export function rejectionOf<Kind extends SuggestionKind>(kind: Kind) {
  return {
    ...DECISION,
    ...choiceOf(kind),
    summary: `Reject a ${kind} suggestion`,
    description: `Rejects one or up to 100 ${kind} suggestions; a rejected one stays away. A retry is safe.`,
    returns: "Rejected",
    route: `POST /suggestions/${kind}s/reject`,
    output: Rejected,
    handler: (context: ProjectContext, chosen: ChosenInput) =>
      decideSuggestions(context, { kind, chosen, status: "rejected", make: null }),
  } as const;
}

/** Takes rejections of a kind back: all of the operation but its name. */
export function reopeningOf<Kind extends SuggestionKind>(kind: Kind) {
  return {
    ...CHANGE,
    ...choiceOf(kind),
    summary: `Take back the rejection of a ${kind} suggestion`,
    description: `Opens one or up to 100 rejected ${kind} suggestions again, and accepted ones whose ${kind} was deleted; the next search for suggestions renews what they say, and drops those that answers no longer speak of. A retry is safe.`,
    returns: "Open again",
    route: `POST /suggestions/${kind}s/reopen`,
    output: Reopened,
    handler: (context: ProjectContext, chosen: ChosenInput) =>
      decideSuggestions(context, { kind, chosen, status: "open", make: null }),
  } as const;
}

/** Lists suggestions of a kind: all of the operation but its name and what they are. */
export function listOf<Kind extends SuggestionKind, Item extends z.ZodType>(
  kind: Kind,
  item: Item,
) {
  return {
    scope: "project",
    effect: "reads",
    group: "Suggestions",
    summary: `List ${kind} suggestions`,
    returns: `A page of ${kind} suggestions`,
    route: `GET /suggestions/${kind}s`,
    tool: true,
    input: z.strictObject({ status: SuggestionStatus, ...Page }),
    output: pageOf(item),
    async handler(
      { db, project }: ProjectContext,
      { status, ...page }: PageInput & { status: SuggestionState },
    ) {
      return listSuggestionRows(db, project, { kind, status, ...page });
    },
  } as const;
}

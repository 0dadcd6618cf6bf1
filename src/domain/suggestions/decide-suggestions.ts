import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeId, encodeId } from "#core/id.ts";
import { sayDay } from "#domain/words/say.ts";
import { type ChosenInput, SKIP_CODES, type SkipCode, type SuggestionKind } from "./suggestion.ts";
import {
  decideSuggestionRow,
  lockSuggestions,
  type SuggestionRow,
  type SuggestionState,
} from "./suggestion-queries.ts";

type Skip = { id: string; code: SkipCode; message: string };
type Decided<Status> = { id: number; status: Status; decided_at: string };

/**
 * What to decide, or to open again, and what accepting makes of a suggestion: its number. A Failure of `make` skips
 * that one.
 */
export type Deciding<Status extends SuggestionState> = {
  /** Null: of any kind. */
  kind: SuggestionKind | null;
  chosen: ChosenInput;
  status: Status;
  make: Status extends "accepted" ? (suggestion: SuggestionRow) => Promise<number> : null;
};

/**
 * Decides suggestions one by one in the caller's transaction. Those decided the same way before are skipped, so
 * a retry is safe. A single one that cannot be decided is refused; among several it is skipped with the reason.
 */
export async function decideSuggestions<Status extends SuggestionState>(
  context: ProjectContext,
  { kind, chosen, status, make }: Deciding<Status>,
) {
  const { db, project } = context;
  const ids = [...new Set(chosen.suggestion_ids ?? [chosen.suggestion_id ?? ""])];
  const numbers = ids.map((id) => decodeId("sug", id));
  const found = new Map(
    (await lockSuggestions(db, project, { kind, suggestion_ids: numbers })).map((row) => [
      row.id,
      row,
    ]),
  );
  const data: (Decided<Status> & { result_id: number })[] = [];
  const skipped: Skip[] = [];
  for (const [index, id] of ids.entries()) {
    const suggestion = found.get(numbers[index] ?? 0);
    const refusal = refusalOf(kind, suggestion, status);
    try {
      if (refusal) throw refusal;
      if (!suggestion) continue;
      const result_id = make ? await make(suggestion) : 0;
      const decided_at = await decideSuggestionRow(db, project, {
        suggestion_id: suggestion.id,
        status,
        decided_by: context.actor.kind === "user" ? context.actor.email : context.actor.kind,
        result_id: make ? result_id : null,
      });
      data.push({ id: suggestion.id, status, decided_at, result_id });
    } catch (error) {
      if (!isSkippable(error)) throw error;
      if (ids.length === 1 && suggestion?.status !== status) throw error;
      skipped.push({ id, code: error.code, message: error.message });
    }
  }
  return { data, skipped };
}

function refusalOf(
  kind: SuggestionKind | null,
  suggestion: SuggestionRow | undefined,
  wanted: SuggestionState,
): Failure | null {
  if (!suggestion) {
    return new Failure("NOT_FOUND", `There is no such ${kind ? `${kind} ` : ""}suggestion.`, {
      problem: "NOT_FOUND",
    });
  }
  const { id, status, decided_at, result_id } = suggestion;
  if (status === (wanted === "open" ? "rejected" : "open")) return null;
  // What accepting made is deleted: nothing keeps it from being suggested again.
  if (wanted === "open" && status === "accepted" && result_id === null) return null;
  if (status === "open") return new Failure("CONFLICT", `${encodeId("sug", id)} is open already.`);
  const when = decided_at && sayDay(decided_at);
  return new Failure(
    "SUGGESTION_ALREADY_DECIDED",
    `${encodeId("sug", id)} is ${status} already, since ${when}${status === wanted ? "" : `; it cannot be ${wanted} any more`}.`,
  );
}

function isSkippable(error: unknown): error is Failure & { code: SkipCode } {
  return error instanceof Failure && SKIP_CODES.some((code) => code === error.code);
}

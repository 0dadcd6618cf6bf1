import type * as z from "zod";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { type Action, keyOf, ownPageOf, type Subject } from "./action.ts";
import {
  type ActionRow,
  type Decisions,
  listActionRows,
  readPromptTexts,
} from "./action-queries.ts";
import { findLeads, type Lead, readExamples } from "./find-leads.ts";

/** What holds where nobody decided anything. */
export const UNDECIDED: Decided = {
  ...{ status: "open", reason: null, owner: null, note: null },
  ...{ due_on: null, shipped_on: null },
};

type Decided = Decisions & Partial<Omit<ActionRow, keyof Decisions | keyof Subject>>;
/** A lead, what was decided, or both. */
export type FoundAction = {
  about: Subject;
  decided: Decided;
  lead: Lead | null;
};

/** All actions of a project in the days of a scope: leads in their order, then what is no longer one. */
export async function readActions(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<FoundAction[]> {
  const leads = await findLeads(db, tenant, scope);
  const rows = await listActionRows(db, tenant);
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const found = leads.map((lead): FoundAction => {
    const row = byKey.get(keyOf(lead));
    byKey.delete(keyOf(lead));
    return { about: lead, decided: row ?? UNDECIDED, lead };
  });
  const others = [...byKey.values()].map((row) => ({ about: row, decided: row, lead: null }));
  return [...found, ...others];
}

/** The same with the newest answers that show each: those of gaps are read now. */
export async function withExamples(
  db: Database,
  tenant: Tenant,
  { scope, actions }: { scope: DatedScope; actions: readonly FoundAction[] },
): Promise<FoundAction[]> {
  const leads = actions.flatMap(({ lead }) => lead ?? []);
  const examples = await readExamples(db, tenant, { scope, leads });
  return actions.map((one) => {
    const answer_ids = one.lead && examples.get(one.lead);
    return one.lead && answer_ids ? { ...one, lead: { ...one.lead, answer_ids } } : one;
  });
}

/** Actions as callers see them. */
export async function showActions(
  db: Database,
  tenant: Tenant,
  actions: readonly FoundAction[],
): Promise<z.input<typeof Action>[]> {
  const ids = actions.flatMap(({ about }) => about.prompt_id ?? []);
  const texts = await readPromptTexts(db, tenant, ids);
  return actions.map((action) => show(action, texts));
}

function show(
  { about: { kind, prompt_id, subject }, decided, lead }: FoundAction,
  texts: ReadonlyMap<number, string>,
): z.input<typeof Action> {
  const { status, reason, owner, note, due_on, shipped_on } = decided;
  const own_page = ownPageOf({ kind, prompt_id, subject });
  const unnamed = { url: own_page, title: null, own_count: null };
  return {
    ...{
      action_key: keyOf({ kind, prompt_id, subject }),
      id: decided.action_id ?? null,
      kind,
      status,
      reason,
      owner,
      note,
      due_on,
      shipped_on,
    },
    prompt: prompt_id === null ? null : { id: prompt_id, text: texts.get(prompt_id) ?? "" },
    domain: lead?.domain ?? (kind === "source_gap" ? subject : null),
    classification: lead?.classification ?? null,
    url: own_page ?? lead?.url ?? null,
    title: lead?.title ?? null,
    prize: lead?.prize ?? null,
    prize_low: lead ? Math.floor(lead.prize_low) : null,
    answer_count: lead?.answer_count ?? null,
    own_count: lead?.own_count ?? null,
    best_brand: lead?.best_brand ?? null,
    difference_low: lead?.difference?.low ?? null,
    difference_high: lead?.difference?.high ?? null,
    chat_ids: lead?.answer_ids ?? [],
    // A backup of before may lack what names it.
    expected: decided.expected ? { ...unnamed, ...decided.expected } : null,
    changed_by: decided.changed_by ?? null,
    updated_at: decided.updated_at ?? null,
  };
}

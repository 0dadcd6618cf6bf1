import * as z from "zod";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { keyOf, type Subject } from "./action.ts";
import type { Decisions } from "./action-queries.ts";
import { findLeads } from "./find-leads.ts";

/** What an action was expected to win when somebody took it up: kept as it was seen then. */
export const Expected = z.object({
  prize: z.int().nullable().describe("Answers to win at most; null: it was no lead."),
  prize_low: z.int().nullable().describe("Of these at least."),
  answer_count: z.int().nullable().describe("Answers it was found in."),
  date_from: z.string().describe("First day of these answers."),
  date_to: z.string().describe("Last day."),
  is_filtered: z.boolean().describe("They were chosen by filters."),
});
export type Expected = z.output<typeof Expected>;

/** What an action is expected to win by the answers of a scope. */
export async function readExpected(
  db: Database,
  tenant: Tenant,
  { about, scope }: { about: Subject; scope: DatedScope },
): Promise<Expected> {
  const key = keyOf(about);
  const lead = (await findLeads(db, tenant, scope)).find((one) => keyOf(one) === key);
  const { date_from, date_to, filters, branded } = scope;
  return {
    prize: lead?.prize ?? null,
    prize_low: lead ? Math.floor(lead.prize_low) : null,
    answer_count: lead?.answer_count ?? null,
    ...{ date_from, date_to, is_filtered: filters.length > 0 || branded !== "exclude" },
  };
}

/** Whether somebody does or did it. */
export const isTakenUp = ({ status, shipped_on }: Pick<Decisions, "status" | "shipped_on">) =>
  status === "doing" || status === "done" || shipped_on !== null;

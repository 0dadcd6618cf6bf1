import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { type Expected, keyOf, ownPageOf, type Subject } from "./action.ts";
import type { Decisions } from "./action-queries.ts";
import { findLeads } from "./find-leads.ts";

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
    own_count: lead?.own_count ?? null,
    url: ownPageOf(about) ?? lead?.url ?? null,
    title: lead?.title ?? null,
    ...{ date_from, date_to, is_filtered: filters.length > 0 || branded !== "exclude" },
  };
}

/** Whether somebody does or did it. */
export const isTakenUp = ({ status, shipped_on }: Pick<Decisions, "status" | "shipped_on">) =>
  status === "doing" || status === "done" || shipped_on !== null;

import { sql } from "kysely";
import * as z from "zod";
import type { Asked, EngineFailure, EngineSupports } from "#core/answer-engine.ts";
import type { Database } from "#core/database.ts";
import { ANSWERS, changeAsSetUp, type Refusals, type Setup } from "./refusals.ts";

/** What one question found out about a model: what it takes of what it is asked with, and what comes back. */
export const Probe = z.object({
  tested_at: z.string().meta({ format: "date-time" }),
  is_working: z.boolean(),
  message: z.string().describe("How its answer ended, or why there was none."),
  search: z
    .enum(["forced", "chosen", "off"])
    .nullable()
    .describe(
      "Whether it took a forced search, was left to choose, or has none; null without an answer.",
    ),
  search_ran: z.boolean().nullable(),
  source_count: z.int().nullable(),
  location: z
    .enum(["taken", "refused", "unsupported"])
    .nullable()
    .describe("What became of the country it was to be asked from; null where none was sent."),
  left_out: z.array(z.string()).describe("Fields its provider refused."),
});
type Probe = z.output<typeof Probe>;

/** What an answer, or its failure, tells; one question tells all of it, since refusals come one after another. */
export function describeProbe(
  asked: Asked | EngineFailure,
  {
    supports,
    country_code,
    now,
  }: { supports: EngineSupports; country_code: string | null; now: Date },
): Probe {
  const tested_at = now.toISOString();
  if (asked instanceof Error) {
    const nothing = { search: null, search_ran: null, source_count: null, location: null };
    return { tested_at, is_working: false, message: asked.message, ...nothing, left_out: [] };
  }
  const { asked_without: left_out, search_asked: search, search_ran, retrieved, cited } = asked;
  const place = left_out.includes("user_location") ? "refused" : "taken";
  const sent = country_code && search !== "off" ? place : null;
  return {
    ...{ tested_at, is_working: true, message: `Answered (${asked.finish}).` },
    ...{ search, search_ran, source_count: retrieved.length + cited.length, left_out },
    location: supports.location ? sent : "unsupported",
  };
}

/**
 * Keeps what a test found out, which had sent everything again; false, and nothing is kept, where the model was set up
 * differently meanwhile.
 */
export async function noteProbe(
  db: Database,
  setup: Setup,
  { probe, refusals }: { probe: Probe; refusals: Refusals },
): Promise<boolean> {
  const kept = sql`probe = ${JSON.stringify(probe)}::jsonb`;
  const set = probe.is_working ? sql`${kept}, refusals = ${JSON.stringify(refusals)}::jsonb` : kept;
  return changeAsSetUp(db, setup, { set });
}

/**
 * Notes that a model answered a question that is not of the plan: it is no longer paused, unless it failed meanwhile or
 * its provider asked for the pause.
 */
export async function noteAnswering(db: Database, setup: Setup, asked_at: Date): Promise<void> {
  await changeAsSetUp(db, setup, {
    set: sql`${ANSWERS}, last_success_at = ${asked_at}`,
    when: sql`coalesce(t.failing_since <= ${asked_at}, true)
      and (t.paused_until is null or t.failing_since is not null)`,
  });
}

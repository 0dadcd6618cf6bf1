import { type RawBuilder, sql } from "kysely";
import * as z from "zod";
import type { Refusal } from "#core/answer-engine.ts";
import type { Database } from "#core/database.ts";

/** Days after which a part that was refused is sent again: models and providers change. */
const REMEMBERED_DAYS = 7;

/** Parts of a request that a provider refused of a model, by name. */
export type Refusals = Record<string, { said: string; since: string }>;

/** What a model is no longer sent. */
export const RefusedPart = z.object({
  part: z.string().describe("The field of the request; a place is named with its country."),
  since: z.string().meta({ format: "date-time" }).describe("Tried again a week later."),
  said: z.string().describe("The provider's words."),
});

/** What is still left out of a model's requests, by name. */
export function listRefused(refusals: Refusals, now: Date): z.output<typeof RefusedPart>[] {
  const oldest = now.getTime() - REMEMBERED_DAYS * 86_400_000;
  return Object.entries(refusals)
    .map(([part, { said, since }]) => ({ part, since, said }))
    .filter(({ since }) => Date.parse(since) > oldest)
    .sort((one, other) => (one.part < other.part ? -1 : 1));
}

/** Whether a part is a place, which is refused for its country alone. */
export const isPlace = (part: string) => part.includes(" ");

/** How a model was set up when it was asked. */
export type Setup = {
  project_id: number;
  model_id: number;
  requested_model: string;
  base_url: string | null;
  parameters: Record<string, unknown>;
  /** As it is kept, where it matters with which key it was asked. */
  api_key?: Buffer | null;
  /** It is set up in another way since. */
  is_former?: boolean;
};

/** The same with whichever key: what an answer costs does not hang on that. */
export function withAnyKey({ api_key: _, ...setup }: Setup): Setup {
  return setup;
}

/** Remembers what a provider refused of a model, unless it has been set up differently meanwhile. */
export async function noteRefusals(
  db: Database,
  setup: Setup,
  { refusals, now }: { refusals: readonly Refusal[]; now: Date },
): Promise<void> {
  if (refusals.length === 0) return;
  const fresh = JSON.stringify(dateRefusals(refusals, now));
  await changeAsSetUp(db, setup, { set: sql`refusals = t.refusals || ${fresh}::jsonb` });
}

/** What was refused just now, by name. */
export function dateRefusals(refusals: readonly Refusal[], now: Date): Refusals {
  const since = now.toISOString();
  return Object.fromEntries(refusals.map(({ part, said }) => [part, { said, since }]));
}

/** What is set of an assistant that answers: nothing of before is held against it. */
export const ANSWERS =
  sql.raw(`failure_streak = 0, refused_streak = 0, failing_since = null, paused_until = null,
  paused_reason = null, last_error = null, last_error_kind = null`);

/** Whether a model m, asked as t says, is set up as it was when it was asked. */
export function isSetUpAs({ requested_model, base_url, parameters, api_key }: Setup) {
  return sql`coalesce(m.requested_model, '') = ${requested_model}
    and m.project_id = t.project_id and m.model_id = t.model_id
    and t.base_url is not distinct from ${base_url}::text
    and (${api_key === undefined}::boolean or t.api_key is not distinct from ${api_key ?? null}::bytea)
    and t.parameters = ${JSON.stringify(parameters)}::jsonb`;
}

/** Changes what is known of a model as long as it is set up as it was when it was asked; false where it is not. */
export async function changeAsSetUp(
  db: Database,
  setup: Setup,
  { set, when = sql`true` }: { set: RawBuilder<unknown>; when?: RawBuilder<unknown> },
): Promise<boolean> {
  if (setup.is_former) return false;
  const { numAffectedRows } = await sql`
    update capture_targets t set ${set}
    from models m where ${when} and t.project_id = ${setup.project_id} and t.model_id = ${setup.model_id}
      and ${isSetUpAs(setup)}`.execute(db);
  return numAffectedRows === 1n;
}

import { sql } from "kysely";
import type { Priced } from "../budget/answer-price.ts";
import type { Refusals } from "../targets/refusals.ts";

/** One task that this worker alone may ask now, with all that asking needs. */
export type ClaimedTask = {
  project_id: number;
  task_id: number;
  run_id: number;
  day: string;
  model_id: number;
  prompt_id: number;
  attempts: number;
  /** What it cost before this try. */
  cost_micros: number;
  lease: string;
  /** With which request it was handed over, where its answer is fetched later. */
  submission_id: number | null;
  /** Another question of the same request has failed before: together they are one failure of its model. */
  is_echo?: boolean;
  /** It was handed over before its model was set up as it is now, of which what comes back says nothing. */
  is_former?: boolean;
  prompt: string;
  slug: string;
  country_code: string;
  language_code: string;
  requested_model: string;
  base_url: string | null;
  parameters: Record<string, unknown>;
  refusals: Refusals;
  api_key: Buffer | null;
} & Priced;
/** What asking a task needs, of the task t, its prompt p and its model f. */
export const ASKED_COLUMNS =
  sql.raw(`t.project_id, t.task_id, t.run_id, t.day, t.model_id, t.prompt_id,
  t.attempts, t.cost_micros, p.text as prompt, p.country_code, p.language_code, f.slug, f.provider, f.requested_model,
  f.base_url, f.parameters, f.refusals, f.api_key, f.price, f.measured, f.listed`);

/** Whose questions they are, and what ends them early. */
export type Asker = { process_id: number | null; signal: AbortSignal };

import { sql } from "kysely";
import { type Asked, EngineFailure, type Used } from "#core/answer-engine.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { Estimate, PriceBasis, Providers, TypedPrice } from "#core/ports.ts";
import { toMicros } from "../capture-task.ts";
import { changeAsSetUp, type Setup, withAnyKey } from "../targets/refusals.ts";

/** What the newest answers of an assistant used and cost, 100 to 200 of them; empty before its first. */
export type Measured = {
  /** Those whose cost is known: their provider told it, or the tokens that it follows from. */
  answers: number;
  /** Those whose provider told the cost itself. */
  reported: number;
  input_tokens: number;
  output_tokens: number;
  searches: number;
  /** What was expected before they were asked, and what they cost, in millionths of a USD. */
  estimated_micros: number;
  actual_micros: number;
};
/** How the answers of an assistant are priced; `price` is what a user typed in. */
export type Priced = {
  provider: string;
  requested_model: string | null;
  price: TypedPrice | null;
  measured: Partial<Measured>;
  /** What its provider's own list said of it, in USD for a million tokens, and when. */
  listed: { input_usd: number | null; output_usd: number | null; read_on: string } | null;
};
/** What the next answer is expected to cost; listed: by its provider's own list; reported: by what it said of those before. */
export type AnswerEstimate = Omit<Estimate, "basis"> & {
  basis: PriceBasis | "listed" | "reported";
  /** How many answers told what one uses; 0: the usual lengths were taken. */
  from_answers: number;
};

/** So many answers tell what the next one uses. */
export const MEASURED_MIN = 20;
/** Beyond so many, those before count half. */
const MEASURED_MAX = 200;
/** An estimate from own answers is never below this share of the one from usual lengths. */
const FLOOR = 0.1;

/** What the next answer of an assistant is expected to cost in USD; null where nobody knows any price. */
export function estimateAnswer(providers: Providers, asked: Priced): AnswerEstimate | null {
  const priceUse = (used: Used | null) => priceAnswer(providers, asked, used);
  const usual = priceUse(null);
  const { answers = 0, reported = 0, actual_micros = 0, ...sums } = asked.measured;
  if (answers < MEASURED_MIN) return usual && { ...usual, from_answers: 0 };
  const mean_usd = actual_micros / answers / 1e6;
  const from_answers = Math.round(answers);
  if (reported > 0) return { usd: round(mean_usd), basis: "reported", as_of: null, from_answers };
  if (!usual) return null;
  // By a price that is only guessed, the real ones of those that answered say more.
  if (usual.basis === "dearest") return { ...usual, usd: round(mean_usd), from_answers };
  const usd = priceUse({
    input_tokens: Math.round((sums.input_tokens ?? 0) / answers),
    output_tokens: Math.round((sums.output_tokens ?? 0) / answers),
    searches: (sums.searches ?? 0) / answers,
  })?.usd;
  return { ...usual, usd: round(Math.max(usd ?? mean_usd, usual.usd * FLOOR)), from_answers };
}

/** What an answer that uses so much costs (null: of usual length), by the price that was typed in, else that of the provider's own list, else what is known of its models. */
export function priceAnswer(
  providers: Providers,
  { provider, requested_model, price, listed }: Priced,
  used: Used | null,
): Omit<AnswerEstimate, "from_answers"> | null {
  const estimate = providers.get(provider)?.estimate;
  const model = requested_model ?? "";
  const [input, output] = [listed?.input_usd ?? null, listed?.output_usd ?? null];
  if (!estimate || price || !listed || input === null || output === null) {
    return estimate?.(model, { price, used }) ?? null;
  }
  const one_search = { input_tokens: 0, output_tokens: 0, searches: 1 };
  const search = estimate(model, { used: one_search })?.usd ?? 0;
  const by_list = estimate(model, { price: { input, output, search, answer: 0 }, used });
  return by_list && { usd: by_list.usd, basis: "listed", as_of: listed.read_on };
}

/** An answer with its cost by the price a user typed in, unless its provider says what it charged. */
export function applyPrice<Outcome extends Asked | EngineFailure>(
  outcome: Outcome,
  providers: Providers,
  { provider, price }: Priced,
): Outcome {
  if (!price || outcome instanceof EngineFailure || outcome.usage.cost_basis === "reported") {
    return outcome;
  }
  const { usage: used, requested_model } = outcome;
  const estimate = providers.get(provider)?.estimate(requested_model, { price, used });
  if (!estimate) return outcome;
  return { ...outcome, usage: { ...used, cost_usd: estimate.usd, cost_basis: "estimated" } };
}

/** Whether nothing is known yet of what an assistant's answers cost. */
export function isNew({ measured }: Pick<Priced, "measured">): boolean {
  return measured.answers === undefined;
}

/**
 * Remembers what an answer used and cost against what was expected, in the transaction that books it, unless its assistant
 * is asked in another way by now.
 */
export async function noteMeasured(
  db: Database,
  setup: Setup,
  { usage, estimated_micros }: Pick<Asked, "usage"> & { estimated_micros: number },
): Promise<void> {
  const { project_id, model_id } = setup;
  const rows = await rowsOf<{ measured: Partial<Measured> }>(db)`
    select measured from capture_targets
    where project_id = ${project_id} and model_id = ${model_id} for update`;
  const [row] = rows;
  if (!row) return;
  const measured = addAnswer(row.measured, { usage, estimated_micros });
  const set = sql`measured = ${JSON.stringify(measured)}::jsonb`;
  await changeAsSetUp(db, withAnyKey(setup), { set });
}

const NONE: Measured = {
  ...{ answers: 0, reported: 0, input_tokens: 0, output_tokens: 0, searches: 0 },
  ...{ estimated_micros: 0, actual_micros: 0 },
};

function addAnswer(
  before: Partial<Measured>,
  { usage, estimated_micros }: Pick<Asked, "usage"> & { estimated_micros: number },
): Measured {
  const known = { ...NONE, ...before };
  const { input_tokens, output_tokens, searches, cost_usd, cost_basis } = usage;
  const isReported = cost_basis === "reported";
  // A vendor of pages tells neither: what is booked is the estimate, and says nothing about it.
  const isActual = isReported || (input_tokens ?? output_tokens) !== null;
  if (cost_usd === null || !isActual) return known;
  const kept = known.answers >= MEASURED_MAX ? 0.5 : 1;
  return {
    answers: known.answers * kept + 1,
    reported: known.reported * kept + (isReported ? 1 : 0),
    input_tokens: known.input_tokens * kept + (input_tokens ?? 0),
    output_tokens: known.output_tokens * kept + (output_tokens ?? 0),
    searches: known.searches * kept + (searches ?? 0),
    estimated_micros: Math.round(known.estimated_micros * kept + estimated_micros),
    actual_micros: Math.round(known.actual_micros * kept + toMicros(cost_usd)),
  };
}

function round(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

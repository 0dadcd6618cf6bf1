import * as z from "zod";
import type { Captured, EngineFailure } from "#core/answer-engine.ts";
import { failInside, maybeNumber, maybeText } from "./body-shapes.ts";
import type { LaterShape, Sent } from "./make-later.ts";
import { estimateServed } from "./prices/estimate-cost.ts";

/** A batch has a day; its provider may be a little late. */
const GIVE_UP_SECONDS = 26 * 3_600;
const QUESTIONS_MAX = 200;

const lineShape = z.looseObject({
  custom_id: z.string(),
  response: z.looseObject({ status_code: maybeNumber, body: z.unknown() }).nullish(),
  error: z.looseObject({ code: z.unknown().optional(), message: maybeText }).nullish(),
});

/** How a wire's questions go in batches, at half its price for words, where a target's parameters say `batch: true`. */
export function batched(shape: Pick<LaterShape, "submit" | "find" | "fetch">): LaterShape {
  return {
    ...shape,
    questions_max: QUESTIONS_MAX,
    give_up_seconds: GIVE_UP_SECONDS,
    when: (parameters) => parameters["batch"] === true,
    price: priceBatched,
  };
}

/** Searches cost what they cost otherwise. */
function priceBatched({ usage, ...answer }: Captured, provider: string): number | null {
  if (usage.cost_usd === null || usage.cost_basis !== "estimated") return usage.cost_usd;
  const models = { served: answer.served_model, requested: answer.requested_model };
  const used = { input_tokens: 0, output_tokens: 0, searches: usage.searches };
  const searches_usd = estimateServed(provider, models, { used })?.usd ?? 0;
  return Math.round(((usage.cost_usd + searches_usd) / 2) * 1e6) / 1e6;
}

/** Notes what a line of results says, the first one of a question; lines in another shape say nothing. */
export function readLine(found: Map<string, unknown>, line: unknown): void {
  const read = lineShape.safeParse(line);
  if (!read.success || found.has(read.data.custom_id)) return;
  const { custom_id, response, error } = read.data;
  const status = response?.status_code ?? 200;
  if (response && !error && status < 400) found.set(custom_id, response.body);
  else found.set(custom_id, failLine(error ? 503 : status, error ?? response?.body));
}

/** What went wrong with one question of a batch. */
export function failLine(status: number, evidence: unknown): EngineFailure {
  const text = JSON.stringify(evidence) ?? "no reason given";
  const said = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
  return failInside(status, `In the batch: ${said}`, { evidence: text });
}

/** All questions that nothing is known of, failed for one reason; the others as they were found. */
export function endAll(
  bodies: Sent["bodies"],
  failure: EngineFailure,
  found: ReadonlyMap<string, unknown> = new Map(),
): Map<string, unknown> {
  return new Map([...bodies.keys()].map((id) => [id, found.get(id) ?? failure]));
}

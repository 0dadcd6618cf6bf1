import * as z from "zod";
import { EngineFailure } from "#core/answer-engine.ts";
import type { AnswerParts } from "./build-captured.ts";
import { chooseKind, redact } from "./classify-failure.ts";

/** What a provider may leave out or leave empty. */
export const maybeText = z.string().nullish();
export const maybeNumber = z.number().nullish();
export const maybeObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).nullish();
export const maybeList = <Item extends z.ZodType>(item: Item) => z.array(item).nullish();

/** A page as most providers name it. */
export const pageShape = z.looseObject({ url: maybeText, title: maybeText });

/** A page that an answer cites, and where; the unit of the offsets is the provider's. */
export const citationShape = pageShape.extend({ start_index: maybeNumber, end_index: maybeNumber });

/** One of several kinds of notes to an answer. */
const annotationShape = citationShape.extend({ type: maybeText });

/** A piece of an answer's text with the pages it cites. */
export const contentShape = z.looseObject({
  type: maybeText,
  text: maybeText,
  annotations: maybeList(annotationShape),
});

/** What an answer cost, as a number or as an object of its parts. */
export const costShape = z
  .union([z.number(), z.looseObject({ total_cost: maybeNumber })])
  .nullish();

/** A provider's error inside a body, as text or as an object; absent in good answers. */
export const errorShape = z
  .union([
    z.string().transform((message) => ({ code: null, type: null, message })),
    z.looseObject({
      code: z.union([z.string(), z.number()]).nullish(),
      type: maybeText,
      message: maybeText,
    }),
  ])
  .nullish();

/**
 * Reads a body, or the `part` of a `whole` one, with a loose schema; another shape is a permanent failure that says where
 * and keeps the whole body.
 */
export function readShape<T extends z.ZodType>(
  schema: T,
  part: unknown,
  wire: string,
  whole: unknown = part,
): z.output<T> {
  const result = schema.safeParse(part);
  if (result.success) return result.data;
  throw otherShape(whole, wire, result.error.issues[0]?.path.join("."));
}

/** The failure of a body that came whole and cannot be read at `path`. */
export function otherShape(raw: unknown, wire: string, path?: string): EngineFailure {
  const message = `The answer is not in the ${wire} shape (at ${path || "the body"}).`;
  return new EngineFailure("permanent", message, { raw });
}

/**
 * The failure that is reported inside a good answer, judged like an HTTP answer of `status` that holds `evidence`; `usage`
 * is what the answer says that it used or cost all the same.
 */
export function failInside(
  status: number,
  message: string,
  { evidence = message, usage }: { evidence?: string; usage?: AnswerParts["usage"] } = {},
): EngineFailure {
  const { cost_usd, input_tokens, output_tokens } = usage ?? {};
  const isUsed = (cost_usd ?? sum(input_tokens, output_tokens) ?? 0) > 0;
  const details = { status, ...(isUsed && { cost_usd: cost_usd ?? null }) };
  return new EngineFailure(chooseKind(status, evidence), redact(message, null), details);
}

/** The USD of a reported cost; null when there is none. */
export function readCost(cost: z.output<typeof costShape>): number | null {
  return typeof cost === "number" ? cost : (cost?.total_cost ?? null);
}

/** The sum of separate counts; null when none is given. */
export function sum(...counts: (number | null | undefined)[]): number | null {
  const known = counts.filter((count) => typeof count === "number");
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
}

const argumentShape = z.looseObject({ query: maybeText, queries: maybeList(z.string()) });

/** Queries in a tool call's arguments, given as an object or as JSON text; [] when unreadable. */
export function readArgumentQueries(value: unknown): string[] {
  let parsed = value;
  if (typeof value === "string") {
    try {
      parsed = JSON.parse(value);
    } catch {
      return [];
    }
  }
  const result = argumentShape.safeParse(parsed);
  if (!result.success) return [];
  const { query, queries } = result.data;
  return queries ?? (query ? [query] : []);
}

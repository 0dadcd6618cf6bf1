import * as z from "zod";
import {
  EngineFailure,
  type EngineRequest,
  type SearchAsked,
  type SentWith,
} from "#core/answer-engine.ts";
import { maybeObject, maybeText } from "./body-shapes.ts";

type Body = Record<string, unknown>;

/** What makes a question the question: never left out. `store` says what the provider may keep. */
const KEPT = new Set(
  "model messages input inputs contents stream tools store keyword prompt language_code location_code location_name query url country geo_location source zone".split(
    " ",
  ),
);
const PLACE = "user_location";

/**
 * The part of a request that a refusal names and that can be left out, or null: the forced search first, then whatever
 * is named first. A limit that the target set is its own, since it bounds what an answer costs.
 */
export function findRefused(error: unknown, body: unknown, request: EngineRequest): string | null {
  const isRefusal =
    error instanceof EngineFailure &&
    error.kind === "permanent" &&
    error.raw === undefined &&
    error.cost_usd === undefined &&
    [400, 404, 422].includes(error.status ?? 0);
  if (!isRefusal || !isObject(body)) return null;
  const isOwn = (key: string) => /^max_/i.test(key) && key in request.parameters;
  const fields = Object.keys(body).filter((key) => !KEPT.has(key) && !isOwn(key));
  if (holdsPlace(body)) fields.push(PLACE);
  const named = fields
    .map((field) => ({ field, at: error.message.search(patternOf(field)) }))
    .filter(({ at }) => at !== -1)
    .sort((one, other) => rankOf(one) - rankOf(other));
  const field = named[0]?.field ?? null;
  return field === PLACE ? placeOf(request) : field;
}

/** The body without the parts that were refused, or with what a wire sends in their place. */
export function leaveOut(
  body: Body,
  { left_out, instead }: { left_out: ReadonlySet<string>; instead: Body },
  request: EngineRequest,
): { body: Body; without: string[] } {
  const kept = new Map(Object.entries(body));
  const without: string[] = [];
  for (const part of left_out) {
    if (!kept.has(part)) continue;
    without.push(part);
    if (part in instead) kept.set(part, instead[part]);
    else kept.delete(part);
  }
  const adapted = Object.fromEntries(kept);
  if (!left_out.has(placeOf(request)) || !holdsPlace(adapted)) return { body: adapted, without };
  return { body: dropPlace(adapted) as Body, without: [...without, PLACE] };
}

/** How the body asks for a search. */
export function readSearchAsked(body: Body): SearchAsked {
  const { tools, tool_choice, completion_args, force_web_search } = body;
  if (force_web_search === true) return "forced";
  if (!Array.isArray(tools) || tools.length === 0) return "off";
  const nested = isObject(completion_args) ? completion_args["tool_choice"] : undefined;
  const choice = tool_choice ?? nested ?? "auto";
  const name = isObject(choice) ? choice["type"] : choice;
  if (name === "none") return "off";
  return name === "auto" ? "chosen" : "forced";
}

const sentShape = z.looseObject({
  reasoning_effort: maybeText,
  reasoning: maybeObject({ effort: maybeText }),
  output_config: maybeObject({ effort: maybeText }),
  generation_config: maybeObject({ thinking_level: maybeText }),
  generationConfig: maybeObject({ thinkingConfig: maybeObject({ thinkingLevel: maybeText }) }),
  thinking: maybeObject({ type: maybeText }),
});

/** The search tool that a body brings, by its type, and the effort that it names, each as its API calls it. */
export function readSentWith(body: Body): SentWith {
  const tools = Array.isArray(body["tools"]) ? body["tools"].filter(isObject) : [];
  const [tool] = tools.map((one) => one["type"] ?? Object.keys(one)[0]);
  const sent = sentShape.safeParse(body).data;
  const effort =
    sent?.reasoning_effort ??
    sent?.reasoning?.effort ??
    sent?.output_config?.effort ??
    sent?.generation_config?.thinking_level ??
    sent?.generationConfig?.thinkingConfig?.thinkingLevel ??
    (sent?.thinking?.type === "disabled" ? "none" : null);
  return { search_tool: typeof tool === "string" ? tool : null, effort };
}

const placeOf = ({ country_code }: EngineRequest) => `${PLACE} ${country_code?.toUpperCase()}`;
const rankOf = ({ field, at }: { field: string; at: number }) =>
  field === "tool_choice" ? -1 : at;

/** A word of everyday English counts only where it is marked as a name. Others are searched for as they are spelt. */
function patternOf(field: string): RegExp {
  return field === "include"
    ? /["'`]include\b|\binclude["'`[.:]/i
    : new RegExp(`(?<!\\w)${RegExp.escape(field)}(?!\\w)`, "i");
}

function holdsPlace(body: Body): boolean {
  return JSON.stringify(body).includes(`"${PLACE}":`);
}

function dropPlace(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropPlace);
  if (!isObject(value)) return value;
  const rest = Object.entries(value).filter(([key]) => key !== PLACE);
  return Object.fromEntries(rest.map(([key, inner]) => [key, dropPlace(inner)]));
}

function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import * as z from "zod";
import type { EngineRequest } from "#core/answer-engine.ts";

const optionShape = z.looseObject({
  search: z.enum(["required", "auto", "off"]).catch("required"),
  search_tool: z.string().optional().catch(undefined),
  searches_max: z.number().int().min(1).max(50).optional().catch(undefined),
  city: z.string().optional().catch(undefined),
  region: z.string().optional().catch(undefined),
  timezone: z.string().optional().catch(undefined),
  resolve_redirects: z.boolean().catch(true),
  batch: z.boolean().catch(false),
});

/** Keys of a target's parameters that are ours and never sent as they are. */
const OWN_KEYS = new Set(Object.keys(optionShape.shape));
/** Keys of APIs that would change who is asked what or how it comes back. */
const FIXED_KEYS = new Set([
  ...["model", "models", "fallbacks", "input", "inputs", "messages", "contents", "stream"],
]);

/** Our own options among a target's parameters; a wrong value counts as unset. */
export type RequestOptions = z.output<typeof optionShape>;

/** Reads our options: `search` (required, auto, off), `search_tool`, `searches_max`, place. */
export function readOptions(request: EngineRequest): RequestOptions {
  return optionShape.parse(request.parameters);
}

/** The body with the target's other parameters laid over it, but for those in `question`; a null removes a key of ours. */
export function applyParameters(
  body: Record<string, unknown>,
  parameters: Record<string, unknown>,
  question: readonly string[] = [],
): Record<string, unknown> {
  const merged = new Map(Object.entries(body));
  for (const [key, value] of Object.entries(parameters)) {
    if (OWN_KEYS.has(key) || FIXED_KEYS.has(key) || question.includes(key)) continue;
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** The search tool's `user_location` as OpenAI and Anthropic write it; nothing without a country. */
export function describeLocation(request: EngineRequest) {
  const { city, region, timezone } = readOptions(request);
  if (request.country_code === null) return {};
  const country = request.country_code.toUpperCase();
  const places = Object.entries({ type: "approximate", country, city, region, timezone });
  return { user_location: Object.fromEntries(places.filter(([, value]) => value !== undefined)) };
}

/** A key in a header of its own; none without a key. */
export function keyIn(header: string, api_key: string | null): Record<string, string> {
  return api_key ? { [header]: api_key } : {};
}

/** A key of the form `login:password`. */
export function basic({ api_key }: EngineRequest): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(api_key ?? "", "utf8").toString("base64")}` };
}

/** The bearer header most providers take; none without a key (local servers). */
export function bearer(api_key: string | null): Record<string, string> {
  return api_key ? keyIn("authorization", `Bearer ${api_key}`) : {};
}

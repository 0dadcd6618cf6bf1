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
});

/** Keys of a target's parameters that are ours and never sent as they stand. */
const OWN_KEYS = new Set(Object.keys(optionShape.shape));
/** Keys that would change what is asked or how it comes back. */
const FIXED_KEYS = new Set(["model", "input", "inputs", "messages", "contents", "stream"]);

/** Our own options among a target's parameters; a wrong value counts as unset. */
export type RequestOptions = z.output<typeof optionShape>;

/** Reads our options: `search` (required, auto, off), `search_tool`, `searches_max`, place. */
export function readOptions(request: EngineRequest): RequestOptions {
  return optionShape.parse(request.parameters);
}

/** The body with the target's other parameters laid over it; a null removes a key of ours. */
export function applyParameters(
  body: Record<string, unknown>,
  parameters: Record<string, unknown>,
): Record<string, unknown> {
  const merged = new Map(Object.entries(body));
  for (const [key, value] of Object.entries(parameters)) {
    if (OWN_KEYS.has(key) || FIXED_KEYS.has(key)) continue;
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** The search tool's place as OpenAI, Anthropic and Perplexity write it; null without a country. */
export function describeLocation(request: EngineRequest): Record<string, string> | null {
  const { city, region, timezone } = readOptions(request);
  if (request.country_code === null) return null;
  return {
    type: "approximate",
    country: request.country_code.toUpperCase(),
    ...(city === undefined ? {} : { city }),
    ...(region === undefined ? {} : { region }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

/** The bearer header most providers take; none without a key (local servers). */
export function bearer(api_key: string | null): Record<string, string> {
  return api_key === null || api_key === "" ? {} : { authorization: `Bearer ${api_key}` };
}

import type { CitedSource } from "#core/answer-engine.ts";
import { readShape } from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import { describeLocation } from "./request-options.ts";
import { readResponses, responsesShape } from "./responses-body.ts";
import { isSonarBody, readSonar } from "./sonar-body.ts";
import { findMarkers } from "./text-spans.ts";

/** Perplexity's Agent API (Responses shape with `search_results`); stored bodies of the retired
 * Sonar chat API are read, too. A preset goes in the target's parameters next to the model. */
export const perplexityAgent: Wire = {
  wire: "perplexity-agent",
  supports: { search_queries: true, retrieved: true, cited: true, location: true },
  path: "/agent",
  body: ({ requested_model, prompt, language_code }) => ({
    model: requested_model,
    input: prompt,
    ...(language_code !== null && { language_preference: language_code }),
  }),
  search(request, { search_tool = "web_search" }) {
    // A time zone is no part of a place here.
    const { type: _, timezone: __, ...place } = describeLocation(request).user_location ?? {};
    const isPlaced = request.country_code !== null;
    return { tools: [{ type: search_tool, ...(isPlaced && { user_location: place }) }] };
  },
  read(raw, wire) {
    if (!isSonarBody(raw)) return readAgent(raw, wire);
    return { ...readSonar(raw), adapter_version: "perplexity-sonar@1" };
  },
};

/** Annotations where the API sends them, else the `[n]` markers that name a result's id. */
function readAgent(raw: unknown, wire: string): AnswerParts {
  const parts = readResponses(raw, wire);
  if ((parts.cited ?? []).length > 0) return parts;
  const body = readShape(responsesShape, raw, wire);
  const results = body.output.flatMap((item) => item.results ?? []);
  const byId = new Map(results.map((result, index) => [String(result.id ?? index + 1), result]));
  const cited: CitedSource[] = findMarkers(parts.text).flatMap((marker) => {
    const result = byId.get(String(marker.number));
    return result?.url ? [cite({ url: result.url, title: result.title }, marker)] : [];
  });
  return { ...parts, cited };
}

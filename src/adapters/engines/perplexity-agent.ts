import type { AnswerEngine, CitedSource, EngineRequest } from "#core/answer-engine.ts";
import { type AnswerParts, buildCaptured, cite, readShape } from "./build-captured.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, bearer, describeLocation, readOptions } from "./request-options.ts";
import { readResponses, responsesShape } from "./responses-body.ts";
import { isSonarBody, readSonar } from "./sonar-body.ts";
import { findMarkers } from "./text-spans.ts";

const WIRE = "perplexity-agent";
const VERSION = "perplexity-agent@1";

/** Perplexity's Agent API (Responses shape with `search_results`); `parse` also reads bodies of
 * the retired Sonar chat API. A preset goes in the target's parameters beside the model. */
export function makePerplexityAgent(provider: string): AnswerEngine {
  const parse: AnswerEngine["parse"] = (raw, requested_model) => {
    const sonar = isSonarBody(raw);
    return buildCaptured(sonar ? readSonar(raw) : readAgent(raw), {
      provider,
      requested_model,
      raw,
      adapter_version: sonar ? "perplexity-sonar@1" : VERSION,
    });
  };
  return {
    provider,
    wire: WIRE,
    supports: { search_queries: true, retrieved: true, cited: true, location: true },
    parse,
    ask: async (request) => {
      const raw = await requestJson(request, {
        path: "/agent",
        headers: bearer(request.api_key),
        body: writeBody(request),
      });
      return parse(raw, request.requested_model);
    },
  };
}

function writeBody(request: EngineRequest): Record<string, unknown> {
  const options = readOptions(request);
  const place = describeLocation(request);
  const tool = {
    type: options.search_tool ?? "web_search",
    ...(place === null ? {} : { user_location: withoutType(place) }),
  };
  const body = {
    model: request.requested_model,
    input: request.prompt,
    ...(request.language_code === null ? {} : { language_preference: request.language_code }),
    ...(options.search === "off" ? {} : { tools: [tool] }),
  };
  return applyParameters(body, request.parameters);
}

function withoutType({ type: _, ...place }: Record<string, string>): Record<string, string> {
  return place;
}

/** Annotations where the API sends them, else the `[n]` markers that name a result's id. */
function readAgent(raw: unknown): AnswerParts {
  const parts = readResponses(raw, WIRE);
  if ((parts.cited ?? []).length > 0) return parts;
  const body = readShape(responsesShape, raw, WIRE);
  const results = body.output.flatMap((item) => item.results ?? []);
  const byId = new Map(results.map((result, index) => [String(result.id ?? index + 1), result]));
  const cited: CitedSource[] = findMarkers(parts.text).flatMap((marker) => {
    const result = byId.get(String(marker.number));
    return result?.url ? [cite({ url: result.url, title: result.title }, marker)] : [];
  });
  return { ...parts, cited };
}

/** Reads a stored body of the retired Sonar chat API; throws `EngineFailure` on another shape. */
export function parsePerplexitySonar(raw: unknown, requested_model: string) {
  return buildCaptured(readSonar(raw), {
    provider: "perplexity",
    requested_model,
    raw,
    adapter_version: "perplexity-sonar@1",
  });
}

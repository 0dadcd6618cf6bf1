import type { AnswerEngine, EngineRequest } from "#core/answer-engine.ts";
import { buildCaptured } from "./build-captured.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, bearer, readOptions } from "./request-options.ts";
import { readResponses } from "./responses-body.ts";

const WIRE = "xai-responses";
const VERSION = "xai-responses@1";

/** xAI's Responses API: web search as a tool, forced; no country, no list of retrieved pages,
 * citations often without offsets. */
export function makeXaiResponses(provider: string): AnswerEngine {
  const parse: AnswerEngine["parse"] = (raw, requested_model) =>
    buildCaptured(readResponses(raw, WIRE), {
      provider,
      requested_model,
      raw,
      adapter_version: VERSION,
    });
  return {
    provider,
    wire: WIRE,
    supports: { search_queries: true, retrieved: false, cited: true, location: false },
    parse,
    ask: async (request) => {
      const raw = await requestJson(request, {
        path: "/responses",
        headers: bearer(request.api_key),
        body: writeBody(request),
      });
      return parse(raw, request.requested_model);
    },
  };
}

function writeBody(request: EngineRequest): Record<string, unknown> {
  const options = readOptions(request);
  const tool = { type: options.search_tool ?? "web_search" };
  const body = {
    model: request.requested_model,
    input: request.prompt,
    store: false,
    ...(options.search === "off" ? {} : { tools: [tool], tool_choice: options.search }),
  };
  return applyParameters(body, request.parameters);
}

import type { AnswerEngine, EngineRequest } from "#core/answer-engine.ts";
import { buildCaptured } from "./build-captured.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, bearer, describeLocation, readOptions } from "./request-options.ts";
import { readResponses } from "./responses-body.ts";

const WIRE = "openai-responses";
const VERSION = "openai-responses@1";

/** OpenAI's Responses API with web search, at OpenAI, Azure or any server of that shape.
 * Search is forced with `tool_choice`, the country goes in the tool's `user_location`. */
export function makeOpenaiResponses(provider: string): AnswerEngine {
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
    supports: { search_queries: true, retrieved: true, cited: true, location: true },
    parse,
    ask: async (request) => {
      const raw = await requestJson(request, {
        path: "/responses",
        headers: authorize(request),
        body: writeBody(request),
      });
      return parse(raw, request.requested_model);
    },
  };
}

function writeBody(request: EngineRequest): Record<string, unknown> {
  const options = readOptions(request);
  const location = describeLocation(request);
  const tool = {
    type: options.search_tool ?? "web_search",
    ...(location === null ? {} : { user_location: location }),
  };
  const search = {
    tools: [tool],
    tool_choice: options.search,
    include: ["web_search_call.action.sources"],
    max_tool_calls: options.searches_max ?? 8,
  };
  const body = {
    model: request.requested_model,
    input: request.prompt,
    store: false,
    // Reasoning tokens count, so a lower limit cuts answers in the middle.
    max_output_tokens: 16_000,
    ...(options.search === "off" ? {} : search),
  };
  return applyParameters(body, request.parameters);
}

/** Azure takes its keys in a header of its own. */
function authorize(request: EngineRequest): Record<string, string> {
  const azure = /^https:\/\/[^/]+\.(openai\.azure\.com|services\.ai\.azure\.com)(\/|$)/;
  if (request.api_key && azure.test(request.base_url)) return { "api-key": request.api_key };
  return bearer(request.api_key);
}

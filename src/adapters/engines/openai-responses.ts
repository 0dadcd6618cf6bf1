import type { EngineRequest } from "#core/answer-engine.ts";
import type { Wire } from "./make-engine.ts";
import { bearer, describeLocation, keyIn } from "./request-options.ts";
import { readResponses } from "./responses-body.ts";

/** OpenAI's Responses API with web search, at OpenAI, Azure or any server of that shape.
 * Search is forced with `tool_choice`, the country goes in the tool's `user_location`. */
export const openaiResponses: Wire = {
  wire: "openai-responses",
  supports: { search_queries: true, retrieved: true, cited: true, location: true },
  path: "/responses",
  headers: authorize,
  body: ({ requested_model, prompt }) => ({
    model: requested_model,
    input: prompt,
    store: false,
    // Reasoning tokens count, so a lower limit cuts answers in the middle.
    max_output_tokens: 16_000,
  }),
  search: (request, { search, search_tool = "web_search", searches_max = 8 }) => ({
    tools: [{ type: search_tool, ...describeLocation(request) }],
    tool_choice: search,
    include: ["web_search_call.action.sources"],
    max_tool_calls: searches_max,
  }),
  read: readResponses,
};

/** Azure takes its keys in a header of its own. */
function authorize({ api_key, base_url }: EngineRequest): Record<string, string> {
  const azure = /^https:\/\/[^/]+\.(openai\.azure\.com|services\.ai\.azure\.com)(\/|$)/;
  return azure.test(base_url) ? keyIn("api-key", api_key) : bearer(api_key);
}

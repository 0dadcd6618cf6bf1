import type { Wire } from "./make-engine.ts";
import { readResponses } from "./responses-body.ts";

/** xAI's Responses API: web search as a tool, forced; no country, no list of retrieved pages,
 * citations often without offsets. */
export const xaiResponses: Wire = {
  wire: "xai-responses",
  supports: { search_queries: true, retrieved: false, cited: true, location: false },
  path: "/responses",
  body: ({ requested_model, prompt }) => ({ model: requested_model, input: prompt, store: false }),
  search: (_, { search, search_tool = "web_search" }) => ({
    tools: [{ type: search_tool }],
    tool_choice: search,
  }),
  read: readResponses,
};

// One answer in each provider's shape, invented, all telling the same; shaped as the newest published types and
// documents say (npm run outside holds them against both), so that what an engine reads of them is what it should.

const TEXT = "Umbra is the lightest running shoe.";
const QUERY = "lightest running shoe";
const PAGE = { url: "https://run.example/light", title: "Light shoes" };
const SPAN = { start_index: 0, end_index: TEXT.length };

/** What each of them says. */
export const TOLD = { text: TEXT, query: QUERY, ...PAGE, model: "model-x-2026-11-01" };

const message = (annotations: object[]) => ({
  ...{ type: "message", id: "msg_1", role: "assistant", status: "completed" },
  content: [{ type: "output_text", text: TEXT, annotations }],
});
const citation = { type: "url_citation", ...PAGE, ...SPAN };
const search = { type: "search", query: QUERY, queries: [QUERY] };
const searched = (action: object) => ({
  ...{ type: "web_search_call", id: "ws_1", status: "completed" },
  action,
});
const usage = {
  ...{ input_tokens: 900, output_tokens: 40, total_tokens: 940 },
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 10 },
};
const response = {
  ...{ id: "resp_1", object: "response", created_at: 1_795_000_000, status: "completed" },
  ...{ model: TOLD.model, usage },
};
const openai = {
  ...response,
  ...{ error: null, incomplete_details: null, instructions: null, metadata: {} },
  ...{ parallel_tool_calls: true, temperature: 1, top_p: 1, tool_choice: "required" },
  access_programs: null,
  tools: [{ type: "web_search" }],
  output: [searched({ ...search, sources: [{ type: "url", url: PAGE.url }] }), message([citation])],
};
const anthropic = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: TOLD.model },
  ...{ container: null, diagnostics: null },
  ...{ stop_reason: "end_turn", stop_sequence: null, stop_details: null },
  content: [
    {
      ...{ type: "server_tool_use", id: "srvtoolu_1", name: "web_search" },
      ...{ input: { query: QUERY }, caller: { type: "direct" } },
    },
    {
      ...{ type: "web_search_tool_result", tool_use_id: "srvtoolu_1", caller: { type: "direct" } },
      content: [{ type: "web_search_result", ...PAGE, encrypted_content: "e", page_age: null }],
    },
    {
      ...{ type: "text", text: TEXT },
      citations: [
        {
          ...{ type: "web_search_result_location", ...PAGE },
          ...{ cited_text: "Umbra weighs 150 g.", encrypted_index: "e" },
        },
      ],
    },
  ],
  usage: {
    ...{ input_tokens: 900, output_tokens: 40, cache_creation: null, inference_geo: null },
    ...{ cache_creation_input_tokens: 0, cache_read_input_tokens: 0, service_tier: "standard" },
    server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
    ...{ output_tokens_details: null, speed: null },
  },
};
const gemini = {
  ...{ modelVersion: TOLD.model, responseId: "r1" },
  candidates: [
    {
      ...{ index: 0, finishReason: "STOP", content: { role: "model", parts: [{ text: TEXT }] } },
      groundingMetadata: {
        webSearchQueries: [QUERY],
        groundingChunks: [{ web: { uri: PAGE.url, title: PAGE.title } }],
        groundingSupports: [
          {
            groundingChunkIndices: [0],
            segment: { startIndex: 0, endIndex: TEXT.length, text: TEXT },
          },
        ],
      },
    },
  ],
  usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 40, totalTokenCount: 60 },
};
const gemini_interactions = {
  ...{ id: "int_1", status: "completed", model: TOLD.model, created: "2026-11-20T08:00:00Z" },
  steps: [
    { type: "google_search_call", id: "c1", arguments: { queries: [QUERY] } },
    {
      type: "model_output",
      content: [{ type: "text", text: TEXT, annotations: [citation] }],
    },
  ],
  usage: { total_input_tokens: 20, total_output_tokens: 40, total_tokens: 60 },
};
const perplexity = {
  ...response,
  usage: {
    ...{ input_tokens: 900, output_tokens: 40, total_tokens: 940 },
    cost: { currency: "USD", input_cost: 0.001, output_cost: 0.002, total_cost: 0.0055 },
  },
  output: [
    {
      ...{ type: "search_results", queries: [QUERY] },
      results: [{ id: 1, ...PAGE, snippet: "Umbra weighs 150 g.", source: "web" }],
    },
    message([citation]),
  ],
};
// It says no place of its citations.
const xai = {
  ...response,
  output: [searched(search), message([{ type: "url_citation", ...PAGE }])],
};
const mistral = {
  ...{ object: "conversation.response", conversation_id: "conv_1" },
  outputs: [
    {
      ...{ object: "entry", type: "tool.execution", id: "t1", name: "web_search" },
      arguments: JSON.stringify({ query: QUERY }),
    },
    {
      ...{ object: "entry", type: "message.output", id: "m1", role: "assistant" },
      model: TOLD.model,
      content: [
        { type: "text", text: TEXT },
        { type: "tool_reference", tool: "web_search", ...PAGE },
      ],
    },
  ],
  usage: { prompt_tokens: 20, completion_tokens: 40, total_tokens: 60, connector_tokens: 900 },
};
const completion = {
  ...{ id: "gen-1", object: "chat.completion", created: 1_795_000_000, model: TOLD.model },
};
const choice = { index: 0, finish_reason: "stop", logprobs: null };
const tokens = { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 };
const openrouter = {
  ...{ ...completion, system_fingerprint: null },
  choices: [
    {
      ...choice,
      message: {
        ...{ role: "assistant", content: TEXT, refusal: null },
        annotations: [{ type: "url_citation", url_citation: { ...PAGE, ...SPAN } }],
      },
    },
  ],
  usage: { ...tokens, cost: 0.0012, server_tool_use_details: { web_search_requests: 1 } },
};
const openai_compatible = {
  ...completion,
  choices: [
    {
      ...choice,
      message: {
        ...{ role: "assistant", refusal: null },
        content: `${TEXT} [${PAGE.title}](${PAGE.url})`,
      },
    },
  ],
  usage: tokens,
};
const dataforseoTask = (result: object, path: string[]) => ({
  ...{ version: "0.1.20261101", status_code: 20_000, status_message: "Ok.", cost: 0.004 },
  ...{ time: "3.1 sec.", tasks_count: 1, tasks_error: 0 },
  tasks: [
    {
      ...{ id: "11201234-1535-0139-0000", status_code: 20_000, status_message: "Ok." },
      ...{ time: "3.0 sec.", cost: 0.004, result_count: 1, path, data: {} },
      result: [{ language_code: "de", ...result }],
    },
  ],
});
const page = { ...PAGE, domain: "run.example" };
const dataforseo = dataforseoTask(
  {
    ...{ item_types: ["ai_overview"], items_count: 1 },
    items: [
      {
        ...{ type: "ai_overview", rank_group: 1, rank_absolute: 1, markdown: TEXT },
        references: [{ type: "ai_overview_reference", source: "Run", ...page }],
      },
    ],
  },
  ["v3", "serp", "google", "ai_mode", "live", "advanced"],
);
const scraped = {
  ...{ model: TOLD.model, markdown: TEXT, items_count: 1 },
  sources: [{ type: "source", source_name: "Run", ...page }],
};
const dataforseo_chatgpt = dataforseoTask(
  {
    ...scraped,
    search_results: [{ type: "search_result", description: "Umbra weighs 150 g.", ...page }],
    fan_out_queries: [QUERY],
    items: [{ type: "chat_gpt_text", rank_group: 1, rank_absolute: 1, markdown: TEXT }],
  },
  ["v3", "ai_optimization", "chat_gpt", "llm_scraper", "live", "advanced"],
);
const dataforseo_gemini = dataforseoTask(
  {
    ...scraped,
    items: [{ type: "gemini_text", rank_group: 1, rank_absolute: 1, markdown: TEXT }],
  },
  ["v3", "ai_optimization", "gemini", "llm_scraper", "live", "advanced"],
);
const serpapi = {
  search_metadata: { status: "Success" },
  text_blocks: [{ type: "paragraph", snippet: TEXT, reference_indexes: [0] }],
  references: [{ link: PAGE.url, title: PAGE.title, index: 0 }],
};

/** A good answer of each provider that answers at once. */
export const PROVIDER_ANSWERS: Record<string, object> = {
  ...{ openai, azure_openai: openai, simulated: openai, anthropic, deepseek: anthropic },
  ...{ gemini, gemini_interactions, perplexity, xai, mistral, openrouter },
  ...{ openai_compatible, ollama: openai_compatible, lm_studio: openai_compatible },
  ...{ vllm: openai_compatible, dataforseo, dataforseo_chatgpt, dataforseo_gemini, serpapi },
};

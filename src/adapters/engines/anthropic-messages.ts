import * as z from "zod";
import type { CitedSource } from "#core/answer-engine.ts";
import {
  maybeList,
  maybeNumber,
  maybeObject,
  maybeText,
  pageShape,
  readArgumentQueries,
  readShape,
  sum,
} from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import { describeLocation, keyIn } from "./request-options.ts";

// Thinking counts, so a lower limit cuts answers in the middle; older models take no more than the second.
const MAX_TOKENS = 32_000;
const MAX_TOKENS_OLD = 8192;

const blockShape = z.looseObject({
  type: z.string(),
  text: maybeText,
  name: maybeText,
  input: z.unknown().optional(),
  citations: maybeList(pageShape),
  content: z.unknown().optional(),
});

const messageShape = z.looseObject({
  model: maybeText,
  stop_reason: maybeText,
  content: z.array(blockShape),
  usage: maybeObject({
    input_tokens: maybeNumber,
    output_tokens: maybeNumber,
    cache_creation_input_tokens: maybeNumber,
    cache_read_input_tokens: maybeNumber,
    server_tool_use: maybeObject({ web_search_requests: maybeNumber }),
  }),
});

type Message = z.output<typeof messageShape>;

/** Anthropic's Messages API with its web search tool. Search is forced with `tool_choice`, which newer models refuse and
 * are then left to choose; a text block with citations is the cited span. */
export const anthropicMessages: Wire = describeMessages({ location: true });

/** The same at DeepSeek, without a place. Its models think unless told not to, and no search can be forced on one that
 * thinks. */
export const deepseekMessages: Wire = describeMessages({
  location: false,
  thinking: { type: "disabled" },
});

function describeMessages({ location, thinking }: { location: boolean; thinking?: object }): Wire {
  return {
    wire: "anthropic-messages",
    supports: { search_queries: true, retrieved: true, cited: true, location },
    path: "/v1/messages",
    headers: ({ api_key }) => ({
      "anthropic-version": "2023-06-01",
      ...keyIn("x-api-key", api_key),
    }),
    body: ({ requested_model, prompt }) => ({
      model: requested_model,
      max_tokens: MAX_TOKENS,
      messages: [{ role: "user", content: prompt }],
    }),
    search: (request, { search, ...options }) => ({
      tools: [
        {
          type: options.search_tool ?? "web_search_20250305",
          name: "web_search",
          max_uses: options.searches_max ?? 5,
          ...(location && describeLocation(request)),
        },
      ],
      tool_choice: search === "required" ? { type: "tool", name: "web_search" } : { type: "auto" },
      ...(search === "required" && thinking && { thinking }),
    }),
    instead: { max_tokens: MAX_TOKENS_OLD },
    read: (raw, wire) => readMessage(readShape(messageShape, raw, wire)),
  };
}

function readMessage(message: Message): AnswerParts {
  const { text, cited } = readText(message);
  const calls = message.content.filter(
    (block) => block.type === "server_tool_use" && block.name === "web_search",
  );
  const results = message.content
    .filter((block) => block.type === "web_search_tool_result")
    .map((block) => z.array(pageShape).safeParse(block.content));
  const pages = results.flatMap((result) => (result.success ? result.data : []));
  // A search that answered only with an error object left the model with its memory.
  const ran = results.length === 0 ? calls.length > 0 : results.some((result) => result.success);
  const usage = message.usage;
  return {
    text,
    served_model: message.model ?? null,
    finish: readFinish(message.stop_reason),
    search_ran: ran,
    search_queries: calls.flatMap((block) => readArgumentQueries(block.input)),
    retrieved: pages.flatMap(({ url, title }) => (url ? [{ url, title }] : [])),
    cited,
    usage: {
      input_tokens: sum(
        usage?.input_tokens,
        usage?.cache_creation_input_tokens,
        usage?.cache_read_input_tokens,
      ),
      output_tokens: usage?.output_tokens ?? null,
      searches: usage?.server_tool_use?.web_search_requests ?? calls.length,
    },
  };
}

/** A turn the server paused is a partial answer, like one cut by its length. */
function readFinish(reason: string | null | undefined): AnswerParts["finish"] {
  if (reason === "refusal") return "refusal";
  const cut = ["max_tokens", "model_context_window_exceeded", "pause_turn"];
  return reason && cut.includes(reason) ? "length" : "stop";
}

function readText(message: Message): { text: string; cited: CitedSource[] } {
  let text = "";
  let interrupted = false;
  const cited: CitedSource[] = [];
  for (const block of message.content) {
    if (block.type !== "text" || !block.text) {
      interrupted ||= block.type !== "text";
      continue;
    }
    // What is said before a search and what is said after are two paragraphs.
    if (interrupted && text !== "" && !text.endsWith("\n")) text += "\n\n";
    interrupted = false;
    const span = { start: text.length, end: text.length + block.text.length };
    for (const { url, title } of block.citations ?? []) {
      if (url) cited.push(cite({ url, title }, span));
    }
    text += block.text;
  }
  return { text, cited };
}

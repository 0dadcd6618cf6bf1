import * as z from "zod";
import type { AnswerEngine, CitedSource, EngineRequest } from "#core/answer-engine.ts";
import { type AnswerParts, buildCaptured, cite, readShape } from "./build-captured.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, describeLocation, readOptions } from "./request-options.ts";
import { readArgumentQueries } from "./responses-body.ts";

const WIRE = "anthropic-messages";
const VERSION = "anthropic-messages@1";

const sourceShape = z.looseObject({
  type: z.string().nullish(),
  url: z.string().nullish(),
  title: z.string().nullish(),
});

const blockShape = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  name: z.string().nullish(),
  input: z.unknown().optional(),
  citations: z.array(sourceShape).nullish(),
  content: z.unknown().optional(),
});

const messageShape = z.looseObject({
  model: z.string().nullish(),
  stop_reason: z.string().nullish(),
  content: z.array(blockShape),
  usage: z
    .looseObject({
      input_tokens: z.number().nullish(),
      output_tokens: z.number().nullish(),
      cache_creation_input_tokens: z.number().nullish(),
      cache_read_input_tokens: z.number().nullish(),
      server_tool_use: z.looseObject({ web_search_requests: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

type Message = z.output<typeof messageShape>;

/** Anthropic's Messages API with its web search tool; DeepSeek speaks it at its own base URL.
 * Search is forced with `tool_choice`; a text block with citations is the cited span. */
export function makeAnthropicMessages(provider: string, location = true): AnswerEngine {
  const parse: AnswerEngine["parse"] = (raw, requested_model) =>
    buildCaptured(readMessage(readShape(messageShape, raw, WIRE)), {
      provider,
      requested_model,
      raw,
      adapter_version: VERSION,
    });
  return {
    provider,
    wire: WIRE,
    supports: { search_queries: true, retrieved: true, cited: true, location },
    parse,
    ask: async (request) => {
      const raw = await requestJson(request, {
        path: "/v1/messages",
        headers: {
          "anthropic-version": "2023-06-01",
          ...(request.api_key === null ? {} : { "x-api-key": request.api_key }),
        },
        body: writeBody(request, location),
      });
      return parse(raw, request.requested_model);
    },
  };
}

function writeBody(request: EngineRequest, with_location: boolean): Record<string, unknown> {
  const options = readOptions(request);
  const place = with_location ? describeLocation(request) : null;
  const tool = {
    type: options.search_tool ?? "web_search_20250305",
    name: "web_search",
    max_uses: options.searches_max ?? 5,
    ...(place === null ? {} : { user_location: place }),
  };
  const choice =
    options.search === "required" ? { type: "tool", name: "web_search" } : { type: "auto" };
  const body = {
    model: request.requested_model,
    max_tokens: 8192,
    messages: [{ role: "user", content: request.prompt }],
    ...(options.search === "off" ? {} : { tools: [tool], tool_choice: choice }),
  };
  return applyParameters(body, request.parameters);
}

function readMessage(message: Message): AnswerParts {
  const { text, cited } = readText(message);
  const calls = message.content.filter(
    (block) => block.type === "server_tool_use" && block.name === "web_search",
  );
  const results = message.content
    .filter((block) => block.type === "web_search_tool_result")
    .map((block) => z.array(sourceShape).safeParse(block.content));
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

function sum(...numbers: (number | null | undefined)[]): number | null {
  const known = numbers.filter((number) => typeof number === "number");
  return known.length === 0 ? null : known.reduce((total, number) => total + number, 0);
}

import * as z from "zod";
import type { AnswerEngine, CitedSource, EngineRequest } from "#core/answer-engine.ts";
import { type AnswerParts, buildCaptured, cite, readShape } from "./build-captured.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, bearer, readOptions } from "./request-options.ts";
import { readArgumentQueries } from "./responses-body.ts";
import type { Span } from "./text-spans.ts";

const WIRE = "mistral-conversations";
const VERSION = "mistral-conversations@1";

const chunkShape = z.looseObject({
  type: z.string().nullish(),
  text: z.string().nullish(),
  url: z.string().nullish(),
  title: z.string().nullish(),
});

const outputShape = z.looseObject({
  type: z.string().nullish(),
  name: z.string().nullish(),
  model: z.string().nullish(),
  arguments: z.unknown().optional(),
  content: z.union([z.string(), z.array(chunkShape)]).nullish(),
});

const bodyShape = z.looseObject({
  outputs: z.array(outputShape),
  usage: z
    .looseObject({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      connector_tokens: z.number().nullish(),
    })
    .nullish(),
});

/** Mistral's Conversations API with its web search connector: the model decides whether to
 * search, no country; a reference stands after the words it supports. */
export function makeMistralConversations(provider: string): AnswerEngine {
  const parse: AnswerEngine["parse"] = (raw, requested_model) =>
    buildCaptured(readBody(readShape(bodyShape, raw, WIRE)), {
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
        path: "/conversations",
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
    inputs: request.prompt,
    store: false,
    ...(options.search === "off" ? {} : { tools: [tool] }),
  };
  return applyParameters(body, request.parameters);
}

function readBody(body: z.output<typeof bodyShape>): AnswerParts {
  const { text, cited, model } = readOutputs(body.outputs);
  const calls = body.outputs.filter(
    (output) => output.type === "tool.execution" && (output.name ?? "").startsWith("web_search"),
  );
  const usage = body.usage;
  const prompt = usage?.prompt_tokens ?? null;
  return {
    text,
    served_model: model,
    finish: "stop",
    search_ran: calls.length > 0,
    search_queries: calls.flatMap((output) => readArgumentQueries(output.arguments)),
    // The pages looked at are not told apart from the cited ones.
    retrieved: cited.map(({ url, title }) => ({ url, title })),
    cited,
    usage: {
      input_tokens: prompt === null ? null : prompt + (usage?.connector_tokens ?? 0),
      output_tokens: usage?.completion_tokens ?? null,
      searches: calls.length,
    },
  };
}

function readOutputs(outputs: z.output<typeof outputShape>[]) {
  let text = "";
  let model: string | null = null;
  const cited: CitedSource[] = [];
  for (const output of outputs) {
    if (output.type !== "message.output") continue;
    model = output.model ?? model;
    if (text !== "") text += "\n\n";
    if (typeof output.content === "string") {
      text += output.content;
      continue;
    }
    let supported: Span = { start: text.length, end: text.length };
    for (const chunk of output.content ?? []) {
      if (chunk.type === "tool_reference" && chunk.url) {
        cited.push(cite({ url: chunk.url, title: chunk.title }, supported));
      } else if (chunk.text) {
        const leading = chunk.text.length - chunk.text.trimStart().length;
        const end = text.length + chunk.text.trimEnd().length;
        supported = { start: Math.min(text.length + leading, end), end };
        text += chunk.text;
      }
    }
  }
  return { text, cited, model };
}

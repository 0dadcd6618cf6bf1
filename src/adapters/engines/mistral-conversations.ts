import * as z from "zod";
import type { CitedSource } from "#core/answer-engine.ts";
import {
  maybeNumber,
  maybeObject,
  maybeText,
  pageShape,
  readArgumentQueries,
  readShape,
} from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import type { Span } from "./text-spans.ts";

const chunkShape = pageShape.extend({ type: maybeText, text: maybeText });

const outputShape = z.looseObject({
  type: maybeText,
  name: maybeText,
  model: maybeText,
  arguments: z.unknown().optional(),
  content: z.union([z.string(), z.array(chunkShape)]).nullish(),
});

const bodyShape = z.looseObject({
  outputs: z.array(outputShape),
  usage: maybeObject({
    prompt_tokens: maybeNumber,
    completion_tokens: maybeNumber,
    connector_tokens: maybeNumber,
  }),
});

/** Mistral's Conversations API with its web search connector: the model decides whether to
 * search, no country; a reference follows the words it supports. */
export const mistralConversations: Wire = {
  wire: "mistral-conversations",
  supports: { search_queries: true, retrieved: false, cited: true, location: false },
  path: "/conversations",
  body: ({ requested_model, prompt }) => ({ model: requested_model, inputs: prompt, store: false }),
  search: (_, { search_tool = "web_search" }) => ({ tools: [{ type: search_tool }] }),
  read: (raw, wire) => readBody(readShape(bodyShape, raw, wire)),
};

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
    // The pages that were read are not distinguished from the cited ones.
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

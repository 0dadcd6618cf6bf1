import * as z from "zod";
import {
  type AnswerEngine,
  type CitedSource,
  EngineFailure,
  type EngineRequest,
} from "#core/answer-engine.ts";
import { type AnswerParts, buildCaptured, cite, errorShape, readShape } from "./build-captured.ts";
import { redact } from "./classify-failure.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, readOptions } from "./request-options.ts";
import { describeGroundedPage, keepResolved, resolvedShape } from "./resolve-redirect.ts";
import { readArgumentQueries } from "./responses-body.ts";
import { convertByteSpan, shiftSpan } from "./text-spans.ts";

const WIRE = "gemini-interactions";
const VERSION = "gemini-interactions@1";

const contentShape = z.looseObject({
  type: z.string().nullish(),
  text: z.string().nullish(),
  annotations: z
    .array(
      z.looseObject({
        type: z.string().nullish(),
        url: z.string().nullish(),
        title: z.string().nullish(),
        start_index: z.number().nullish(),
        end_index: z.number().nullish(),
      }),
    )
    .nullish(),
});

const bodyShape = z.looseObject({
  model: z.string().nullish(),
  status: z.string().nullish(),
  error: errorShape,
  steps: z.array(
    z.looseObject({
      type: z.string(),
      arguments: z.unknown().optional(),
      content: z.array(contentShape).nullish(),
    }),
  ),
  usage: z
    .looseObject({
      total_input_tokens: z.number().nullish(),
      total_tool_use_tokens: z.number().nullish(),
      total_output_tokens: z.number().nullish(),
      total_thought_tokens: z.number().nullish(),
    })
    .nullish(),
  earshot_resolved_urls: resolvedShape,
});

type Body = z.output<typeof bodyShape>;

/** Google's Interactions API with search: queries and citations (byte offsets), no list of
 * retrieved pages, no country; the model decides whether to search. */
export function makeGeminiInteractions(provider: string): AnswerEngine {
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
        path: "/interactions",
        headers: request.api_key === null ? {} : { "x-goog-api-key": request.api_key },
        body: writeBody(request),
      });
      const captured = parse(raw, request.requested_model);
      const resolved = await keepResolved(raw, captured.cited, request);
      return resolved === raw ? captured : parse(resolved, request.requested_model);
    },
  };
}

function writeBody(request: EngineRequest): Record<string, unknown> {
  const options = readOptions(request);
  const tool = { type: options.search_tool ?? "google_search" };
  const body = {
    model: request.requested_model,
    input: request.prompt,
    store: false,
    ...(options.search === "off" ? {} : { tools: [tool] }),
  };
  return applyParameters(body, request.parameters);
}

function readBody(body: Body): AnswerParts {
  if (body.status === "failed" || body.status === "cancelled") {
    const said = typeof body.error === "string" ? body.error : body.error?.message;
    throw new EngineFailure(
      "retry",
      redact(`The run ${body.status}: ${said ?? "no message"}`, null),
    );
  }
  const { text, cited } = readOutput(body);
  const calls = body.steps.filter((step) => step.type === "google_search_call");
  const queries = calls.flatMap((step) => readArgumentQueries(step.arguments));
  const usage = body.usage;
  return {
    text,
    served_model: body.model ?? null,
    finish: body.status === "incomplete" ? "length" : "stop",
    search_ran: calls.length > 0,
    search_queries: queries,
    cited,
    usage: {
      input_tokens: add(usage?.total_input_tokens, usage?.total_tool_use_tokens),
      output_tokens: add(usage?.total_output_tokens, usage?.total_thought_tokens),
      searches: queries.length,
    },
  };
}

function readOutput(body: Body): { text: string; cited: CitedSource[] } {
  const resolved = body.earshot_resolved_urls ?? {};
  let text = "";
  const cited: CitedSource[] = [];
  for (const step of body.steps) {
    if (step.type !== "model_output") continue;
    if (text !== "") text += "\n\n";
    for (const part of step.content ?? []) {
      const words = part.text ?? "";
      for (const { type, url, title, start_index, end_index } of part.annotations ?? []) {
        if (!url || (type && type !== "url_citation")) continue;
        const told = typeof end_index === "number";
        const span = told ? convertByteSpan(words, start_index ?? 0, end_index) : null;
        const page = describeGroundedPage({ url, title: title ?? null }, resolved);
        cited.push(cite(page, shiftSpan(span, text.length)));
      }
      text += words;
    }
  }
  return { text, cited };
}

function add(a: number | null | undefined, b: number | null | undefined): number | null {
  return typeof a === "number" || typeof b === "number" ? (a ?? 0) + (b ?? 0) : null;
}

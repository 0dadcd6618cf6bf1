import * as z from "zod";
import type { AnswerEngine, CitedSource, EngineRequest } from "#core/answer-engine.ts";
import { type AnswerParts, buildCaptured, cite, readShape } from "./build-captured.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, readOptions } from "./request-options.ts";
import { describeGroundedPage, keepResolved, resolvedShape } from "./resolve-redirect.ts";
import { convertByteSpan, type Span, shiftSpan } from "./text-spans.ts";

const WIRE = "gemini-generate-content";
const VERSION = "gemini-generate-content@1";

const groundingShape = z.looseObject({
  webSearchQueries: z.array(z.string()).nullish(),
  groundingChunks: z
    .array(
      z.looseObject({
        web: z.looseObject({ uri: z.string().nullish(), title: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  groundingSupports: z
    .array(
      z.looseObject({
        groundingChunkIndices: z.array(z.number()).nullish(),
        segment: z
          .looseObject({
            partIndex: z.number().nullish(),
            startIndex: z.number().nullish(),
            endIndex: z.number().nullish(),
            text: z.string().nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
});

const contentShape = z.looseObject({
  parts: z
    .array(z.looseObject({ text: z.string().nullish(), thought: z.boolean().nullish() }))
    .nullish(),
});

const bodyShape = z.looseObject({
  modelVersion: z.string().nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
  candidates: z
    .array(
      z.looseObject({
        content: contentShape.nullish(),
        finishReason: z.string().nullish(),
        groundingMetadata: groundingShape.nullish(),
      }),
    )
    .nullish(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: z.number().nullish(),
      toolUsePromptTokenCount: z.number().nullish(),
      candidatesTokenCount: z.number().nullish(),
      thoughtsTokenCount: z.number().nullish(),
    })
    .nullish(),
  earshot_resolved_urls: resolvedShape,
});

type Body = z.output<typeof bodyShape>;
type Grounding = z.output<typeof groundingShape>;

/** Google's generateContent with search grounding: the model decides whether to search, there is
 * no country field, offsets come as UTF-8 bytes and pages as redirect addresses. */
export function makeGeminiGenerateContent(provider: string): AnswerEngine {
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
    supports: { search_queries: true, retrieved: true, cited: true, location: false },
    parse,
    ask: async (request) => {
      const model = encodeURIComponent(request.requested_model.replace(/^models\//, ""));
      const raw = await requestJson(request, {
        path: `/models/${model}:generateContent`,
        headers: request.api_key === null ? {} : { "x-goog-api-key": request.api_key },
        body: writeBody(request),
      });
      const captured = parse(raw, request.requested_model);
      const resolved = await keepResolved(raw, captured.retrieved, request);
      return resolved === raw ? captured : parse(resolved, request.requested_model);
    },
  };
}

function writeBody(request: EngineRequest): Record<string, unknown> {
  const options = readOptions(request);
  const language = request.language_code;
  const place = language === null ? {} : { retrievalConfig: { languageCode: language } };
  const search = {
    tools: [{ [options.search_tool ?? "googleSearch"]: {} }],
    ...(language === null ? {} : { toolConfig: place }),
  };
  const body = {
    contents: [{ role: "user", parts: [{ text: request.prompt }] }],
    ...(options.search === "off" ? {} : search),
  };
  return applyParameters(body, request.parameters);
}

function readBody(body: Body): AnswerParts {
  const candidate = body.candidates?.[0];
  const { text, starts, parts } = readText(candidate?.content);
  const grounding = candidate?.groundingMetadata ?? {};
  const resolved = body.earshot_resolved_urls ?? {};
  const pages = (grounding.groundingChunks ?? []).map(({ web }) =>
    web?.uri ? describeGroundedPage({ url: web.uri, title: web.title ?? null }, resolved) : null,
  );
  const queries = grounding.webSearchQueries ?? [];
  const usage = body.usageMetadata;
  return {
    text,
    served_model: body.modelVersion ?? null,
    finish: readFinish(candidate?.finishReason, body.promptFeedback?.blockReason),
    search_ran: queries.length > 0 || pages.length > 0,
    search_queries: queries,
    retrieved: pages.filter((page) => page !== null),
    cited: readCited(grounding, { text, starts, parts, pages }),
    usage: {
      input_tokens: add(usage?.promptTokenCount, usage?.toolUsePromptTokenCount),
      output_tokens: add(usage?.candidatesTokenCount, usage?.thoughtsTokenCount),
      searches: queries.length,
    },
  };
}

function readText(content: z.output<typeof contentShape> | null | undefined) {
  let text = "";
  const starts: number[] = [];
  const parts: string[] = [];
  for (const part of content?.parts ?? []) {
    const words = part.thought ? "" : (part.text ?? "");
    starts.push(text.length);
    parts.push(words);
    text += words;
  }
  return { text, starts, parts };
}

function readCited(
  grounding: Grounding,
  answer: {
    text: string;
    starts: number[];
    parts: string[];
    pages: ({ url: string; title: string | null; domain?: string } | null)[];
  },
): CitedSource[] {
  const cited: CitedSource[] = [];
  for (const { segment, groundingChunkIndices } of grounding.groundingSupports ?? []) {
    const index = segment?.partIndex ?? 0;
    const words = answer.parts[index] ?? "";
    const told = convertByteSpan(words, segment?.startIndex ?? 0, segment?.endIndex ?? 0);
    const span = locate(answer, shiftSpan(told, answer.starts[index] ?? 0), segment?.text ?? null);
    for (const chunk of groundingChunkIndices ?? []) {
      const page = answer.pages[chunk];
      if (page) cited.push(cite(page, span));
    }
  }
  return cited;
}

/** The stated offsets where they hold the stated words; else the words' only place in the text. */
function locate(answer: { text: string }, span: Span | null, words: string | null): Span | null {
  if (words === null || words === "") return span;
  if (span !== null && answer.text.slice(span.start, span.end) === words) return span;
  const at = answer.text.indexOf(words);
  if (at === -1) return span;
  return { start: at, end: at + words.length };
}

function readFinish(
  reason: string | null | undefined,
  blocked: string | null | undefined,
): AnswerParts["finish"] {
  if (reason === "MAX_TOKENS") return "length";
  const refused = ["SAFETY", "RECITATION", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII"];
  return blocked || (reason && refused.includes(reason)) ? "refusal" : "stop";
}

function add(a: number | null | undefined, b: number | null | undefined): number | null {
  return typeof a === "number" || typeof b === "number" ? (a ?? 0) + (b ?? 0) : null;
}

import * as z from "zod";
import type { CitedSource } from "#core/answer-engine.ts";
import { maybeList, maybeNumber, maybeObject, maybeText, readShape, sum } from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import { keyIn } from "./request-options.ts";
import { describeGroundedPage, resolvedShape } from "./resolve-redirect.ts";
import { convertByteSpan, type Span, shiftSpan } from "./text-spans.ts";

const groundingShape = z.looseObject({
  webSearchQueries: maybeList(z.string()),
  groundingChunks: maybeList(
    z.looseObject({ web: maybeObject({ uri: maybeText, title: maybeText }) }),
  ),
  groundingSupports: maybeList(
    z.looseObject({
      groundingChunkIndices: maybeList(z.number()),
      segment: maybeObject({
        partIndex: maybeNumber,
        startIndex: maybeNumber,
        endIndex: maybeNumber,
        text: maybeText,
      }),
    }),
  ),
});

const contentShape = z.looseObject({
  parts: maybeList(z.looseObject({ text: maybeText, thought: z.boolean().nullish() })),
});

const bodyShape = z.looseObject({
  modelVersion: maybeText,
  promptFeedback: maybeObject({ blockReason: maybeText }),
  candidates: maybeList(
    z.looseObject({
      content: contentShape.nullish(),
      finishReason: maybeText,
      groundingMetadata: groundingShape.nullish(),
    }),
  ),
  usageMetadata: maybeObject({
    promptTokenCount: maybeNumber,
    toolUsePromptTokenCount: maybeNumber,
    candidatesTokenCount: maybeNumber,
    thoughtsTokenCount: maybeNumber,
  }),
  earshot_resolved_urls: resolvedShape,
});

type Body = z.output<typeof bodyShape>;
type Grounding = z.output<typeof groundingShape>;

/** Google's generateContent with search grounding: the model decides whether to search, there is
 * no country field, offsets come as UTF-8 bytes and pages as redirect addresses. */
export const geminiGenerateContent: Wire = {
  wire: "gemini-generate-content",
  supports: { search_queries: true, retrieved: true, cited: true, location: false },
  path: ({ requested_model }) =>
    `/models/${encodeURIComponent(requested_model.replace(/^models\//, ""))}:generateContent`,
  headers: ({ api_key }) => keyIn("x-goog-api-key", api_key),
  body: ({ prompt }) => ({ contents: [{ role: "user", parts: [{ text: prompt }] }] }),
  search: ({ language_code }, { search_tool = "googleSearch" }) => ({
    tools: [{ [search_tool]: {} }],
    ...(language_code !== null && {
      toolConfig: { retrievalConfig: { languageCode: language_code } },
    }),
  }),
  read: (raw, wire) => readBody(readShape(bodyShape, raw, wire)),
  redirects: "retrieved",
};

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
      input_tokens: sum(usage?.promptTokenCount, usage?.toolUsePromptTokenCount),
      output_tokens: sum(usage?.candidatesTokenCount, usage?.thoughtsTokenCount),
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
    const range = convertByteSpan(words, segment?.startIndex ?? 0, segment?.endIndex ?? 0);
    const span = locate(answer, shiftSpan(range, answer.starts[index] ?? 0), segment?.text ?? null);
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

import * as z from "zod";
import type { CitedSource } from "#core/answer-engine.ts";
import {
  contentShape,
  errorShape,
  failInside,
  maybeList,
  maybeNumber,
  maybeObject,
  maybeText,
  readArgumentQueries,
  readShape,
  sum,
} from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import { keyIn } from "./request-options.ts";
import { describeGroundedPage, resolvedShape } from "./resolve-redirect.ts";
import { convertByteSpan, shiftSpan } from "./text-spans.ts";

const bodyShape = z.looseObject({
  model: maybeText,
  status: maybeText,
  error: errorShape,
  steps: z.array(
    z.looseObject({
      type: z.string(),
      arguments: z.unknown().optional(),
      content: maybeList(contentShape),
    }),
  ),
  usage: maybeObject({
    total_input_tokens: maybeNumber,
    total_tool_use_tokens: maybeNumber,
    total_output_tokens: maybeNumber,
    total_thought_tokens: maybeNumber,
  }),
  earshot_resolved_urls: resolvedShape,
});

type Body = z.output<typeof bodyShape>;

/** Google's Interactions API with search: queries and citations (byte offsets), no list of
 * retrieved pages, no country; the model decides whether to search. */
export const geminiInteractions: Wire = {
  wire: "gemini-interactions",
  supports: { search_queries: true, retrieved: false, cited: true, location: false },
  path: "/interactions",
  headers: ({ api_key }) => keyIn("x-goog-api-key", api_key),
  body: ({ requested_model, prompt }) => ({ model: requested_model, input: prompt, store: false }),
  search: (_, { search_tool = "google_search" }) => ({ tools: [{ type: search_tool }] }),
  read: (raw, wire) => readBody(readShape(bodyShape, raw, wire)),
  redirects: "cited",
};

function readBody(body: Body): AnswerParts {
  if (body.status === "failed" || body.status === "cancelled") {
    const said = body.error?.message ?? "no message";
    throw failInside(500, `The run ${body.status}: ${said}`, { usage: readTokens(body) });
  }
  const { text, cited } = readOutput(body);
  const calls = body.steps.filter((step) => step.type === "google_search_call");
  const queries = calls.flatMap((step) => readArgumentQueries(step.arguments));
  return {
    text,
    served_model: body.model ?? null,
    finish: body.status === "incomplete" ? "length" : "stop",
    search_ran: calls.length > 0,
    search_queries: queries,
    cited,
    usage: {
      ...readTokens(body),
      searches: queries.length,
    },
  };
}

function readTokens({ usage }: Body) {
  return {
    input_tokens: sum(usage?.total_input_tokens, usage?.total_tool_use_tokens),
    output_tokens: sum(usage?.total_output_tokens, usage?.total_thought_tokens),
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
        const range = typeof end_index === "number";
        const span = range ? convertByteSpan(words, start_index ?? 0, end_index) : null;
        const page = describeGroundedPage({ url, title: title ?? null }, resolved);
        cited.push(cite(page, shiftSpan(span, text.length)));
      }
      text += words;
    }
  }
  return { text, cited };
}

import * as z from "zod";
import type { CitedSource } from "#core/answer-engine.ts";
import {
  citationShape,
  errorShape,
  failInside,
  maybeList,
  maybeNumber,
  maybeObject,
  maybeText,
  otherShape,
  readShape,
} from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import { describeLocation } from "./request-options.ts";
import { isSonarBody, readSonar } from "./sonar-body.ts";
import { convertUnstatedSpan, findLinks } from "./text-spans.ts";

const messageShape = z.looseObject({
  content: z.union([z.string(), z.array(z.looseObject({ text: maybeText }))]).nullish(),
  refusal: maybeText,
  annotations: maybeList(citationShape.extend({ url_citation: citationShape.nullish() })),
});

const serverToolsShape = maybeObject({ web_search_requests: maybeNumber });

const bodyShape = z.looseObject({
  model: maybeText,
  error: errorShape,
  choices: maybeList(
    z.looseObject({ finish_reason: maybeText, message: messageShape.nullish(), error: errorShape }),
  ),
  usage: maybeObject({
    prompt_tokens: maybeNumber,
    completion_tokens: maybeNumber,
    cost: maybeNumber,
    server_tool_use: serverToolsShape,
    server_tool_use_details: serverToolsShape,
  }),
});

type Body = z.output<typeof bodyShape>;
type Message = z.output<typeof messageShape>;

/** Chat completions at any server of that shape, without search or place. Where no annotations come,
 * the links are read from the text and flagged. */
export const openaiChat: Wire = describeChat(null);

/** The same at OpenRouter, which searches: forced, with a place. */
export const openrouterChat: Wire = describeChat("openrouter:web_search");

function describeChat(search_tool: string | null): Wire {
  const location = search_tool !== null;
  return {
    wire: "openai-chat",
    supports: { search_queries: false, retrieved: false, cited: true, location },
    path: "/chat/completions",
    body: ({ requested_model, prompt }) => ({
      model: requested_model,
      messages: [{ role: "user", content: prompt }],
    }),
    search: (request, { search, searches_max, ...options }) => {
      const type = options.search_tool ?? search_tool;
      if (type === null) return {};
      const parameters = {
        ...describeLocation(request),
        ...(searches_max && { max_uses: searches_max }),
      };
      const tool_choice = search === "required" ? { type } : "auto";
      return { tools: [{ type, parameters }], tool_choice };
    },
    read: (raw, wire) => {
      if (isSonarBody(raw)) return readSonar(raw);
      const body = readShape(bodyShape, raw, wire);
      refuseError(body.error ?? body.choices?.[0]?.error, readUsage(body));
      if (!body.choices) throw otherShape(raw, wire, "choices");
      return readBody(body, location);
    },
  };
}

function readBody(body: Body, offers_search: boolean): AnswerParts {
  const choice = body.choices?.[0];
  const message = choice?.message ?? {};
  const text = readText(message);
  const annotated = readAnnotations(message, text);
  const from_text = annotated.length === 0;
  const cited = from_text ? findLinks(text).map((link) => cite(link, link)) : annotated;
  const usage = readUsage(body);
  const { searches } = usage;
  return {
    text,
    served_model: body.model ?? null,
    finish: readFinish(choice?.finish_reason, message),
    search_ran: readSearchRan({ offers_search, searches, annotated: annotated.length }),
    retrieved: from_text ? [] : cited.map(({ url, title }) => ({ url, title })),
    cited,
    citations_from: from_text ? "text" : "provider",
    usage,
  };
}

function readUsage({ usage }: Body) {
  const tools = usage?.server_tool_use_details ?? usage?.server_tool_use;
  return {
    input_tokens: usage?.prompt_tokens ?? null,
    output_tokens: usage?.completion_tokens ?? null,
    searches: tools?.web_search_requests ?? null,
    cost_usd: usage?.cost ?? null,
  };
}

/** A gateway may answer 200 and say inside that the model behind it failed. */
function refuseError(error: Body["error"], usage: AnswerParts["usage"]): void {
  if (!error) return;
  const said = error.message ?? "no message";
  const status = Number(error.code ?? null);
  const known = Number.isInteger(status) && status >= 400 && status < 600 ? status : 502;
  const evidence = `${error.code ?? ""} ${said}`;
  throw failInside(known, `Error in the answer: ${said}`, { evidence, usage });
}

function readText(message: Message): string {
  const { content } = message;
  const whole = typeof content === "string" ? content : joinParts(content ?? []);
  // Local reasoning models print their thoughts before the answer.
  const answer = whole.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, "");
  return answer === "" ? (message.refusal ?? "") : answer;
}

function joinParts(parts: { text?: string | null | undefined }[]): string {
  return parts.map((part) => part.text ?? "").join("");
}

function readAnnotations(message: Message, text: string): CitedSource[] {
  return (message.annotations ?? []).flatMap((annotation) => {
    const { url, title, start_index, end_index } = annotation.url_citation ?? annotation;
    if (!url) return [];
    const given = typeof start_index === "number" && typeof end_index === "number";
    // OpenRouter fills in 0 and 0 where the engine behind it gave no place.
    const placed = given && end_index > start_index;
    const span = placed
      ? convertUnstatedSpan(text, { start: start_index, end: end_index, url })
      : null;
    return [cite({ url, title }, span)];
  });
}

function readFinish(reason: string | null | undefined, message: Message): AnswerParts["finish"] {
  if (message.refusal || reason === "content_filter") return "refusal";
  return reason === "length" ? "length" : "stop";
}

function readSearchRan(seen: {
  offers_search: boolean;
  searches: number | null;
  annotated: number;
}): boolean | null {
  if (seen.searches !== null) return seen.searches > 0;
  if (seen.annotated > 0) return true;
  return seen.offers_search ? null : false;
}

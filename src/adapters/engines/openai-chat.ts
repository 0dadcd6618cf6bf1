import * as z from "zod";
import {
  type AnswerEngine,
  type CitedSource,
  EngineFailure,
  type EngineRequest,
} from "#core/answer-engine.ts";
import { type AnswerParts, buildCaptured, cite, errorShape, readShape } from "./build-captured.ts";
import { chooseKind, redact } from "./classify-failure.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, bearer, describeLocation, readOptions } from "./request-options.ts";
import { isSonarBody, readSonar } from "./sonar-body.ts";
import { convertUnstatedSpan, findLinks } from "./text-spans.ts";

const WIRE = "openai-chat";
const VERSION = "openai-chat@1";

const citationShape = z.looseObject({
  url: z.string().nullish(),
  title: z.string().nullish(),
  start_index: z.number().nullish(),
  end_index: z.number().nullish(),
});

const messageShape = z.looseObject({
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().nullish() }))]).nullish(),
  refusal: z.string().nullish(),
  annotations: z
    .array(citationShape.extend({ url_citation: citationShape.nullish() }).loose())
    .nullish(),
});

const serverToolsShape = z.looseObject({ web_search_requests: z.number().nullish() }).nullish();

const bodyShape = z.looseObject({
  model: z.string().nullish(),
  error: errorShape,
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: messageShape.nullish(),
        error: errorShape,
      }),
    )
    .nullish(),
  usage: z
    .looseObject({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      cost: z.number().nullish(),
      server_tool_use: serverToolsShape,
      server_tool_use_details: serverToolsShape,
    })
    .nullish(),
});

type Body = z.output<typeof bodyShape>;
type Message = z.output<typeof messageShape>;

/** Chat completions at OpenRouter (`search_tool` "openrouter:web_search", forced, with a place) or
 * at any server of that shape (null: no search, no place). Without annotations the links are read
 * from the text and flagged. */
export function makeOpenaiChat(provider: string, search_tool: string | null): AnswerEngine {
  const parse: AnswerEngine["parse"] = (raw, requested_model) =>
    buildCaptured(isSonarBody(raw) ? readSonar(raw) : readBody(raw, search_tool !== null), {
      provider,
      requested_model,
      raw,
      adapter_version: VERSION,
    });
  return {
    provider,
    wire: WIRE,
    supports: {
      search_queries: false,
      retrieved: false,
      cited: true,
      location: search_tool !== null,
    },
    parse,
    ask: async (request) => {
      const raw = await requestJson(request, {
        path: "/chat/completions",
        headers: bearer(request.api_key),
        body: writeBody(request, search_tool),
      });
      return parse(raw, request.requested_model);
    },
  };
}

function writeBody(request: EngineRequest, default_tool: string | null): Record<string, unknown> {
  const options = readOptions(request);
  const type = options.search === "off" ? null : (options.search_tool ?? default_tool);
  const place = describeLocation(request);
  const settings = {
    ...(place === null ? {} : { user_location: place }),
    ...(options.searches_max === undefined ? {} : { max_uses: options.searches_max }),
  };
  const search = {
    tools: [{ type, parameters: settings }],
    tool_choice: options.search === "required" ? { type } : "auto",
  };
  const body = {
    model: request.requested_model,
    messages: [{ role: "user", content: request.prompt }],
    ...(type === null ? {} : search),
  };
  return applyParameters(body, request.parameters);
}

function readBody(raw: unknown, offers_search: boolean): AnswerParts {
  const body = readShape(bodyShape, raw, WIRE);
  const choice = body.choices?.[0];
  refuseError(body.error ?? choice?.error);
  if (body.choices === undefined || body.choices === null) {
    throw new EngineFailure("permanent", `The answer is not in the ${WIRE} shape (at choices).`);
  }
  const message = choice?.message ?? {};
  const text = readText(message);
  const annotated = readAnnotations(message, text);
  const from_text = annotated.length === 0;
  const cited = from_text ? findLinks(text).map((link) => cite(link, link)) : annotated;
  const tools = body.usage?.server_tool_use_details ?? body.usage?.server_tool_use;
  const searches = tools?.web_search_requests ?? null;
  return {
    text,
    served_model: body.model ?? null,
    finish: readFinish(choice?.finish_reason, message),
    search_ran: readSearchRan({ offers_search, searches, annotated: annotated.length }),
    retrieved: from_text ? [] : cited.map(({ url, title }) => ({ url, title })),
    cited,
    citations_from: from_text ? "text" : "provider",
    usage: {
      input_tokens: body.usage?.prompt_tokens ?? null,
      output_tokens: body.usage?.completion_tokens ?? null,
      searches,
      cost_usd: body.usage?.cost ?? null,
    },
  };
}

/** A gateway may answer 200 and say inside that the model behind it failed. */
function refuseError(error: Body["error"]): void {
  if (error === null || error === undefined) return;
  const said = typeof error === "string" ? error : (error.message ?? "no message");
  const code = typeof error === "string" ? null : (error.code ?? null);
  const status = Number(code);
  const known = Number.isInteger(status) && status >= 400 && status < 600 ? status : 502;
  const kind = chooseKind(known, `${code ?? ""} ${said}`);
  throw new EngineFailure(kind, redact(`Error in the answer: ${said}`, null), { status: known });
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
    const told = typeof start_index === "number" && typeof end_index === "number";
    // OpenRouter fills in 0 and 0 where the engine behind it gave no place.
    const placed = told && end_index > start_index;
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

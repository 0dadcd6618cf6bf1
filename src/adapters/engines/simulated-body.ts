import type { Captured } from "#core/answer-engine.ts";
import { makeEngine } from "./make-engine.ts";
import { openaiResponses } from "./openai-responses.ts";
import { type SimulatedAnswer, type SimulationRequest, simulateAnswer } from "./simulate-answer.ts";

const SIMULATED = makeEngine("simulated", openaiResponses);

/** An invented answer as it would be captured over HTTP from the simulated server, without HTTP:
 * the same body through the same parser, so a demo of months is filled in seconds. */
export function captureSimulatedAnswer(request: SimulationRequest): Captured {
  const body = writeResponsesBody(simulateAnswer(request), request.prompt);
  return SIMULATED.parse(body, request.engine);
}

/** An invented answer as a body of the Responses shape, marked as simulated. */
export function writeResponsesBody(answer: SimulatedAnswer, prompt: string): object {
  const content =
    answer.finish === "refusal"
      ? { type: "refusal", refusal: answer.text }
      : { type: "output_text", text: answer.text, annotations: listAnnotations(answer) };
  const message = {
    type: "message",
    role: "assistant",
    status: answer.finish === "length" ? "incomplete" : "completed",
    content: answer.finish === "empty" ? [] : [content],
  };
  const calls = answer.search_queries.map((query, index) => ({
    type: "web_search_call",
    status: "completed",
    action: {
      type: "search",
      query,
      queries: [query],
      sources:
        index > 0 ? [] : answer.sources.map(({ url, title }) => ({ type: "url", url, title })),
    },
  }));
  return {
    object: "response",
    model: answer.served_model,
    status: answer.finish === "length" ? "incomplete" : "completed",
    error: null,
    incomplete_details: answer.finish === "length" ? { reason: "max_output_tokens" } : null,
    output: [...calls, message],
    usage: countTokens(answer, prompt),
    metadata: { simulated: "true" },
  };
}

/** The same answer as chat completions with annotations, for clients of that shape. */
export function writeChatBody(answer: SimulatedAnswer, prompt: string): object {
  const annotations = listAnnotations(answer).map(({ type, ...citation }) => ({
    type,
    url_citation: citation,
  }));
  const usage = countTokens(answer, prompt);
  const refused = answer.finish === "refusal";
  return {
    object: "chat.completion",
    model: answer.served_model,
    choices: [
      {
        index: 0,
        finish_reason: answer.finish === "length" ? "length" : "stop",
        message: {
          role: "assistant",
          content: refused ? null : answer.text,
          refusal: refused ? answer.text : null,
          annotations,
        },
      },
    ],
    usage: { prompt_tokens: usage.input_tokens, completion_tokens: usage.output_tokens },
  };
}

function listAnnotations(answer: SimulatedAnswer) {
  const rows = answer.sources.flatMap((source) =>
    source.cited.map(({ start, end }) => ({
      type: "url_citation",
      url: source.url,
      title: source.title,
      start_index: start,
      end_index: end,
    })),
  );
  return rows.sort((a, b) => a.start_index - b.start_index);
}

/** About four characters a token, plus what the pages read would have cost. */
function countTokens(answer: SimulatedAnswer, prompt: string) {
  const input_tokens = Math.ceil(prompt.length / 4) + 400 * answer.sources.length;
  return { input_tokens, output_tokens: Math.ceil(answer.text.length / 4) };
}

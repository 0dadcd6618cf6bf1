import { createXai } from "@ai-sdk/xai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { OpenRouter } from "@openrouter/sdk";
import Perplexity from "@perplexity-ai/perplexity_ai";
import { AiOptimizationApi, SerpApi } from "dataforseo-client";
import OpenAI from "openai";
import type { Questions } from "./shapes.ts";

// The same question, asked by the providers' own libraries at their own addresses, with a `fetch` that goes nowhere.

type Question = { prompt: string; model: string; country: string; language: string };
type Sent = { url: string; body: unknown };

const KEY = { apiKey: "key-0123456789abcdef", maxRetries: 0 };
const dataforseo = "https://api.dataforseo.com";

/** What is asked of each library: the body as our engine writes it, or in the library's own words. */
const ASK: { [P in keyof Questions]: (body: Questions[P], asked: Question) => Promise<unknown> } = {
  openai: (body) => new OpenAI(KEY).responses.create(body),
  openai_compatible: (body) => new OpenAI(KEY).chat.completions.create(body),
  anthropic: (body) => new Anthropic(KEY).messages.create(body, { timeout: 180_000 }),
  gemini: (_, { prompt, model, language: languageCode }) =>
    new GoogleGenAI(KEY).models.generateContent({
      ...{ model, contents: prompt },
      config: { tools: [{ googleSearch: {} }], toolConfig: { retrievalConfig: { languageCode } } },
    }),
  gemini_interactions: (body) => new GoogleGenAI(KEY).interactions.create(body),
  perplexity: (body) => new Perplexity(KEY).responses.create(body),
  xai: async (_, { prompt, model }) =>
    createXai(KEY)
      .responses(model)
      .doGenerate({
        prompt: [{ role: "user", content: [{ type: "text", text: prompt }] }],
        tools: [{ type: "provider", id: "xai.web_search", name: "web_search", args: {} }],
        toolChoice: { type: "required" },
        providerOptions: { xai: { store: false } },
      }),
  mistral: (_, { prompt, model }) =>
    new Mistral(KEY).beta.conversations.start({
      ...{ model, inputs: prompt, store: false },
      tools: [{ type: "web_search" }],
    }),
  openrouter: (_, { prompt, model, country }) =>
    new OpenRouter(KEY).chat.send({
      chatRequest: {
        ...{ model, messages: [{ role: "user", content: prompt }] },
        tools: [
          {
            type: "openrouter:web_search",
            parameters: { userLocation: { type: "approximate", country } },
          },
        ],
        toolChoice: { type: "openrouter:web_search" },
      },
    }),
  dataforseo: (body) => new SerpApi(dataforseo, { fetch }).googleAiModeLiveAdvanced(body as never),
  dataforseo_chatgpt: (body) =>
    new AiOptimizationApi(dataforseo, { fetch }).chatGptLlmScraperLiveAdvanced(body as never),
  dataforseo_gemini: (body) =>
    new AiOptimizationApi(dataforseo, { fetch }).geminiLlmScraperLiveAdvanced(body as never),
};

/** The providers that a library of their own can ask. */
export const ASKED_BY_SDK = Object.keys(ASK);

/** Has a provider's library ask a question and read `answer`; returns what it sent, and what it read. */
export async function askBySdk(
  provider: string,
  { body, answer, ...question }: Question & { body: unknown; answer: unknown },
): Promise<Sent & { read: unknown }> {
  const sent: Sent[] = [];
  const fetchOutside = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({ url: request.url, body: await request.json() });
    return Response.json(answer);
  };
  try {
    const read = await ASK[provider as keyof Questions](body as never, question);
    const [first] = sent;
    if (!first || sent.length > 1) throw new Error(`${provider}: ${sent.length} requests`);
    return { ...first, read };
  } finally {
    globalThis.fetch = fetchOutside;
  }
}

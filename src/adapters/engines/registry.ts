import type { Provider } from "#core/ports.ts";
import { anthropicMessages, deepseekMessages } from "./anthropic-messages.ts";
import { dataforseoAiMode, dataforseoChatgpt, dataforseoGemini } from "./dataforseo.ts";
import { geminiGenerateContent } from "./gemini-generate-content.ts";
import { geminiInteractions } from "./gemini-interactions.ts";
import { makeEngine, type Wire } from "./make-engine.ts";
import { mistralConversations } from "./mistral-conversations.ts";
import { openaiChat, openrouterChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { perplexityAgent } from "./perplexity-agent.ts";
import { estimateTypicalCost } from "./price-table.ts";
import { serpapi } from "./serpapi.ts";
import { xaiResponses } from "./xai-responses.ts";

const GEMINI = ["https://generativelanguage.googleapis.com/v1beta", "GEMINI_API_KEY"] as const;
const DATAFORSEO = {
  default_base_url: "https://api.dataforseo.com/v3",
  key_label: "DATAFORSEO_LOGIN_AND_PASSWORD (login:password)",
};

const ALL: readonly Provider[] = [
  api("openai", openaiResponses, ["OpenAI", "https://api.openai.com/v1", "OPENAI_API_KEY"]),
  api("anthropic", anthropicMessages, [
    "Anthropic",
    "https://api.anthropic.com",
    "ANTHROPIC_API_KEY",
  ]),
  api("gemini", geminiGenerateContent, ["Google Gemini", ...GEMINI]),
  api("gemini_interactions", geminiInteractions, ["Google Gemini (Interactions)", ...GEMINI]),
  api("perplexity", perplexityAgent, [
    "Perplexity",
    "https://api.perplexity.ai/v1",
    "PERPLEXITY_API_KEY",
  ]),
  api("xai", xaiResponses, ["xAI", "https://api.x.ai/v1", "XAI_API_KEY"]),
  api("mistral", mistralConversations, ["Mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY"]),
  api("deepseek", deepseekMessages, [
    "DeepSeek",
    "https://api.deepseek.com/anthropic",
    "DEEPSEEK_API_KEY",
  ]),
  api("openrouter", openrouterChat, [
    "OpenRouter",
    "https://openrouter.ai/api/v1",
    "OPENROUTER_API_KEY",
  ]),
  api("azure_openai", openaiResponses, ["Azure OpenAI", null, "AZURE_OPENAI_API_KEY"]),
  api("openai_compatible", openaiChat, ["OpenAI-compatible server", null, "API_KEY"]),
  local("ollama", "Ollama", "http://localhost:11434/v1"),
  local("lm_studio", "LM Studio", "http://localhost:1234/v1"),
  local("vllm", "vLLM", "http://localhost:8000/v1"),
  provide("dataforseo", dataforseoAiMode, {
    label: "DataForSEO: Google AI mode",
    surface: "serp",
    models: ["google_ai_mode"],
    prompt_characters_max: 700,
    ...DATAFORSEO,
  }),
  provide("dataforseo_chatgpt", dataforseoChatgpt, {
    label: "DataForSEO: ChatGPT app",
    surface: "ui",
    models: ["chat_gpt"],
    prompt_characters_max: 500,
    ...DATAFORSEO,
  }),
  provide("dataforseo_gemini", dataforseoGemini, {
    label: "DataForSEO: Gemini app",
    surface: "ui",
    models: ["gemini"],
    prompt_characters_max: 500,
    ...DATAFORSEO,
  }),
  provide("serpapi", serpapi, {
    label: "SerpApi: Google AI mode, Bing Copilot",
    surface: "serp",
    models: ["google_ai_mode", "bing_copilot"],
    default_base_url: "https://serpapi.com",
    key_label: "SERPAPI_API_KEY",
  }),
  provide("simulated", openaiResponses, {
    label: "Simulated (invented answers)",
    surface: "local",
    model_hint: "simulated-a, simulated-b or simulated-c",
    default_base_url: null,
    key_label: null,
  }),
];

/** Every provider Earshot can ask, by its name in a target. */
export const PROVIDERS: ReadonlyMap<string, Provider> = new Map(
  ALL.map((entry) => [entry.provider, entry]),
);

/** The provider of that name, or null. */
export function findProvider(provider: string): Provider | null {
  return PROVIDERS.get(provider) ?? null;
}

function api(
  provider: string,
  wire: Wire,
  [label, default_base_url, key_label]: [label: string, base_url: string | null, key: string],
): Provider {
  const model_hint = "a model's name as the provider lists it";
  return provide(provider, wire, {
    label,
    surface: "api",
    model_hint,
    default_base_url,
    key_label,
  });
}

function local(provider: string, label: string, default_base_url: string): Provider {
  const model_hint = "the model's name on that server";
  const given = { label, model_hint, default_base_url, key_label: null };
  return provide(provider, openaiChat, { surface: "local", ...given });
}

function provide(
  provider: string,
  wire: Wire,
  given: Omit<Provider, "provider" | "engine" | "typicalCost" | "recall" | "model_hint"> & {
    model_hint?: string;
  },
): Provider {
  return {
    model_hint: given.models?.join(" or ") ?? "",
    ...given,
    provider,
    engine: makeEngine(provider, wire),
    typicalCost: (model) => estimateTypicalCost(provider, model),
  };
}

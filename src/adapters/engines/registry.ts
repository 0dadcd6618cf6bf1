import type { Provider } from "#core/ports.ts";
import { anthropicBatch } from "./anthropic-batch.ts";
import { anthropicMessages, deepseekMessages } from "./anthropic-messages.ts";
import { BRIGHTDATA_PAGES, brightdata, brightdataOverview } from "./brightdata.ts";
import { CLORO_PAGES, cloro } from "./cloro.ts";
import {
  dataforseoAiMode,
  dataforseoChatgpt,
  dataforseoGemini,
  dataforseoOverview,
} from "./dataforseo.ts";
import { dataforseoQueue } from "./dataforseo-queue.ts";
import { geminiBatch } from "./gemini-batch.ts";
import { geminiGenerateContent } from "./gemini-generate-content.ts";
import { geminiInteractions } from "./gemini-interactions.ts";
import { makeLister } from "./list-models.ts";
import { makeEngine, type Wire } from "./make-engine.ts";
import { mistralBatch } from "./mistral-batch.ts";
import { mistralConversations } from "./mistral-conversations.ts";
import { openaiBatch } from "./openai-batch.ts";
import { openaiChat, openrouterChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { OXYLABS_PAGES, oxylabs } from "./oxylabs.ts";
import { perplexityAgent } from "./perplexity-agent.ts";
import { estimateCost } from "./prices/estimate-cost.ts";
import { serpapi, serpapiOverview } from "./serpapi.ts";
import { xaiResponses } from "./xai-responses.ts";

const GEMINI = ["https://generativelanguage.googleapis.com/v1beta", "GEMINI_API_KEY"] as const;
const DATAFORSEO = {
  default_base_url: "https://api.dataforseo.com/v3",
  key_label: "DATAFORSEO_LOGIN_AND_PASSWORD (login:password)",
};

/** The pages that vendors read, as people know them. */
const PAGES = {
  chatgpt: ["ChatGPT app", "ui"],
  perplexity: ["Perplexity app", "ui"],
  gemini: ["Gemini app", "ui"],
  grok: ["Grok app", "ui"],
  copilot: ["Microsoft Copilot", "ui"],
  google_ai_mode: ["Google AI mode", "serp"],
  google_ai_overview: ["Google AI Overview", "serp"],
} as const;
const VENDORS = {
  cloro: ["Cloro", "https://api.cloro.dev", "CLORO_API_KEY"],
  brightdata: ["Bright Data", "https://api.brightdata.com", "BRIGHTDATA_API_TOKEN"],
  oxylabs: ["Oxylabs", "https://data.oxylabs.io", "OXYLABS_LOGIN_AND_PASSWORD (login:password)"],
} as const;

const ALL: readonly Provider[] = [
  api("openai", { ...openaiResponses, later: openaiBatch }, [
    "OpenAI",
    "https://api.openai.com/v1",
    "OPENAI_API_KEY",
  ]),
  api("anthropic", { ...anthropicMessages, later: anthropicBatch }, [
    "Anthropic",
    "https://api.anthropic.com",
    "ANTHROPIC_API_KEY",
  ]),
  api("gemini", { ...geminiGenerateContent, later: geminiBatch }, ["Google Gemini", ...GEMINI]),
  api("gemini_interactions", geminiInteractions, ["Google Gemini (Interactions)", ...GEMINI]),
  api("perplexity", perplexityAgent, [
    "Perplexity",
    "https://api.perplexity.ai/v1",
    "PERPLEXITY_API_KEY",
  ]),
  api("xai", xaiResponses, ["xAI", "https://api.x.ai/v1", "XAI_API_KEY"]),
  api("mistral", { ...mistralConversations, later: mistralBatch }, [
    "Mistral",
    "https://api.mistral.ai/v1",
    "MISTRAL_API_KEY",
  ]),
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
  queued("dataforseo", dataforseoAiMode, "/serp/google/ai_mode", {
    label: "DataForSEO: Google AI mode",
    surface: "serp",
    models: ["google_ai_mode"],
    prompt_characters_max: 700,
  }),
  queued("dataforseo_google_ai_overview", dataforseoOverview, "/serp/google/organic", {
    label: "DataForSEO: Google AI Overview",
    surface: "serp",
    models: ["google_ai_overview"],
    prompt_characters_max: 700,
  }),
  queued("dataforseo_chatgpt", dataforseoChatgpt, "/ai_optimization/chat_gpt/llm_scraper", {
    label: "DataForSEO: ChatGPT app",
    surface: "ui",
    models: ["chat_gpt"],
    prompt_characters_max: 500,
  }),
  queued("dataforseo_gemini", dataforseoGemini, "/ai_optimization/gemini/llm_scraper", {
    label: "DataForSEO: Gemini app",
    surface: "ui",
    models: ["gemini"],
    prompt_characters_max: 500,
  }),
  provide("serpapi", serpapi, {
    label: "SerpApi: Google AI mode, Bing Copilot",
    surface: "serp",
    models: ["google_ai_mode", "bing_copilot"],
    cache_seconds: 3_600,
    default_base_url: "https://serpapi.com",
    key_label: "SERPAPI_API_KEY",
  }),
  provide("serpapi_google_ai_overview", serpapiOverview, {
    label: "SerpApi: Google AI Overview",
    surface: "serp",
    models: ["google_ai_overview"],
    cache_seconds: 3_600,
    default_base_url: "https://serpapi.com",
    key_label: "SERPAPI_API_KEY",
  }),
  ...CLORO_PAGES.map((page) => vendor("cloro", page, cloro(page))),
  ...BRIGHTDATA_PAGES.map((page) => vendor("brightdata", page, brightdata(page))),
  vendor("brightdata", "google_ai_overview", brightdataOverview),
  ...OXYLABS_PAGES.map((page) => vendor("oxylabs", page, oxylabs(page))),
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
  const model_hint =
    provider === "azure_openai"
      ? "your deployment's name"
      : "a model's name as the provider lists it";
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

function vendor(name: keyof typeof VENDORS, page: keyof typeof PAGES, wire: Wire): Provider {
  const [label, default_base_url, key_label] = VENDORS[name];
  const [product, surface] = PAGES[page];
  const shown = { label: `${label}: ${product}`, surface, models: [page] };
  return provide(`${name}_${page}`, wire, { ...shown, default_base_url, key_label });
}

/** A page that DataForSEO reads at once, or from its queue. */
function queued(
  provider: string,
  wire: Wire,
  path: string,
  given: Pick<Provider, "label" | "surface" | "models" | "prompt_characters_max">,
): Provider {
  return provide(provider, { ...wire, later: dataforseoQueue(path) }, { ...given, ...DATAFORSEO });
}

function provide(
  provider: string,
  wire: Wire,
  given: Omit<Provider, "provider" | "engine" | "estimate" | "recall" | "model_hint"> & {
    model_hint?: string;
  },
): Provider {
  return {
    model_hint: given.models?.join(" or ") ?? "",
    ...given,
    provider,
    engine: makeEngine(provider, wire),
    ...makeLister(provider, wire, given.models),
    estimate: (model, asked) => estimateCost(provider, model, asked),
  };
}

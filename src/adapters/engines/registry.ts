import type { AnswerEngine } from "#core/answer-engine.ts";
import type { Provider } from "#core/ports.ts";
import { makeAnthropicMessages } from "./anthropic-messages.ts";
import { makeDataforseo } from "./dataforseo.ts";
import { makeGeminiGenerateContent } from "./gemini-generate-content.ts";
import { makeGeminiInteractions } from "./gemini-interactions.ts";
import { makeMistralConversations } from "./mistral-conversations.ts";
import { makeOpenaiChat } from "./openai-chat.ts";
import { makeOpenaiResponses } from "./openai-responses.ts";
import { makePerplexityAgent } from "./perplexity-agent.ts";
import { estimateTypicalCost } from "./price-table.ts";
import { makeSerpapi } from "./serpapi.ts";
import { makeXaiResponses } from "./xai-responses.ts";

/** Every provider Earshot can ask, by its name in a target. */
export const PROVIDERS: ReadonlyMap<string, Provider> = new Map(
  [
    api("OpenAI", makeOpenaiResponses("openai"), ["https://api.openai.com/v1", "OPENAI_API_KEY"]),
    api("Anthropic", makeAnthropicMessages("anthropic"), [
      "https://api.anthropic.com",
      "ANTHROPIC_API_KEY",
    ]),
    api("Google Gemini", makeGeminiGenerateContent("gemini"), [
      "https://generativelanguage.googleapis.com/v1beta",
      "GEMINI_API_KEY",
    ]),
    api("Google Gemini (Interactions)", makeGeminiInteractions("gemini_interactions"), [
      "https://generativelanguage.googleapis.com/v1beta",
      "GEMINI_API_KEY",
    ]),
    api("Perplexity", makePerplexityAgent("perplexity"), [
      "https://api.perplexity.ai/v1",
      "PERPLEXITY_API_KEY",
    ]),
    api("xAI", makeXaiResponses("xai"), ["https://api.x.ai/v1", "XAI_API_KEY"]),
    api("Mistral", makeMistralConversations("mistral"), [
      "https://api.mistral.ai/v1",
      "MISTRAL_API_KEY",
    ]),
    api("DeepSeek", makeAnthropicMessages("deepseek", false), [
      "https://api.deepseek.com/anthropic",
      "DEEPSEEK_API_KEY",
    ]),
    api("OpenRouter", makeOpenaiChat("openrouter", "openrouter:web_search"), [
      "https://openrouter.ai/api/v1",
      "OPENROUTER_API_KEY",
    ]),
    api("Azure OpenAI", makeOpenaiResponses("azure_openai"), [null, "AZURE_OPENAI_API_KEY"]),
    api("OpenAI-compatible server", makeOpenaiChat("openai_compatible", null), [null, "API_KEY"]),
    local("Ollama", makeOpenaiChat("ollama", null), "http://localhost:11434/v1"),
    local("LM Studio", makeOpenaiChat("lm_studio", null), "http://localhost:1234/v1"),
    local("vLLM", makeOpenaiChat("vllm", null), "http://localhost:8000/v1"),
    vendor("DataForSEO: Google AI mode", makeDataforseo("dataforseo", "ai_mode"), {
      surface: "serp",
      default_base_url: "https://api.dataforseo.com/v3",
      key_label: "DATAFORSEO_LOGIN_AND_PASSWORD (login:password)",
      model_hint: "google_ai_mode",
    }),
    vendor(
      "DataForSEO: ChatGPT and Gemini apps",
      makeDataforseo("dataforseo_llm_scraper", "llm_scraper"),
      {
        surface: "ui",
        default_base_url: "https://api.dataforseo.com/v3",
        key_label: "DATAFORSEO_LOGIN_AND_PASSWORD (login:password)",
        model_hint: "chat_gpt or gemini",
      },
    ),
    vendor("SerpApi: Google AI mode", makeSerpapi("serpapi"), {
      surface: "serp",
      default_base_url: "https://serpapi.com",
      key_label: "SERPAPI_API_KEY",
      model_hint: "google_ai_mode",
    }),
    vendor("Simulated (invented answers)", makeOpenaiResponses("simulated"), {
      surface: "local",
      default_base_url: null,
      key_label: null,
      model_hint: "simulated-a, simulated-b or simulated-c",
    }),
  ].map((entry) => [entry.provider, entry]),
);

/** The provider of that name, or null. */
export function findProvider(provider: string): Provider | null {
  return PROVIDERS.get(provider) ?? null;
}

function api(
  label: string,
  engine: AnswerEngine,
  [default_base_url, key_label]: [base_url: string | null, key: string],
): Provider {
  const model_hint = "a model's name as the provider lists it";
  return vendor(label, engine, { surface: "api", default_base_url, key_label, model_hint });
}

function local(label: string, engine: AnswerEngine, default_base_url: string): Provider {
  const model_hint = "the model's name on that server";
  return vendor(label, engine, { surface: "local", default_base_url, key_label: null, model_hint });
}

function vendor(
  label: string,
  engine: AnswerEngine,
  rest: Pick<Provider, "surface" | "default_base_url" | "key_label" | "model_hint">,
): Provider {
  const { provider } = engine;
  const typicalCost = (model: string) => estimateTypicalCost(provider, model);
  return { provider, label, engine, typicalCost, ...rest };
}

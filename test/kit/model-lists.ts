import type { ListedModel } from "#core/answer-engine.ts";

const UNSAID = { input_usd: null, output_usd: null, can_search: null };
const MISTRAL_CAN = { completion_fim: false, function_calling: true, fine_tuning: false };

/**
 * Lists as the providers' own SDKs (openai 7.57, @anthropic-ai/sdk 1.12, @google/genai 3.1, @mistralai/mistralai 2.7,
 * @openrouter/sdk 1.3) and documents (Perplexity, xAI, DeepSeek, Ollama, LM Studio, vLLM) describe them.
 */
export const MODEL_LISTS: Record<
  string,
  { under?: string; path: string; key?: string; body: unknown; found: Partial<ListedModel>[] }
> = {
  openai: {
    under: "/v1",
    path: "/v1/models",
    body: {
      object: "list",
      data: [
        entry("gpt-5.5", 1_761_955_200, { owned_by: "system", shutdown_date: "2027-01-15" }),
        entry("gpt-6.2-astra", 1_793_491_200, { owned_by: "system", shutdown_date: null }),
        ...["text-embedding-3-large", "tts-1", "whisper-1", "dall-e-3", "gpt-image-1", "sora-2"],
        ...["omni-moderation-latest", "gpt-4o-transcribe", "gpt-realtime", "davinci-002"],
      ].map((one) => (typeof one === "string" ? entry(one, 1_700_000_000) : one)),
    },
    found: [
      { id: "gpt-6.2-astra", created_on: "2026-11-01", retires_on: null },
      { id: "gpt-5.5", created_on: "2025-11-01", retires_on: "2027-01-15" },
    ],
  },
  anthropic: {
    path: "/v1/models?limit=1000",
    key: "x-api-key",
    body: {
      data: [
        claude("claude-opus-5-5", "Claude Opus 5.5", {
          capabilities: { server_tools: { supported: true, web_search: { supported: true } } },
        }),
        claude("claude-sonnet-4-5", "Claude Sonnet 4.5", {
          ...{ created_at: "2025-09-29T00:00:00Z", lifecycle: "deprecated", capabilities: null },
          retires_at: "2026-11-30T00:00:00Z",
        }),
        claude("claude-3-opus", "Claude Opus 3", { lifecycle: "retired" }),
      ],
      ...{ has_more: false, first_id: "claude-opus-5-5", last_id: "claude-3-opus" },
    },
    found: [
      {
        ...{ id: "claude-opus-5-5", name: "Claude Opus 5.5", created_on: "2026-09-22" },
        ...{ context_tokens: 1_000_000, can_search: true, retires_on: null },
      },
      { id: "claude-sonnet-4-5", retires_on: "2026-11-30", can_search: null },
    ],
  },
  gemini: {
    under: "/v1beta",
    path: "/v1beta/models?pageSize=1000",
    key: "x-goog-api-key",
    body: {
      models: [
        gemini("gemini-2.5-flash", "Gemini 2.5 Flash"),
        gemini("gemini-3.8-flash", "Gemini 3.8 Flash"),
        gemini("gemini-3.1-flash-image", "Gemini 3.1 Flash Image"),
        gemini("gemini-embedding-001", "Gemini Embedding", ["embedContent"]),
        gemini("veo-4", "Veo 4", ["predictLongRunning"]),
      ],
    },
    found: [
      { id: "gemini-3.8-flash", name: "Gemini 3.8 Flash", context_tokens: 1_048_576 },
      { id: "gemini-2.5-flash", name: "Gemini 2.5 Flash", created_on: null },
    ],
  },
  perplexity: {
    under: "/v1",
    path: "/v1/models",
    body: {
      object: "list",
      data: [entry("perplexity/sonar", 0), entry("anthropic/claude-sonnet-4-6", 0)],
    },
    found: [
      { id: "perplexity/sonar", created_on: null },
      { id: "anthropic/claude-sonnet-4-6", created_on: null },
    ],
  },
  xai: {
    under: "/v1",
    path: "/v1/language-models",
    body: {
      models: [
        {
          ...{
            id: "grok-3",
            fingerprint: "fp_898ae9f31c",
            created: 1_743_724_800,
            object: "model",
          },
          ...{ owned_by: "xai", version: "1.0", input_modalities: ["text"] },
          ...{ output_modalities: ["text"], prompt_text_token_price: 30_000 },
          ...{ cached_prompt_text_token_price: 7_500, completion_text_token_price: 150_000 },
          ...{ search_price: 250_000_000, aliases: ["grok-3-latest"] },
        },
      ],
    },
    found: [{ id: "grok-3", created_on: "2025-04-04", input_usd: 3, output_usd: 15 }],
  },
  mistral: {
    under: "/v1",
    path: "/v1/models",
    body: {
      object: "list",
      data: [
        mistral("mistral-large-4", { completion_chat: true }, "2027-02-01T12:00:00Z"),
        mistral("voxtral-mini", { completion_chat: false, audio_transcription: true }, null),
      ],
    },
    found: [{ id: "mistral-large-4", context_tokens: 262_144, retires_on: "2027-02-01" }],
  },
  deepseek: {
    under: "/anthropic",
    path: "/models",
    body: {
      object: "list",
      data: [{ id: "deepseek-flash", object: "model", owned_by: "deepseek" }],
    },
    found: [{ id: "deepseek-flash", name: "deepseek-flash", ...UNSAID }],
  },
  openrouter: {
    under: "/api/v1",
    path: "/api/v1/models",
    body: {
      data: [
        router("openai/gpt-6-luna", { prompt: "0.0000003", completion: "0.0000024" }),
        router("openrouter/auto", { prompt: "-1", completion: "-1" }),
        router("google/gemini-3-image", { prompt: "0", completion: "0" }, ["image"]),
      ],
    },
    found: [
      { id: "openrouter/auto", input_usd: null, output_usd: null },
      {
        ...{ id: "openai/gpt-6-luna", name: "Name of openai/gpt-6-luna", input_usd: 0.3 },
        ...{ output_usd: 2.4, context_tokens: 400_000, retires_on: "2026-12-31" },
      },
    ],
  },
  ollama: {
    under: "/v1",
    path: "/v1/models",
    body: {
      object: "list",
      data: [
        entry("llama3.2:latest", 1_730_000_000, { owned_by: "library" }),
        ...["nomic-embed-text:latest", "all-minilm:22m", "bge-m3:latest"].map((id) => entry(id, 1)),
      ],
    },
    found: [{ id: "llama3.2:latest", can_search: false }],
  },
  lm_studio: {
    under: "/v1",
    path: "/v1/models",
    body: {
      object: "list",
      data: [
        { id: "qwen2.5-7b-instruct", object: "model", owned_by: "organization_owner" },
        { id: "text-embedding-nomic-embed-text-v1.5", object: "model" },
      ],
    },
    found: [{ id: "qwen2.5-7b-instruct", created_on: null, can_search: false }],
  },
  vllm: {
    under: "/v1",
    path: "/v1/models",
    body: {
      object: "list",
      data: [
        entry("Qwen/Qwen3-0.6B", 1_780_000_000, {
          ...{ owned_by: "vllm", root: "Qwen/Qwen3-0.6B", parent: null, max_model_len: 40_960 },
          permission: [{ id: "modelperm-1", object: "model_permission", allow_sampling: true }],
        }),
      ],
    },
    found: [{ id: "Qwen/Qwen3-0.6B", context_tokens: 40_960, can_search: false }],
  },
};

/** An entry of OpenAI's list, which most others follow. */
export function entry(id: string, created: number, more: object = {}) {
  return { id, object: "model", created, owned_by: "someone", ...more };
}

/** An entry of Anthropic's list. */
export function claude(id: string, display_name: string, more: object = {}) {
  const given = { type: "model", created_at: "2026-09-22T00:00:00Z", lifecycle: "active" };
  const ends = { deprecated_at: null, retires_at: null, line: null };
  return { id, display_name, ...given, ...ends, max_input_tokens: 1_000_000, ...more };
}

/** An entry of Google's list. */
export function gemini(
  id: string,
  displayName: string,
  methods = ["generateContent", "countTokens"],
) {
  const limits = { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536, version: "001" };
  return { name: `models/${id}`, displayName, ...limits, supportedGenerationMethods: methods };
}

function mistral(id: string, can: object, deprecation: string | null) {
  const capabilities = { ...MISTRAL_CAN, vision: false, ...can };
  const base = { object: "model", created: 1_790_000_000, owned_by: "mistralai", type: "base" };
  return { id, ...base, capabilities, name: id, max_context_length: 262_144, deprecation };
}

/** An entry of OpenRouter's list. */
export function router(id: string, pricing: object, output_modalities = ["text"]) {
  return {
    ...{ id, canonical_slug: id, name: `Name of ${id}`, created: 1_790_000_000, pricing },
    ...{ context_length: 400_000, expiration_date: "2026-12-31", per_request_limits: null },
    ...{ architecture: { modality: "text->text", input_modalities: ["text"], output_modalities } },
    ...{ supported_parameters: ["tools"], top_provider: { is_moderated: true } },
  };
}

import type { ModelInfo, Provider } from "@pydantic/genai-prices";

/** The day on which the prices below were read in their providers' documentation. */
export const NEWER_AS_OF = "2026-11-22";

/**
 * List prices of models that the catalogue does not know yet, in its own shape; a test fails once it does. Sources:
 * platform.claude.com/docs/en/models/haiku-5-5/overview and sonnet-5-5/overview; github.com/premk134/codex-token-watch
 * v0.3.3 (gpt-6.1-sol); ai.google.dev/gemini-api/docs/latest-model, github.com/BerriAI/litellm/discussions/46238 and
 * 51436 (gemini-4); github.com/BerriAI/litellm/discussions/42287 (grok-4.7); api-docs.deepseek.com/quick_start/pricing;
 * getmaxim.ai/bifrost/model-library (mistral-large-4); github.com/iyulab/TokenMeter v0.16.0 (sonar of the Agent API).
 */
const NEWER: Record<string, readonly ModelInfo[]> = {
  openai: [listed("gpt-6.1-sol", tokens(tier(2, 272_000, 4), tier(10, 272_000, 15), 10))],
  anthropic: [
    listed("claude-sonnet-5-5", tokens(2, 10, 10)),
    listed("claude-haiku-5-5", tokens(tier(0.1, 100_000, 0.5), tier(0.5, 100_000, 2.5), 10)),
  ],
  google: [
    ...["gemini-4-argon", "gemini-4-carbon"].map((id) =>
      listed(id, [
        { prices: tokens(2, 10) },
        { constraint: { type: "start_date", start_date: "2026-12-01" }, prices: tokens(4, 20) },
      ]),
    ),
    listed("gemini-4-hydrogen", tokens(1.5, 7.5)),
  ],
  "x-ai": [listed("grok-4.7", tokens(tier(2, 199_999, 4), tier(6, 199_999, 12)))],
  mistral: [listed("mistral-large-4", tokens(0.68, 2.09))],
  deepseek: [
    listed("deepseek-flash", [
      { prices: tokens(0.15, 0.6) },
      ...[
        ["01:00:00Z", "04:00:00Z"],
        ["06:00:00Z", "10:00:00Z"],
      ].map(([start_time = "", end_time = ""]) => ({
        constraint: { type: "time_of_date" as const, start_time, end_time },
        prices: tokens(0.3, 1.2),
      })),
    ]),
  ],
  perplexity: [listed("sonar", tokens(0.25, 2.5, 2.5))],
};

/** The models of a provider, by its name in the catalogue, that are newer than the catalogue. */
export function listNewer(id: string): Provider {
  return { id, name: id, api_pattern: "none", models: [...(NEWER[id] ?? [])] };
}

/** Whose models are listed here. */
export const NEWER_PROVIDERS: readonly string[] = Object.keys(NEWER);

function listed(id: string, prices: ModelInfo["prices"]): ModelInfo {
  return { id, match: { equals: id }, prices };
}

type Amount = number | ReturnType<typeof tier>;

/** USD for a million tokens, and for a thousand searches. */
function tokens(input_mtok: Amount, output_mtok: Amount, web_searches_kcount?: number) {
  return { input_mtok, output_mtok, ...(web_searches_kcount && { web_searches_kcount }) };
}

/** Another price for a question of more input tokens than `start`. */
function tier(base: number, start: number, price: number) {
  return { base, tiers: [{ start, price }] };
}

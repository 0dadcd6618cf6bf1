import * as z from "zod";
import { EngineFailure, type EngineRequest, type ListedModel } from "#core/answer-engine.ts";
import type { Provider } from "#core/ports.ts";
import { maybeNumber, maybeObject, maybeText } from "./body-shapes.ts";
import type { Wire } from "./make-engine.ts";
import { requestJson } from "./request-json.ts";
import { bearer } from "./request-options.ts";

const PAGES_MAX = 20;
const MODELS_MAX = 10_000;
/** Models for other things than answering, as providers name them; only where the list itself does not say. */
const OTHER_USE =
  /(^|[-_/:.])(embed(ding)?s?|minilm|bge|tts|whisper|transcribe|speech|audio|realtime|dall-e|images?|imagen|veo|sora|lyria|moderation|rerank(er)?|ocr|aqa|davinci|babbage)(?=$|[-_/:.\d])/i;

/** Where a provider lists its models, under its base URL, and how it is asked. */
type Listing = {
  path: string;
  /** The part of the base URL that only questions go through. */
  without?: RegExp;
  headers?: Wire["headers"];
  can_search?: false;
};

const LISTS: Readonly<Record<string, Listing>> = {
  openai: { path: "/models" },
  anthropic: { path: "/v1/models?limit=1000" },
  gemini: { path: "/models?pageSize=1000" },
  gemini_interactions: { path: "/models?pageSize=1000" },
  perplexity: { path: "/models" },
  xai: { path: "/language-models" },
  mistral: { path: "/models" },
  deepseek: {
    path: "/models",
    without: /\/anthropic\/*$/,
    headers: ({ api_key }) => bearer(api_key),
  },
  openrouter: { path: "/models" },
  openai_compatible: { path: "/models", can_search: false },
  ollama: { path: "/models", can_search: false },
  lm_studio: { path: "/models", can_search: false },
  vllm: { path: "/models", can_search: false },
};

const FIXED: Readonly<Record<string, readonly string[]>> = {
  simulated: ["simulated-a", "simulated-b", "simulated-c"],
};

/** How a provider's models are asked for, where it lists them: page by page, to the last one; or the `fixed` ones. */
export function makeLister(
  provider: string,
  wire: Wire,
  fixed = FIXED[provider],
): Pick<Provider, "listModels"> {
  const listing = LISTS[provider];
  if (fixed) return { listModels: async () => fixed.map(describeModel) };
  if (!listing) return {};
  return {
    async listModels(asked) {
      const base_url = asked.base_url.replace(listing.without ?? /\/+$/, "");
      const request = { ...NOTHING, ...asked, base_url };
      const headers = (listing.headers ?? wire.headers)?.(request) ?? bearer(asked.api_key);
      const found = new Map<string, ListedModel>();
      const ends_at = performance.now() + asked.timeout_seconds * 1000;
      let path: string | null = listing.path;
      for (let page = 0; path !== null && page < PAGES_MAX; page++) {
        const timeout_seconds = Math.max(0.001, (ends_at - performance.now()) / 1000);
        const raw = await requestJson({ ...request, timeout_seconds }, { path, headers });
        for (const entry of readEntries(raw)) {
          const model = readModel(entry, listing);
          if (model && found.size < MODELS_MAX) found.set(model.id, model);
        }
        path = nextPath(listing.path, raw);
      }
      return [...found.values()].sort(newestFirst);
    },
  };
}

/** A model that is known by its name alone. */
function describeModel(id: string): ListedModel {
  const days = { created_on: null, retires_on: null };
  const said = { context_tokens: null, input_usd: null, output_usd: null, can_search: null };
  return { id, name: id, ...days, ...said };
}

const NOTHING: Omit<EngineRequest, "base_url" | "api_key" | "timeout_seconds"> = {
  ...{ prompt: "", country_code: null, language_code: null, requested_model: "", parameters: {} },
};

const price = z.union([z.string(), z.number()]).nullish();
const capability = maybeObject({ supported: z.boolean().nullish() });
/** An entry of any of the lists: most follow OpenAI's, and each says more in fields of its own. */
const entryShape = z.looseObject({
  id: maybeText,
  name: maybeText,
  display_name: maybeText,
  displayName: maybeText,
  created: maybeNumber,
  created_at: maybeText,
  // OpenAI, OpenRouter, Mistral, Anthropic.
  shutdown_date: maybeText,
  expiration_date: maybeText,
  deprecation: maybeText,
  retires_at: maybeText,
  lifecycle: maybeText,
  // OpenRouter, Mistral, Anthropic, Gemini, vLLM, Groq.
  context_length: maybeNumber,
  max_context_length: maybeNumber,
  max_input_tokens: maybeNumber,
  inputTokenLimit: maybeNumber,
  max_model_len: maybeNumber,
  context_window: maybeNumber,
  // OpenRouter: USD a token. xAI: US cents for 100 million tokens.
  pricing: maybeObject({ prompt: price, completion: price }),
  prompt_text_token_price: maybeNumber,
  completion_text_token_price: maybeNumber,
  // What it is for: Gemini, OpenRouter, xAI, Mistral; Anthropic says whether it searches.
  supportedGenerationMethods: z.array(z.string()).nullish(),
  architecture: maybeObject({ output_modalities: z.array(z.string()).nullish() }),
  output_modalities: z.array(z.string()).nullish(),
  capabilities: maybeObject({
    completion_chat: z.boolean().nullish(),
    server_tools: maybeObject({ web_search: capability }),
  }).catch(null),
});
type Entry = z.output<typeof entryShape>;

function readEntries(raw: unknown): Entry[] {
  const held = typeof raw === "object" && raw !== null ? raw : {};
  const list: unknown = Array.isArray(raw)
    ? raw
    : (Reflect.get(held, "data") ?? Reflect.get(held, "models"));
  if (!Array.isArray(list)) {
    throw new EngineFailure("permanent", "What came is no list of models.");
  }
  return list.map((one) => entryShape.safeParse(one)).flatMap(({ data }) => (data ? [data] : []));
}

function readModel(entry: Entry, { can_search }: Listing): ListedModel | null {
  const id = entry.id ?? entry.name?.replace(/^models\//, "");
  if (!id || !answersQuestions(id, entry)) return null;
  const named = entry.display_name ?? entry.displayName ?? (entry.id ? entry.name : null);
  const { pricing } = entry;
  return {
    id,
    name: named?.trim() || id,
    created_on: readDay(entry.created ? entry.created * 1000 : entry.created_at),
    retires_on: readDay(
      entry.shutdown_date ?? entry.expiration_date ?? entry.deprecation ?? entry.retires_at,
    ),
    context_tokens:
      entry.context_length ??
      entry.max_context_length ??
      entry.max_input_tokens ??
      entry.inputTokenLimit ??
      entry.max_model_len ??
      entry.context_window ??
      null,
    input_usd: readPrice(pricing?.prompt, entry.prompt_text_token_price),
    output_usd: readPrice(pricing?.completion, entry.completion_text_token_price),
    can_search: can_search ?? entry.capabilities?.server_tools?.web_search?.supported ?? null,
  };
}

function answersQuestions(id: string, entry: Entry): boolean {
  const { supportedGenerationMethods: methods, capabilities, lifecycle } = entry;
  const writes = entry.architecture?.output_modalities ?? entry.output_modalities;
  if (lifecycle === "retired" || capabilities?.completion_chat === false) return false;
  if (methods && !methods.includes("generateContent")) return false;
  if (writes) return writes.includes("text");
  return !OTHER_USE.test(id);
}

/** A day of a time; the beginning of time is how some say that they do not know. */
function readDay(time: string | number | null | undefined): string | null {
  const at = time ? new Date(time) : new Date(Number.NaN);
  return at.getTime() > 0 ? at.toISOString().slice(0, 10) : null;
}

/** USD for a million tokens; what is negative has no price of its own. */
function readPrice(
  usd_per_token: string | number | null | undefined,
  cents_per_100_million: number | null | undefined,
): number | null {
  const usd = cents_per_100_million
    ? cents_per_100_million / 10_000
    : Number(usd_per_token ?? Number.NaN) * 1_000_000;
  return usd >= 0 ? Math.round(usd * 1e6) / 1e6 : null;
}

/** The next page's path: Anthropic and Gemini give a place to go on from, OpenRouter an address. */
function nextPath(path: string, raw: unknown): string | null {
  const { data } = pageShape.safeParse(raw);
  const [start = path] = path.split("?");
  if (data?.links?.next) return `${start}?${data.links.next.split("?")[1] ?? ""}`;
  const next = data?.nextPageToken
    ? `pageToken=${encodeURIComponent(data.nextPageToken)}`
    : data?.has_more && data.last_id && `after_id=${encodeURIComponent(data.last_id)}`;
  return next ? `${path}${path === start ? "?" : "&"}${next}` : null;
}

const pageShape = z.looseObject({
  has_more: z.boolean().nullish(),
  last_id: maybeText,
  nextPageToken: maybeText,
  links: maybeObject({ next: maybeText }),
});

const byId = new Intl.Collator("en", { numeric: true });
function newestFirst(one: ListedModel, other: ListedModel): number {
  const [first, second] = [one.created_on ?? "", other.created_on ?? ""];
  return first === second ? byId.compare(other.id, one.id) : first < second ? 1 : -1;
}

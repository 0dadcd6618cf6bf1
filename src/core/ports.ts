import type * as engine from "./answer-engine.ts";
import type { AnswerEngine, Asked, Captured, EngineRequest, Used } from "./answer-engine.ts";

/**
 * Seals secrets that must be read again, such as a provider's key; what it returns is safe to store. Opening throws
 * a `Failure`, and nothing else, where its key did not seal it.
 */
export type Vault = { seal(secret: string): Buffer; open(sealed: Buffer): string };

/** How an answer comes to be: a model's API, an app's page, a search page, a local server, or unknown to us. */
export const SURFACES = ["api", "ui", "serp", "local", "import"] as const;
export type Surface = (typeof SURFACES)[number];

/** A provider that can be asked, and what a user needs to set it up. */
export type Provider = {
  provider: string;
  label: string;
  surface: Exclude<Surface, "import">;
  /** Null where only the user knows it. */
  default_base_url: string | null;
  /** What its key is called, null where it needs none. */
  key_label: string | null;
  /** What to write as the model, in words: the list of models is the provider's, never ours. */
  model_hint: string;
  /** All its models, where they are few and fixed. */
  models?: readonly string[];
  /** The longest prompt it takes, where that is shorter than a prompt may be. */
  prompt_characters_max?: number;
  /** For how long it gives the same question's answer again, where it does. */
  cache_seconds?: number;
  engine: AnswerEngine;
  /** Asks the provider what models it has that answer questions, newest first; throws `EngineFailure`. */
  listModels?(request: engine.ListRequest): Promise<engine.ListedModel[]>;
  /** What an answer of a model costs by its price; null when that is not known, or what was used is not. */
  estimate(model: string, asked?: PriceAsked): Estimate | null;
  /** What it would have answered on a past day; only a provider that invents its answers knows. */
  recall?(day: string, request: Recalled): Captured;
};
export type Recalled = Pick<EngineRequest, "prompt" | "country_code" | "requested_model"> & {
  market: unknown;
};

/** Prices in USD that a user typed in; tokens by the million. */
export type TypedPrice = { input: number; output: number; search: number; answer: number };
/** Null or left out: no typed price; an answer of usual length; the dearest hour of today. */
export type PriceAsked = { price?: TypedPrice | null; used?: Used | null; at?: Date };
/** Dearest: of its provider's models, for one whose own price nobody knows; own: of our table, read on `as_of`. */
export type PriceBasis = "typed" | "catalogue" | "own" | "dearest";
export type Estimate = { usd: number; basis: PriceBasis; as_of: string | null };

/** Every provider this installation can ask. */
export type Providers = ReadonlyMap<string, Provider>;

/** The language model that this installation's operator pays for, asked without searching; `ask` throws `EngineFailure`. */
export type OnboardingModel = { name: string; ask(question: AskedOnce): Promise<Asked> };
type AskedOnce = Pick<EngineRequest, "prompt" | "timeout_seconds">;

/** Posts to an address a user gave; resolves with the status, or with why there is none. */
export type Post = (request: Posted) => Promise<{ status: number | null; error: string | null }>;
type Posted = { url: string; headers: Record<string, string>; body: string };

/** Gives a mail to the operator's server; resolves with null, or with why it was not taken, and whether it may be later. */
export type SendMail = (mail: Mail) => Promise<{ error: string; is_final: boolean } | null>;
/**
 * `unsubscribe`: where a mail program ends such mails by itself (RFC 8058); `about`: tells it from others of the same words,
 * and stays when it is sent again.
 */
export type Mail = Record<"to" | "subject" | "text", string> & {
  [Name in "html" | "unsubscribe" | "about"]?: string | undefined;
};

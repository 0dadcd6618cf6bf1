/** Why an answer ended: complete, cut by a token limit, declined, or without any text. */
export type Finish = "stop" | "length" | "refusal" | "empty";

/** A page the assistant says it looked at, ranked from 1 in the order it was reported; `domain` is
 * given only where `url` is a redirect address that could not be resolved. */
export type RetrievedSource = { url: string; title: string | null; rank: number; domain?: string };

/** One citation; `start` and `end` are UTF-16 offsets in the answer's text, null if not given. */
export type CitedSource = {
  url: string;
  title: string | null;
  start: number | null;
  end: number | null;
  domain?: string;
};

/** Tokens, searches and money of one answer in USD; null where the provider does not say. */
export type Usage = {
  input_tokens: number | null;
  output_tokens: number | null;
  searches: number | null;
  cost_usd: number | null;
  cost_basis: "reported" | "estimated" | "unknown";
};

/** What of an answer is paid for. */
export type Used = Pick<Usage, "input_tokens" | "output_tokens" | "searches">;

/** What a page shows beside its answer: an ad, a product, a business or an entity that it marks; `price` as it says. */
export type Extra = Record<"kind" | "title", string> & Record<"url" | "price", string | null>;

/** One answer as captured; `raw` is the provider's body, which a newer adapter can re-parse. */
export type Captured = {
  text: string;
  served_model: string | null;
  requested_model: string;
  finish: Finish;
  /** False: answered from memory; null: the provider does not say. */
  search_ran: boolean | null;
  search_queries: string[];
  retrieved: RetrievedSource[];
  cited: CitedSource[];
  /** "text": the links were read out of the answer because the provider reports none. */
  citations_from: "provider" | "text";
  extras?: Extra[];
  usage: Usage;
  raw: unknown;
  adapter_version: string;
};

/** How an engine was asked to search: made to, left to choose, or not given any search. */
export type SearchAsked = "forced" | "chosen" | "off";

/** A part of a request that a provider refused, and its words; a place is a part of its country's own. */
export type Refusal = { part: string; said: string };

/** How an answer was asked for, what of the usual request was left out, and what else was sent; null: not said. */
export type HowAsked = { search_asked: SearchAsked; asked_without: string[] } & SentWith;
export type SentWith = Record<"search_tool" | "effort", string | null>;

/** An answer with how it was asked for, and what was refused just now. */
export type Asked = Captured & HowAsked & { refusals: Refusal[] };

/** How far a request may go: the public internet alone, or the operator's own networks, too. */
export type Reach = "public" | "private";

/** One question to one engine; `country_code` is ISO 3166-1 alpha-2, `language_code` ISO 639-1. */
export type EngineRequest = {
  prompt: string;
  country_code: string | null;
  language_code: string | null;
  requested_model: string;
  base_url: string;
  api_key: string | null;
  parameters: Record<string, unknown>;
  timeout_seconds: number;
  /** Parts that the provider refused before and that are not sent again. */
  left_out?: readonly string[];
  signal?: AbortSignal;
  /** The installation's to say, not the asker's; public unless given. */
  reach?: Reach;
};

/**
 * A model as its provider lists it; null where it does not say. Days are `YYYY-MM-DD`, prices USD for a million tokens;
 * `can_search`: whether the provider's web search works with it.
 */
export type ListedModel = Record<"id" | "name", string> &
  Record<"created_on" | "retires_on", string | null> &
  Record<"context_tokens" | "input_usd" | "output_usd", number | null> &
  Record<"can_search", boolean | null>;

/** Where, and with which key, a provider is asked what models it has. */
export type ListRequest = Pick<EngineRequest, "base_url" | "api_key" | "timeout_seconds">;

/** What an engine can report or take; false is "not supported", never "none". */
export type EngineSupports = Record<"search_queries" | "retrieved" | "cited" | "location", boolean>;

/**
 * Questions to one model that are handed over in one request, by ids of ours; `key` names the request to the provider
 * where it takes a name, `sent_at` is when it was sent first.
 */
export type Handed = { key: string; sent_at: Date; requests: ReadonlyMap<string, EngineRequest> };

/**
 * An engine that takes questions now and has their answers later; all throw only `EngineFailure`. One of the kind
 * `timeout_after_send` from `submit` or `find` leaves open whether the provider has taken them.
 */
export type LaterEngine = Record<"questions_max" | "give_up_seconds", number> & {
  /** Hands them over and returns the ticket to fetch them with, which holds no secret. */
  submit(handed: Handed): Promise<string>;
  /** The ticket of what was handed over and may have been accepted; null: surely not accepted. */
  find?(handed: Handed): Promise<string | null>;
  /** What came of each question, those without an answer left out; null while the provider is at work. */
  fetch(handed: Handed, ticket: string): Promise<Map<string, Asked | EngineFailure> | null>;
};

/** The outside that answers prompts; `ask` throws only `EngineFailure`. */
export type AnswerEngine = {
  provider: string;
  wire: string;
  supports: EngineSupports;
  /** How a model with these parameters is asked where answers come later; null: `ask` is all there is. */
  later(parameters: EngineRequest["parameters"]): LaterEngine | null;
  ask(request: EngineRequest): Promise<Asked>;
  /** Reads a stored body again, without any network; throws `EngineFailure` on another shape. */
  parse(raw: unknown, requested_model: string): Captured;
};

/** What asking again does not mend. */
const NEVER = { quota: 0, permanent: 0, paused_target: 0 };
/** How often each kind of failure may be asked again: a plain retry, a wait as requested, a provider to
 * stop, a task to fail, a target to pause, and an answer that may have been billed already. */
export const RETRIES_MAX = { ...NEVER, retry: 5, wait: 5, timeout_after_send: 1 };

/** What a worker does next. */
export type FailureKind = keyof typeof RETRIES_MAX;
/** A failed question: what to do about it, and the provider's words, bounded and without keys.
 * `raw` is the body of an answer that came and could not be read, so nothing paid for is lost. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly kind: FailureKind;
  readonly status: number | null = null;
  readonly retry_after_seconds: number | null = null;
  readonly raw: unknown;
  /** What its provider charged all the same, in USD; null: something, nobody says what; undefined: nothing. */
  readonly cost_usd?: number | null;
  /** Parts that were refused before it, and can be left out from now on. */
  readonly refusals: readonly Refusal[] = [];
  constructor(kind: FailureKind, message: string, details: Partial<EngineFailure> = {}) {
    super(message, { cause: details.cause });
    Object.assign(this, details);
    this.kind = kind;
  }
}

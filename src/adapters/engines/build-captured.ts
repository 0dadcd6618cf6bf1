import type { Captured, CitedSource, Extra, RetrievedSource, Usage } from "#core/answer-engine.ts";
import { estimateServed } from "./prices/estimate-cost.ts";

/** What a parser found in a body, before the parts common to every engine are settled. */
export type AnswerParts = {
  text: string;
  served_model: string | null;
  finish: "stop" | "length" | "refusal";
  search_ran: boolean | null;
  search_queries?: string[];
  retrieved?: { url: string; title?: string | null | undefined; domain?: string | undefined }[];
  cited?: CitedSource[];
  citations_from?: "provider" | "text";
  extras?: Extra[];
  usage?: Partial<Omit<Usage, "cost_basis">>;
  /** Whose reading this is, where it is not the wire's own. */
  adapter_version?: string;
};

/** Whose answer it is: for the price, the stored model and the parser that read it. */
export type AnswerOrigin = {
  provider: string;
  requested_model: string;
  raw: unknown;
  adapter_version: string;
};

/** Settles one answer: an empty text is "empty", each retrieved page once and ranked from 1,
 * offsets only where they lie in the text, a reported cost kept and a missing one estimated. */
export function buildCaptured(parts: AnswerParts, origin: AnswerOrigin): Captured {
  const blank = parts.text.trim() === "";
  return {
    text: blank ? "" : parts.text,
    served_model: parts.served_model,
    requested_model: origin.requested_model,
    finish: blank && parts.finish === "stop" ? "empty" : parts.finish,
    search_ran: parts.search_ran,
    search_queries: [...new Set((parts.search_queries ?? []).map((query) => query.trim()))].filter(
      (query) => query !== "",
    ),
    retrieved: rankSources(parts.retrieved ?? []),
    cited: (parts.cited ?? []).map((source) => keepOffsetsInside(source, parts.text.length)),
    citations_from: parts.citations_from ?? "provider",
    extras: parts.extras ?? [],
    usage: settleUsage(parts, origin),
    raw: origin.raw,
    adapter_version: origin.adapter_version,
  };
}

/** One citation row with null for whatever the provider leaves out. */
export function cite(
  source: { url: string; title?: string | null | undefined; domain?: string | undefined },
  span: { start: number; end: number } | null,
): CitedSource {
  return {
    url: source.url,
    title: source.title ?? null,
    start: span?.start ?? null,
    end: span?.end ?? null,
    ...(source.domain === undefined ? {} : { domain: source.domain }),
  };
}

function rankSources(sources: NonNullable<AnswerParts["retrieved"]>): RetrievedSource[] {
  const byUrl = new Map<string, RetrievedSource>();
  for (const { url, title, domain } of sources) {
    const known = byUrl.get(url);
    if (known === undefined) {
      const rank = byUrl.size + 1;
      const row: RetrievedSource = { url, title: title ?? null, rank };
      byUrl.set(url, domain === undefined ? row : { ...row, domain });
    } else if (known.title === null) {
      known.title = title ?? null;
    }
  }
  return [...byUrl.values()];
}

function keepOffsetsInside(source: CitedSource, length: number): CitedSource {
  const { start, end } = source;
  const inside = start !== null && end !== null && start >= 0 && start <= end && end <= length;
  return inside ? source : { ...source, start: null, end: null };
}

function settleUsage(parts: AnswerParts, origin: AnswerOrigin): Usage {
  const tokens = {
    input_tokens: parts.usage?.input_tokens ?? null,
    output_tokens: parts.usage?.output_tokens ?? null,
    searches: parts.usage?.searches ?? null,
  };
  const reported = parts.usage?.cost_usd ?? null;
  if (reported !== null) return { ...tokens, cost_usd: reported, cost_basis: "reported" };
  const models = { served: parts.served_model, requested: origin.requested_model };
  const estimate = estimateServed(origin.provider, models, { used: tokens, at: new Date() });
  return {
    ...tokens,
    cost_usd: estimate?.usd ?? null,
    cost_basis: estimate === null ? "unknown" : "estimated",
  };
}

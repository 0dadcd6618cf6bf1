import { EngineFailure, type FailureKind } from "#core/answer-engine.ts";

const MESSAGE_CHARACTERS_MAX = 500;
/** What is read of an error body, which may have 10 MB: what went wrong stands at its beginning. */
const READ_CHARACTERS_MAX = 65_536;
const RETRY_STATUSES = new Set([408, 409, 425, 500, 502, 503, 504, 529]);
const MONEY = new RegExp(
  [
    "insufficient[_ ](quota|credits?|balance|funds)",
    "credit[_ ]balance",
    "spend(ing)?[_ ]limit",
    "api usage limits?",
    "(used all available|doesn't have any) credits",
    "billing[_ ]hard",
    "payment_required",
    "exceeded your (current|monthly) quota",
    "(run )?out of (searches|credits)",
  ].join("|"),
  "i",
);
const DAILY = /per_?day|daily/i;
// Google says of a minute's limit what it says of an empty account.
const MINUTELY = /per_?minute/i;
/** What no question to this model, or from this place, gets past: the key, its rights, the model's name, the country. */
const BAD_TARGET = new RegExp(
  [
    "API_KEY_INVALID|invalid[_ ](x-)?api[_ -]?key|incorrect api key|api key not valid",
    "PERMISSION_DENIED|permission_error",
    "invalid_model|model_not_found|model not exist",
    "user location is not supported|unsupported_country_region_territory",
  ].join("|"),
  "i",
);
/** OpenRouter's way to refuse a field: nobody it could ask takes it. */
const NOBODY_TAKES = /no endpoints found that support the provided '/i;
const RESET_HEADERS = [
  "x-ratelimit-reset-requests",
  "x-ratelimit-reset-tokens",
  "x-ratelimit-reset",
  "anthropic-ratelimit-requests-reset",
  "anthropic-ratelimit-tokens-reset",
  "anthropic-ratelimit-input-tokens-reset",
  "anthropic-ratelimit-output-tokens-reset",
];

/** Turns an HTTP error answer into the failure a worker acts on, from status, headers and body. */
export function classifyFailure(
  answer: { status: number; headers: Headers; body: string },
  api_key: string | null,
): EngineFailure {
  const { status, headers } = answer;
  // Before anything is cut, so that no half of a key is left.
  const body = withoutKey(answer.body, api_key);
  const kind = chooseKind(status, body);
  const requested = readRetryAfter(headers) ?? readBodyDelay(body);
  const reset = status === 429 ? readReset(headers) : null;
  const message = redact(`HTTP ${status}: ${readMessage(body)}`, api_key);
  return new EngineFailure(kind, message, { status, retry_after_seconds: requested ?? reset });
}

/** The action for a status and a body: money first, then what is wrong with the target, then the status itself. */
export function chooseKind(status: number, evidence: string): FailureKind {
  if (status === 402) return "quota";
  const body = evidence.slice(0, READ_CHARACTERS_MAX);
  if (status === 429 && MINUTELY.test(body) && !DAILY.test(body)) return "wait";
  if ([400, 401, 403, 429].includes(status) && MONEY.test(body)) return "quota";
  if (status === 429) return DAILY.test(body) && /quota/i.test(body) ? "quota" : "wait";
  if (status === 404 && NOBODY_TAKES.test(body)) return "permanent";
  if (status === 401 || status === 404) return "paused_target";
  if ([400, 403, 422].includes(status) && BAD_TARGET.test(body)) return "paused_target";
  if (RETRY_STATUSES.has(status) || status >= 500) return "retry";
  return "permanent";
}

/** Text safe to store and show: the key and anything that looks like one removed, bounded. */
export function redact(text: string, api_key: string | null): string {
  const safe = withoutKey(text, api_key)
    .slice(0, READ_CHARACTERS_MAX)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, "$1 [redacted]")
    .replace(/\b((sk|pplx|xai|gsk)[-_]|AIza)[\w*-]{8,}/g, "[redacted]")
    .replace(/((?:api_?key|key|token|password)=)[^\s&"']+/gi, "$1[redacted]")
    .replace(/\s+/g, " ")
    .trim();
  return safe.length > MESSAGE_CHARACTERS_MAX ? `${safe.slice(0, MESSAGE_CHARACTERS_MAX)}…` : safe;
}

function withoutKey(text: string, api_key: string | null): string {
  return api_key !== null && api_key.length >= 4 ? text.replaceAll(api_key, "[redacted]") : text;
}

function readMessage(body: string): string {
  try {
    const found = findMessage(JSON.parse(body), 0);
    if (found !== null) return found;
  } catch {
    // Not JSON: a proxy's page, shown as text below.
  }
  const page = body.slice(0, READ_CHARACTERS_MAX);
  return page.replace(/<[^<>]*>/g, " ").trim() || "no message";
}

function findMessage(value: unknown, depth: number): string | null {
  if (depth > 4 || typeof value !== "object" || value === null) return null;
  const { metadata } = value as { metadata?: { raw?: unknown } | null };
  // A gateway's own words say nothing, those of whom it asked stand beside them.
  if (typeof metadata?.raw === "string" && metadata.raw !== "") return readMessage(metadata.raw);
  for (const key of ["message", "error", "detail", "error_message", "status_message", "errors"]) {
    const inner = Reflect.get(value, key);
    if (typeof inner === "string" && inner !== "") return inner;
    const deeper = findMessage(inner, depth + 1);
    if (deeper !== null) return deeper;
  }
  return Array.isArray(value) ? findMessage(value[0], depth + 1) : null;
}

function readRetryAfter(headers: Headers): number | null {
  const milliseconds = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return bound(milliseconds / 1000);
  const text = headers.get("retry-after");
  if (text === null) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return bound(seconds);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : bound((at - Date.now()) / 1000);
}

/** Google's RetryInfo says `"retryDelay": "34s"` in the body and sends no header. */
function readBodyDelay(body: string): number | null {
  const match = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(body.slice(0, READ_CHARACTERS_MAX));
  return match?.[1] === undefined ? null : bound(Number(match[1]));
}

function readReset(headers: Headers): number | null {
  const waits: number[] = [];
  for (const name of RESET_HEADERS) {
    const text = headers.get(name);
    // A bucket that still has room is not what refused the request.
    const remaining = headers.get(name.replace("reset", "remaining"));
    if (text === null || (remaining !== null && Number(remaining) > 0)) continue;
    const seconds = readDuration(text);
    if (seconds !== null) waits.push(seconds);
  }
  return waits.length === 0 ? null : Math.max(...waits);
}

/** Reads "1m30s", "250ms", seconds, epoch seconds or milliseconds, or a date. */
function readDuration(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const value = Number(text);
    if (value > 1e12) return bound((value - Date.now()) / 1000);
    return bound(value > 1e9 ? value - Date.now() / 1000 : value);
  }
  const parts = [...text.matchAll(/([\d.]+)(ms|h|m|s)/g)];
  if (parts.length > 0 && parts.map((part) => part[0]).join("") === text) {
    const unit = { ms: 0.001, s: 1, m: 60, h: 3600 };
    const sum = parts.reduce(
      (total, part) => total + Number(part[1]) * unit[part[2] as keyof typeof unit],
      0,
    );
    return bound(sum);
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : bound((at - Date.now()) / 1000);
}

/** A wait is between now and a day, whatever a provider's clock says. */
function bound(seconds: number): number {
  return Math.min(86_400, Math.max(0, seconds));
}

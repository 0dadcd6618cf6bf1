import { EngineFailure } from "#core/answer-engine.ts";
import { classifyFailure, redact } from "./classify-failure.ts";

const BODY_BYTES_MAX = 10 * 1024 * 1024;

/** One HTTP call of an adapter; `path` is appended to `base_url`, `body` is sent as JSON. */
export type JsonRequest = {
  method: "POST" | "GET";
  base_url: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  api_key: string | null;
  timeout_seconds: number;
  signal?: AbortSignal | undefined;
};

/** Calls a provider and returns its JSON body; every trouble is an `EngineFailure`.
 * Bounded to 10 MB and `timeout_seconds` in all, redirects are refused (they would carry keys),
 * and the key never appears in the result or in an error. */
export async function requestJson(request: JsonRequest): Promise<unknown> {
  const timeout = AbortSignal.timeout(Math.ceil(request.timeout_seconds * 1000));
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  if (request.signal?.aborted) {
    throw new EngineFailure("retry", "Stopped before the request was sent.");
  }
  const response = await send(request, signal);
  const text = await readBody(request, response, signal);
  if (response.status >= 300 && response.status < 400) {
    const message = `HTTP ${response.status}: redirected; set base_url to the final address.`;
    throw new EngineFailure("permanent", message, { status: response.status });
  }
  if (!response.ok) {
    const answer = { status: response.status, headers: response.headers, body: text };
    throw classifyFailure(answer, request.api_key);
  }
  return parseBody(withoutKey(text, request.api_key));
}

/** An endpoint under a base URL, whether or not that ends in a slash; refuses non-HTTP schemes. */
export function joinUrl(base_url: string, path: string): string {
  let url: URL;
  try {
    url = new URL(base_url.replace(/\/+$/, "") + path);
  } catch (cause) {
    throw new EngineFailure("paused_target", "base_url is not a valid address.", { cause });
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new EngineFailure("paused_target", "base_url must begin with https:// or http://.");
  }
  return url.href;
}

async function send(request: JsonRequest, signal: AbortSignal): Promise<Response> {
  const init: RequestInit = {
    method: request.method,
    headers: { accept: "application/json", ...request.headers },
    redirect: "manual",
    signal,
  };
  if (request.body !== undefined) {
    init.body = JSON.stringify(request.body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  const url = joinUrl(request.base_url, request.path);
  try {
    return await fetch(url, init);
  } catch (error) {
    throw explainNetworkError(error, { request, signal, body_started: false });
  }
}

async function readBody(
  request: JsonRequest,
  response: Response,
  signal: AbortSignal,
): Promise<string> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > BODY_BYTES_MAX) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw explainNetworkError(error, { request, signal, body_started: response.ok });
  }
  if (size > BODY_BYTES_MAX) {
    throw new EngineFailure("permanent", "The provider's answer is larger than 10 MB.");
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The answer was made and probably billed, so it counts like a timeout after sending.
    const message = text === "" ? "The answer has no body." : "The answer is cut off or not JSON.";
    throw new EngineFailure("timeout_after_send", message, { cause: redactCause(cause) });
  }
}

function explainNetworkError(
  error: unknown,
  at: { request: JsonRequest; signal: AbortSignal; body_started: boolean },
): EngineFailure {
  if (at.request.signal?.aborted) {
    return new EngineFailure("timeout_after_send", "Stopped after the request was sent.");
  }
  if (at.signal.aborted) {
    const message = `No complete answer within ${at.request.timeout_seconds} s of sending.`;
    return new EngineFailure("timeout_after_send", message);
  }
  const code = redact(findCode(error), at.request.api_key);
  // fetch is refused before sending by an unknown host or a closed port, and by a reset after.
  if (!at.body_started) return new EngineFailure("retry", `The connection failed (${code}).`);
  return new EngineFailure("timeout_after_send", `The connection broke in the answer (${code}).`);
}

function findCode(error: unknown): string {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ("code" in current && typeof current.code === "string") return current.code;
    current = current.cause;
  }
  return error instanceof Error ? error.name : "unknown error";
}

/** JSON.parse quotes a piece of the body in its message; only the kind of error is kept. */
function redactCause(cause: unknown): string {
  return cause instanceof Error ? cause.name : "error";
}

function withoutKey(text: string, api_key: string | null): string {
  if (api_key === null || api_key.length < 8 || !text.includes(api_key)) return text;
  return text.replaceAll(api_key, "[redacted]");
}

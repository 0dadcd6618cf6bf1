import type { IncomingMessage } from "node:http";
import { EngineFailure, type EngineRequest } from "#core/answer-engine.ts";
import { OutOfReach } from "../reach.ts";
import { sendRequest } from "../send-request.ts";
import { classifyFailure, redact } from "./classify-failure.ts";

const BODY_BYTES_MAX = 10 * 1024 * 1024;
/** Of the answers of a whole batch. */
const BATCH_BYTES_MAX = 100 * 1024 * 1024;

/** One HTTP call of an adapter; `path` is appended to the base URL, `body` is posted as JSON, without one it is a GET. */
export type JsonCall = {
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** A file that is posted as a form instead. */
  form?: { purpose: string; filename: string; text: string };
  /** The answer is JSON by the line: an array of what each line says, those that are cut left out. */
  is_lines?: boolean;
  /** The answer may hold those of a whole batch, as lines do. */
  is_batch?: boolean;
};

/** Calls a target's provider and returns its JSON body; every trouble is an `EngineFailure`.
 * Bounded to 10 MB, 100 MB of a whole batch, and `timeout_seconds` in all, redirects are refused (they would carry keys),
 * and the key never appears in the result or in an error. */
export async function requestJson(request: EngineRequest, call: JsonCall): Promise<unknown> {
  const timeout = AbortSignal.timeout(Math.ceil(request.timeout_seconds * 1000));
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  if (request.signal?.aborted) {
    throw new EngineFailure("retry", "Stopped before the request was sent.");
  }
  const response = await send(request, call, signal);
  const status = response.statusCode ?? 0;
  const bytes_max = call.is_lines || call.is_batch ? BATCH_BYTES_MAX : BODY_BYTES_MAX;
  const text = await readBody(request, response, { signal, bytes_max });
  if (status >= 300 && status < 400) {
    const message = `HTTP ${status}: redirected; set base_url to the final address.`;
    throw new EngineFailure("permanent", message, { status });
  }
  if (!isGood(status)) {
    const answer = { status, headers: headersOf(response), body: text };
    throw classifyFailure(answer, request.api_key);
  }
  const clean = withoutKey(text, request.api_key);
  return call.is_lines ? clean.split("\n").flatMap(parseLine) : parseBody(clean);
}

/** An endpoint under a base URL, whether or not that ends in a slash; refuses non-HTTP schemes. */
function joinUrl(base_url: string, path: string): URL {
  let url: URL;
  try {
    url = new URL(base_url.replace(/\/+$/, "") + path);
  } catch (cause) {
    throw new EngineFailure("paused_target", "base_url is not a valid address.", { cause });
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new EngineFailure("paused_target", "base_url must begin with https:// or http://.");
  }
  return url;
}

async function send(
  request: EngineRequest,
  { path, headers, body, form }: JsonCall,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { text, type } = form ? await writeForm(form) : { text: writeJson(body), type: JSON_TYPE };
  const content = { "content-type": type, "content-length": lengthOf(text) };
  try {
    return await sendRequest({
      url: joinUrl(request.base_url, path),
      method: text === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": "Earshot/1",
        ...headers,
        ...(text !== undefined && content),
      },
      body: text,
      signal,
      reach: request.reach ?? "public",
    });
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    if (error instanceof OutOfReach) {
      throw new EngineFailure("paused_target", `base_url leads out of reach: ${error.message}`);
    }
    if (findCode(error) === "ERR_INVALID_CHAR") {
      throw new EngineFailure("paused_target", UNSENDABLE);
    }
    throw explainNetworkError(error, { request, signal, body_started: false });
  }
}

const UNSENDABLE =
  "The key holds a character that cannot be sent, such as “…”: enter the whole key again under Assistants.";
const JSON_TYPE = "application/json";

function writeJson(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}

async function writeForm({ purpose, filename, text }: NonNullable<JsonCall["form"]>) {
  const form = new FormData();
  form.set("purpose", purpose);
  form.set("file", new Blob([text], { type: "application/jsonl" }), filename);
  const whole = new Response(form);
  return { text: await whole.text(), type: whole.headers.get("content-type") ?? "" };
}

function lengthOf(text = ""): string {
  return String(Buffer.byteLength(text));
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  return new Headers(
    Object.entries(headersDistinct).map(([name, values]) => [name, values?.join(", ") ?? ""]),
  );
}

function isGood(status = 0): boolean {
  return status >= 200 && status < 300;
}

async function readBody(
  request: EngineRequest,
  response: IncomingMessage,
  { signal, bytes_max }: { signal: AbortSignal; bytes_max: number },
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > bytes_max) break;
      chunks.push(chunk);
    }
  } catch (error) {
    const body_started = isGood(response.statusCode);
    throw explainNetworkError(error, { request, signal, body_started });
  }
  if (size > bytes_max) {
    const size_mb = bytes_max / 1024 / 1024;
    throw new EngineFailure("permanent", `The provider's answer is larger than ${size_mb} MB.`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseBody(text: string): unknown {
  try {
    return storable(JSON.parse(text));
  } catch (cause) {
    // The answer was made and probably billed, so it counts like a timeout after sending.
    const message = text === "" ? "The answer has no body." : "The answer is cut off or not JSON.";
    throw new EngineFailure("timeout_after_send", message, { cause: redactCause(cause) });
  }
}

function parseLine(line: string): unknown[] {
  try {
    return line.trim() === "" ? [] : [storable(JSON.parse(line))];
  } catch {
    return [];
  }
}

/** The body with what PostgreSQL cannot hold replaced, one character for one, so that offsets stay: NUL, half pairs. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\u0000", "\uFFFD").toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  const entries = Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)]);
  return Object.fromEntries(entries);
}

function explainNetworkError(
  error: unknown,
  at: { request: EngineRequest; signal: AbortSignal; body_started: boolean },
): EngineFailure {
  if (at.request.signal?.aborted) {
    return new EngineFailure("timeout_after_send", "Stopped after the request was sent.");
  }
  if (at.signal.aborted) {
    const seconds = Math.ceil(at.request.timeout_seconds * 10) / 10;
    const message = `No complete answer within ${seconds} s of sending.`;
    return new EngineFailure("timeout_after_send", message);
  }
  const code = redact(findCode(error), at.request.api_key);
  // Refused before sending by an unknown host or a closed port, or reset after it.
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

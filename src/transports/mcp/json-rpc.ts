import { FAILURES, type Failure } from "#core/failure.ts";

/** The error member of a JSON-RPC response; `data.code` names the case for programs. */
export type RpcErrorBody = {
  code: number;
  message: string;
  data: Record<string, unknown> & { code: string };
};

/** An error that leaves as it is, as a JSON-RPC error; everything in it is public. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: RpcErrorBody["data"];
  constructor({ code, message, data }: RpcErrorBody, cause?: unknown) {
    super(message, { cause });
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

export type RequestId = string | number;
export type Params = Record<string, unknown>;
/** What one entry of a body is: to be answered, to be ignored, or broken. */
export type Message =
  | { kind: "request"; id: RequestId; method: string; params: unknown }
  | { kind: "silent" }
  | { kind: "broken"; id: RequestId | null; reason: string };

/** Reads one entry of a body as JSON-RPC 2.0; requests and notifications differ by their `id` only. */
export function readMessage(entry: unknown): Message {
  if (!isRecord(entry)) return broken(null, "A message must be a JSON object.");
  const id = idOf(entry);
  if (entry["jsonrpc"] !== "2.0") return broken(id, 'A message must have "jsonrpc": "2.0".');
  const hasId = Object.hasOwn(entry, "id");
  if (typeof entry["method"] !== "string") {
    // The client's answer to a request of ours: there are none, so nothing waits for it.
    const isResponse = hasId && (Object.hasOwn(entry, "result") || Object.hasOwn(entry, "error"));
    return isResponse ? { kind: "silent" } : broken(id, "A message must have a method, a string.");
  }
  if (!hasId) return { kind: "silent" };
  if (id === null)
    return broken(null, "The id of a request must be a string or a number below 2^53.");
  return { kind: "request", id, method: entry["method"], params: entry["params"] };
}

function broken(id: RequestId | null, reason: string): Message {
  return { kind: "broken", id, reason };
}

/** The id of a message, or null when there is none that could be answered. */
export function idOf(message: unknown): RequestId | null {
  if (!isRecord(message) || !Object.hasOwn(message, "id")) return null;
  const { id } = message;
  return typeof id === "string" || (typeof id === "number" && isExact(id)) ? id : null;
}

/** True for numbers that leave as they came: beyond 2^53 the client would not know its own id again. */
function isExact(number: number): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A response as text; `result` is JSON already, so that large fixed results are written once. */
export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

/** An error response as text, with the server's version in its data. */
export function errorText(
  id: RequestId | null,
  { code, message, data }: RpcErrorBody,
  server_version: string,
): string {
  const error = { code, message, data: { ...data, server_version } };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

/** The error of a message that is no request. */
export function invalidRequest(message: string, data: Record<string, unknown> = {}): RpcErrorBody {
  return { code: -32600, message, data: { code: "INVALID_REQUEST", ...data } };
}

const INTERNAL: RpcErrorBody = {
  code: -32603,
  message: "The call failed on our side; the cause is in the server's log. Try again later.",
  data: { code: "INTERNAL_ERROR" },
};

const RENAMED: Partial<Record<Failure["code"], string>> = {
  RATE_LIMIT_EXCEEDED: "RATE_LIMITED",
  UNAUTHORIZED: "UNAUTHENTICATED",
  METHOD_NOT_ALLOWED: "METHOD_NOT_FOUND",
};

/** How a failure is said in JSON-RPC: its code, in `data.code` its name or `MCP_ARG_<PROBLEM>`, and when to try again. */
export function toRpcError(failure: Failure): RpcErrorBody {
  const { code, message, problem, retry_after_seconds } = failure;
  const rpc = FAILURES[code].rpc;
  if (rpc === -32603) return INTERNAL;
  const when = retry_after_seconds === undefined ? {} : { retry_after_seconds };
  if (rpc !== -32602) return { code: rpc, message, data: { code: RENAMED[code] ?? code, ...when } };
  const fallback = code === "NOT_FOUND" ? "NOT_FOUND" : code === "CONFLICT" ? "CONFLICT" : "FORMAT";
  return { code: rpc, message, data: { code: `MCP_ARG_${problem ?? fallback}` } };
}

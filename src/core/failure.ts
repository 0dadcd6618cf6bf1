/** Every way an operation may fail, and how each door says it: HTTP status and code, JSON-RPC code. */
export const FAILURES = {
  VALIDATION_ERROR: { http: 400, rest: "VALIDATION_ERROR", rpc: -32602 },
  BULK_LIMIT_EXCEEDED: { http: 400, rest: "VALIDATION_ERROR", rpc: -32000 },
  UNAUTHORIZED: { http: 401, rest: "UNAUTHORIZED", rpc: -32001 },
  SCOPE_REQUIRED: { http: 403, rest: "FORBIDDEN", rpc: -32002 },
  ROLE_REQUIRED: { http: 403, rest: "FORBIDDEN", rpc: -32000 },
  PLAN_REQUIRED: { http: 403, rest: "FORBIDDEN", rpc: -32000 },
  PLAN_LIMIT_REACHED: { http: 403, rest: "FORBIDDEN", rpc: -32000 },
  NOT_FOUND: { http: 404, rest: "NOT_FOUND", rpc: -32602 },
  METHOD_NOT_ALLOWED: { http: 405, rest: "METHOD_NOT_ALLOWED", rpc: -32601 },
  CONFLICT: { http: 409, rest: "CONFLICT", rpc: -32602 },
  DUPLICATE: { http: 409, rest: "CONFLICT", rpc: -32000 },
  BRAND_RECALCULATING: { http: 409, rest: "CONFLICT", rpc: -32000 },
  SUGGESTION_ALREADY_DECIDED: { http: 409, rest: "CONFLICT", rpc: -32000 },
  NO_ASSISTANT: { http: 409, rest: "CONFLICT", rpc: -32000 },
  PROJECT_NOT_ACTIVE: { http: 409, rest: "CONFLICT", rpc: -32000 },
  ONBOARDING_SESSION_EXPIRED: { http: 409, rest: "CONFLICT", rpc: -32000 },
  ONBOARDING_SESSION_STATE: { http: 409, rest: "CONFLICT", rpc: -32000 },
  CALLER_GONE: { http: 409, rest: "CONFLICT", rpc: -32000 },
  PAYLOAD_TOO_LARGE: { http: 413, rest: "PAYLOAD_TOO_LARGE", rpc: -32600 },
  UNSUPPORTED_MEDIA_TYPE: { http: 415, rest: "UNSUPPORTED_MEDIA_TYPE", rpc: -32600 },
  RATE_LIMIT_EXCEEDED: { http: 429, rest: "RATE_LIMIT_EXCEEDED", rpc: -32000 },
  INTERNAL_ERROR: { http: 500, rest: "INTERNAL_ERROR", rpc: -32603 },
  UNAVAILABLE: { http: 503, rest: "UNAVAILABLE", rpc: -32603 },
} as const satisfies Record<string, { http: number; rest: string; rpc: number }>;

export type FailureCode = keyof typeof FAILURES;

/** What is wrong with an argument; MCP names it `MCP_ARG_<PROBLEM>`. */
export type ArgumentProblem =
  | "UNKNOWN"
  | "MISSING"
  | "TYPE"
  | "ENUM"
  | "RANGE"
  | "FORMAT"
  | "DATE"
  | "DATE_RANGE"
  | "DUPLICATE"
  | "NOT_FOUND"
  | "CONFLICT";

export type FailureDetail = {
  cause?: unknown;
  problem?: ArgumentProblem;
  retry_after_seconds?: number;
};

const SECRET = /earshot_(sk|at|rt|ac)_[\w-]{8,}/g;

/**
 * A failure the caller may see: `code` and `message` are public, `cause` never leaves the log. A key or token that
 * was sent in a wrong place is not repeated.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  /** Set on argument failures only. */
  readonly problem: ArgumentProblem | undefined;
  /** When to try again, where that is known. */
  readonly retry_after_seconds: number | undefined;
  constructor(code: FailureCode, message: string, detail: FailureDetail = {}) {
    super(
      message.replaceAll(SECRET, "[secret]"),
      detail.cause === undefined ? undefined : { cause: detail.cause },
    );
    this.name = "Failure";
    this.code = code;
    this.problem = detail.problem;
    this.retry_after_seconds = detail.retry_after_seconds;
  }
}

/** The failure that a caller is shown for anything thrown: bugs become INTERNAL_ERROR, nothing of them shown. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure("INTERNAL_ERROR", "Something failed on our side; it has been logged.", {
    cause: error,
  });
}

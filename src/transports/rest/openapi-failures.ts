import { FAILURES, type FailureCode } from "#core/failure.ts";
import { type AnyOperation, accessFor } from "#core/operation.ts";

const integer = (description: string, example: number) => ({
  description,
  schema: { type: "integer", example },
});

/** The headers of every authenticated answer, while the rate limit is on. */
export const RATE_HEADERS = {
  "X-RateLimit-Limit": integer(
    "Requests a project may make per minute, all its keys together.",
    200,
  ),
  "X-RateLimit-Remaining": integer("Requests left in this window.", 199),
  "X-RateLimit-Reset": integer("When the window ends, in seconds since 1970.", 1795248060),
};

/** One example sentence for each failure. */
const SENTENCES: Partial<Record<FailureCode, string>> = {
  VALIDATION_ERROR: "limit: must be between 1 and 1000",
  BULK_LIMIT_EXCEEDED: "prompts: must have 1 to 100 items",
  UNAUTHORIZED: "A valid API key is needed in the X-API-Key header, never in the URL.",
  SCOPE_REQUIRED: "create_brand needs a key with write access; this key is read-only.",
  PLAN_REQUIRED:
    "list_brands needs the Growth plan and above; this organisation has brand/starter.",
  PLAN_LIMIT_REACHED: "The plan brand/growth has room for 25 brands; this would make 26.",
  NOT_FOUND: "There is no such thing in this project.",
  CONFLICT: "Another call changed this at the same time; try again.",
  DUPLICATE: "There is one of that name already.",
  BRAND_RECALCULATING: "Stored answers are being read again; try again when the status is ready.",
  SUGGESTION_ALREADY_DECIDED: "sug_PqYbRw9s is accepted already; it cannot be rejected any more.",
  NO_ASSISTANT: "No model is set up to be asked; add one under Assistants in the dashboard first.",
  PROJECT_NOT_ACTIVE: "The project is paused, or still being set up.",
  PAYLOAD_TOO_LARGE: "The body is larger than 1 MB.",
  UNSUPPORTED_MEDIA_TYPE: "Send the body as Content-Type: application/json.",
  RATE_LIMIT_EXCEEDED: "Over 200 requests in 60 s; wait 12 s and try again.",
  INTERNAL_ERROR: "Something failed on our side; it has been logged.",
  UNAVAILABLE: "The database does not answer in time; try again.",
};

const TITLES: Readonly<Record<string, string>> = {
  VALIDATION_ERROR: "The request is not legal; the message says what, where, and what is.",
  UNAUTHORIZED: "The key is missing or no good.",
  FORBIDDEN: "The key or the plan does not allow it.",
  NOT_FOUND: "There is no such thing in this project.",
  CONFLICT: "The request does not fit the present state.",
  PAYLOAD_TOO_LARGE: "The body is too large.",
  UNSUPPORTED_MEDIA_TYPE: "The body is of another type.",
  RATE_LIMIT_EXCEEDED:
    "The rate limit is used up, or too many reports or changes of the project are under way; wait.",
  INTERNAL_ERROR: "A fault on our side.",
  UNAVAILABLE: "Out of service for a moment.",
};

// 401 and 503 may come before the project is known, 500 in any place: no promise of rate headers there.
const AGAIN = new Set(["RATE_LIMIT_EXCEEDED", "UNAVAILABLE"]);
const WITHOUT_RATE = new Set(["UNAUTHORIZED", "INTERNAL_ERROR", "UNAVAILABLE"]);

/** The failures of an operation by HTTP status: shared ones by reference, its own spelled out. */
export function describeFailures(
  operation: AnyOperation,
  { method, path }: { method: string; path: string },
): Record<string, unknown> {
  const byStatus = new Map<number, FailureCode[]>();
  for (const code of failuresOf(operation, method, path)) {
    const { http } = FAILURES[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  const described = [...byStatus].map(([status, codes]) => {
    const { rest } = FAILURES[codes[0] ?? "INTERNAL_ERROR"];
    const isShared = codes.every((code) => SHARED.has(code));
    return [
      status,
      isShared ? { $ref: `#/components/responses/${rest}` } : describeResponse(rest, codes),
    ];
  });
  return Object.fromEntries(described);
}

const SHARED = new Set<FailureCode>([
  ...(["VALIDATION_ERROR", "UNAUTHORIZED", "SCOPE_REQUIRED", "PLAN_REQUIRED"] as const),
  ...(["NOT_FOUND", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const),
  ...(["RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "UNAVAILABLE"] as const),
]);

function failuresOf(operation: AnyOperation, method: string, path: string): FailureCode[] {
  const isWrite = accessFor(operation) === "write";
  const codes: FailureCode[] = ["VALIDATION_ERROR", "UNAUTHORIZED", "PLAN_REQUIRED"];
  if (isWrite) codes.push("SCOPE_REQUIRED", "CONFLICT");
  if (path.includes("{") || (isWrite && !operation.failures)) codes.push("NOT_FOUND");
  if (method === "POST" || method === "PATCH") {
    codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  }
  codes.push(...(operation.failures ?? []));
  const all = new Set([...codes, "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "UNAVAILABLE"] as const);
  return [...all].sort((left, right) => FAILURES[left].http - FAILURES[right].http);
}

function describeResponse(rest: string, codes: readonly FailureCode[]) {
  const examples = codes.map((code) => {
    const message = SENTENCES[code] ?? TITLES[rest];
    return [code, { summary: code, value: { error: { code: rest, message } } }];
  });
  const names = WITHOUT_RATE.has(rest) ? [] : Object.keys(RATE_HEADERS);
  const headers: Record<string, unknown> = Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  if (AGAIN.has(rest)) {
    headers["Retry-After"] = integer("Seconds to wait, at least 1.", 12);
  }
  return {
    description: TITLES[rest] ?? rest,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The failures that are the same for every operation, by their REST code. */
export const ERROR_RESPONSES = Object.fromEntries(
  Object.keys(TITLES)
    .filter((rest) => rest !== "CONFLICT")
    .map((rest) => {
      const codes = [...SHARED].filter((code) => FAILURES[code].rest === rest);
      return [rest, describeResponse(rest, codes)];
    }),
);

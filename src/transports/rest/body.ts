import type { HonoRequest } from "hono";
import { Failure } from "#core/failure.ts";

export const BODY_BYTES_MAX = 1_048_576;
const DEPTH_MAX = 32;

/** The JSON object in a request's body; refuses other types, over 1 MB, wrong encodings and deep nesting. */
export async function readJson(request: HonoRequest): Promise<Record<string, unknown>> {
  requireMediaType(request, "application/json");
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBounded(request.raw, BODY_BYTES_MAX)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Failure("VALIDATION_ERROR", "The body is not JSON in UTF-8.", { cause });
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Failure("VALIDATION_ERROR", "The body must be a JSON object.");
  }
  if (isTooDeep(value, DEPTH_MAX)) {
    throw new Failure("VALIDATION_ERROR", `The body is nested deeper than ${DEPTH_MAX} levels.`);
  }
  return value as Record<string, unknown>;
}

/** The bytes of a body as they arrive, refused once they pass `bytes_max`. */
export async function* readBounded(
  request: Request,
  bytes_max: number,
): AsyncGenerator<Uint8Array> {
  const tooLarge = new Failure(
    "PAYLOAD_TOO_LARGE",
    `The body is larger than ${bytes_max / BODY_BYTES_MAX} MB.`,
  );
  if (Number(request.headers.get("content-length") ?? 0) > bytes_max) throw tooLarge;
  if (!request.body) return;
  let total = 0;
  for await (const chunk of request.body) {
    total += chunk.byteLength;
    if (total > bytes_max) throw tooLarge;
    yield chunk;
  }
}

/** Refuses a body whose Content-Type is not `expected`. */
export function requireMediaType(request: HonoRequest, expected: string): void {
  const type = (request.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== expected) {
    throw new Failure(
      "UNSUPPORTED_MEDIA_TYPE",
      `Send the body as Content-Type: ${expected}${type ? `, not ${type}` : ""}.`,
    );
  }
}

function isTooDeep(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1));
}

import type { HonoRequest } from "hono";
import { badRequest, Refusal } from "./refusal.ts";

const BYTES_MAX = 1_048_576;
const DEPTH_MAX = 40;
/** Most messages in one request. */
export const BATCH_MAX = 100;

/** The messages of a request, as sent: one value, or an array of 1 to 100; refuses everything else. */
export async function readBody(request: HonoRequest): Promise<unknown> {
  const type = (request.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw badRequest("Send the message as Content-Type: application/json.", {
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
  }
  const value = parse(await readText(request.raw));
  if (isTooDeep(value, DEPTH_MAX)) {
    throw badRequest(`The message is nested deeper than ${DEPTH_MAX} levels.`);
  }
  if (Array.isArray(value) && (value.length === 0 || value.length > BATCH_MAX)) {
    throw badRequest(`A batch must have 1 to ${BATCH_MAX} messages, not ${value.length}.`);
  }
  return value;
}

async function readText(request: Request): Promise<string> {
  const tooLarge = () =>
    badRequest("The body is larger than 1 MB.", { status: 413, code: "PAYLOAD_TOO_LARGE" });
  if (Number(request.headers.get("content-length") ?? 0) > BYTES_MAX) throw tooLarge();
  // Its declared length bounds it: reading it whole is twice as fast as in pieces.
  if (request.headers.has("content-length")) return request.text();
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of request.body ?? []) {
    total += chunk.byteLength;
    if (total > BYTES_MAX) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const message = "The body is not JSON.";
    throw new Refusal(400, { code: -32700, message, data: { code: "PARSE_ERROR" } });
  }
}

function isTooDeep(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1));
}

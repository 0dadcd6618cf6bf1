import { isUtf8 } from "node:buffer";
import type { HonoRequest } from "hono";
import { Failure } from "#core/failure.ts";
import { BODY_BYTES_MAX, isTooDeep, readWhole, requireMediaType } from "#transports/shared/body.ts";
import { badRequest, Refusal } from "./refusal.ts";

const DEPTH_MAX = 40;
/** Most messages in one request. */
export const BATCH_MAX = 100;

/** The messages of a request, as sent: one value, or an array of 1 to 100; refuses everything else. */
export async function readBody(request: HonoRequest): Promise<unknown> {
  requireJson(request);
  const value = parse(await readBytes(request.raw));
  if (isTooDeep(value, DEPTH_MAX)) {
    throw badRequest(`The message is nested deeper than ${DEPTH_MAX} levels.`);
  }
  if (Array.isArray(value) && (value.length === 0 || value.length > BATCH_MAX)) {
    throw badRequest(`A batch must have 1 to ${BATCH_MAX} messages, not ${value.length}.`);
  }
  return value;
}

function requireJson(request: HonoRequest): void {
  try {
    requireMediaType(request, "application/json");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw badRequest(error.message, { status: 415, code: error.code });
  }
}

async function readBytes(request: Request): Promise<Buffer> {
  try {
    return await readWhole(request, BODY_BYTES_MAX);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message } = error;
    throw badRequest(message, code === "PAYLOAD_TOO_LARGE" ? { status: 413, code } : {});
  }
}

function parse(bytes: Buffer): unknown {
  const refuse = (message: string) =>
    new Refusal(400, { code: -32700, message, data: { code: "PARSE_ERROR" } });
  // Decoding would put U+FFFD in place of what is wrong, and that would be stored.
  if (!isUtf8(bytes)) throw refuse("The body is not UTF-8.");
  const text = bytes.toString("utf8");
  try {
    // A byte order mark may be ignored (RFC 8259 8.1).
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    throw refuse("The body is not JSON.");
  }
}

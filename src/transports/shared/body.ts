import type { HonoRequest } from "hono";
import { Failure } from "#core/failure.ts";
import type { AnyOperation } from "#core/operation.ts";

export const BODY_BYTES_MAX = 1_048_576;
const DEPTH_MAX = 32;
// What is read and forgotten before a refusal: a client that is still sending would see a reset instead of it.
const FORGOTTEN_BYTES_MAX = 4 * BODY_BYTES_MAX;

/** The JSON object in a request's body; refuses other types, over the limit, wrong encodings and deep nesting. */
export async function readJson(
  request: HonoRequest,
  bytes_max = BODY_BYTES_MAX,
): Promise<Record<string, unknown>> {
  requireMediaType(request, "application/json");
  const value = parseJson(await readWhole(request.raw, bytes_max));
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Failure("VALIDATION_ERROR", "The body must be a JSON object.");
  }
  if (isTooDeep(value, DEPTH_MAX)) {
    throw new Failure("VALIDATION_ERROR", `The body is nested deeper than ${DEPTH_MAX} levels.`);
  }
  return value as Record<string, unknown>;
}

/** The fields of a form in a request's body; refuses other types, over the limit, and wrong encodings. */
export async function readForm(request: HonoRequest, bytes_max: number): Promise<URLSearchParams> {
  requireMediaType(request, "application/x-www-form-urlencoded");
  return new URLSearchParams((await readWhole(request.raw, bytes_max)).toString("utf8"));
}

/** The bytes of a body, refused once they pass `bytes_max`. */
export async function readWhole(request: Request, bytes_max: number): Promise<Buffer> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length <= bytes_max) {
    // Its declared length bounds it: reading it whole is twice as fast as in pieces.
    return Buffer.from(await request.arrayBuffer().catch(refuseCutOff));
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBounded(request, bytes_max)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) {
    throw new Failure("VALIDATION_ERROR", "The body is empty; send a JSON object.");
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Failure("VALIDATION_ERROR", "The body is not UTF-8.", { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Failure("VALIDATION_ERROR", `The body is not JSON${placeOf(cause)}.`, { cause });
  }
}

/** Where parsing stopped, from V8's message, which quotes the body too and is not passed on. */
function placeOf(error: unknown): string {
  const place = /at position (\d+)/.exec((error as Error).message)?.[1];
  return place ? `: it breaks at character ${place}` : ": it ends early or is something else";
}

/** The bytes of a body as they arrive, refused once they pass `bytes_max`. */
export async function* readBounded(
  request: Request,
  bytes_max: number,
): AsyncGenerator<Uint8Array> {
  const tooLarge = () =>
    new Failure("PAYLOAD_TOO_LARGE", `The body is larger than ${sizeText(bytes_max)}.`);
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > bytes_max + FORGOTTEN_BYTES_MAX) throw tooLarge();
  if (!request.body) return;
  let total = 0;
  try {
    for await (const chunk of request.body) {
      total += chunk.byteLength;
      if (total > bytes_max + FORGOTTEN_BYTES_MAX) throw tooLarge();
      if (Math.max(total, length) <= bytes_max) yield chunk;
    }
    if (Math.max(total, length) > bytes_max) throw tooLarge();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    refuseCutOff(cause);
  }
}

function refuseCutOff(cause: unknown): never {
  throw new Failure("VALIDATION_ERROR", "The body ended before it was complete.", { cause });
}

/** Refuses a body whose Content-Type is none of `expected`, and compressed or other than UTF-8 ones. */
export function requireMediaType(request: HonoRequest, ...expected: string[]): void {
  const [type = "", ...parameters] = (request.header("content-type") ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const refuse = (sentence: string) => new Failure("UNSUPPORTED_MEDIA_TYPE", sentence);
  if (!expected.includes(type)) {
    const sent = type === "" ? "" : `, not ${type.slice(0, 100)}`;
    throw refuse(`Send the body as Content-Type: ${expected.join(" or ")}${sent}.`);
  }
  const charset = parameters.find((part) => part.startsWith("charset="))?.slice(8);
  if (charset !== undefined && !["utf-8", "utf8", '"utf-8"', '"utf8"'].includes(charset)) {
    throw refuse("Send the body in UTF-8.");
  }
  const encoding = request.header("content-encoding") ?? "identity";
  if (encoding !== "identity") throw refuse("Send the body without Content-Encoding.");
}

function sizeText(bytes: number): string {
  const megabytes = bytes / BODY_BYTES_MAX;
  return megabytes >= 1 ? `${megabytes} MB` : `${bytes / 1024} kB`;
}

/** Refuses a body that is of no type of an operation's stream. */
export function requireStreamType(
  request: HonoRequest,
  { media_type, also }: NonNullable<AnyOperation["stream"]>,
): void {
  requireMediaType(request, media_type, ...(also ? [also] : []));
}

/** Whether a value has more than `depth` levels of objects and arrays. */
export function isTooDeep(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1));
}

import {
  type AnswerEngine,
  type Asked,
  type Captured,
  EngineFailure,
  type EngineRequest,
  type HowAsked,
  type Refusal,
  type SearchAsked,
} from "#core/answer-engine.ts";
import { findRefused, leaveOut, readSearchAsked, readSentWith } from "./adapt-request.ts";
import { type AnswerParts, buildCaptured } from "./build-captured.ts";
import { askLater, type LaterShape, makeLater } from "./make-later.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, bearer, type RequestOptions, readOptions } from "./request-options.ts";
import { keepResolved } from "./resolve-redirect.ts";

/** What one wire shape has of its own: where it is asked, what is sent, and how its bodies are read. */
export type Wire = Pick<AnswerEngine, "wire" | "supports"> & {
  /** Stored with every answer next to the wire; raised when `read` reads the same body differently; 1 unless given. */
  version?: number;
  path: string | ((request: EngineRequest) => string);
  /** Identifies the caller to the server; a bearer key unless given. */
  headers?(request: EngineRequest): Record<string, string>;
  /** The question as this API takes it, before the target's own parameters; a GET without one. */
  body?(request: EngineRequest): Record<string, unknown>;
  /** Fields of its own that ask, or say of which page: the target's parameters do not change them. */
  question?: readonly string[];
  /** What the body says besides to have the web searched; left out where the target says `search: "off"`. */
  search?(request: EngineRequest, options: RequestOptions): Record<string, unknown>;
  /** How a page that always searches, or does so by itself, is asked to; else the body says it. */
  searches?: SearchAsked | undefined;
  /** What is sent in place of a field that was refused; a field without any is left out. */
  instead?: Record<string, unknown>;
  /** What is sent around the body, where it does not go alone. */
  wrap?(body: object): unknown;
  /** Throws `EngineFailure` on another shape and on a failure reported inside a good answer. */
  read(raw: unknown, wire: string): AnswerParts;
  /** The list of pages whose addresses are redirects to be resolved. */
  redirects?: "retrieved" | "cited";
  /** Where a first body only says how the rest is fetched: the path of that, and both as one body. */
  rest?: {
    path(raw: unknown, request: EngineRequest): string | null;
    join(raw: unknown, rest: unknown): unknown;
  };
  /** How its questions are handed over and fetched later. */
  later?: LaterShape;
};

// A refusal costs nothing, but a server that refuses whatever it is sent must come to an end.
const REFUSALS_MAX = 4;

/**
 * The engine of a wire shape: asks once, and reads the answer as it will be read again when stored. A refusal that names
 * a part of the request is answered by asking again without that part, since nothing was billed.
 */
export function makeEngine(
  provider: string,
  { wire, supports, version = 1, ...shape }: Wire,
): AnswerEngine {
  const parse = (raw: unknown, requested_model: string): Captured => {
    const { adapter_version = `${wire}@${version}`, ...parts } = shape.read(raw, wire);
    return buildCaptured(parts, { provider, requested_model, raw, adapter_version });
  };
  const ask = async (request: EngineRequest): Promise<Asked> => {
    const { sent, ...how } = await adapt(shape, request, async (body, timeout_seconds) => {
      const ends_at = performance.now() + timeout_seconds * 1000;
      const call = writeCall(shape, request, body);
      const raw = await requestJson({ ...request, timeout_seconds }, call);
      const path = shape.rest?.path(raw, request) ?? null;
      if (path === null) return settle(raw, request);
      const left_seconds = Math.max(0.001, (ends_at - performance.now()) / 1000);
      const timed = { ...request, timeout_seconds: left_seconds };
      try {
        const rest = await requestJson(timed, { path, headers: call.headers });
        return await settle(shape.rest?.join(raw, rest), request);
      } catch (error) {
        throw changed(error, ({ cost_usd = null }) => ({ cost_usd }));
      }
    });
    return { ...sent, ...how };
  };
  const settle = async (raw: unknown, request: EngineRequest): Promise<Captured> => {
    const captured = parse(raw, request.requested_model);
    if (!shape.redirects) return captured;
    const resolved = await keepResolved(raw, captured[shape.redirects], request);
    return resolved === raw ? captured : parse(resolved, request.requested_model);
  };
  const { later: given } = shape;
  const engine = { provider, wire, supports, parse };
  if (!given) return { ...engine, ask, later: () => null };
  const later = makeLater(given, {
    provider,
    read: settle,
    headers: (request) => shape.headers?.(request) ?? bearer(request.api_key),
    write: (request) => writeBody(shape, request, new Set(request.left_out)),
    adapt: (request, send) => adapt(shape, request, send),
  });
  const isLater = given.when ?? (() => true);
  return {
    ...engine,
    ask: given.when ? ask : (request) => askLater(later, request),
    later: (parameters) => (isLater(parameters) ? later : null),
  };
}

type Shape = Omit<Wire, "wire" | "supports">;

/** Sends a question until no part of it is refused that can be left out. */
async function adapt<Sent>(
  shape: Shape,
  request: EngineRequest,
  send: (body: Record<string, unknown> | undefined, timeout_seconds: number) => Promise<Sent>,
): Promise<{ sent: Sent; refusals: Refusal[] } & HowAsked> {
  const ends_at = performance.now() + request.timeout_seconds * 1000;
  const left_out = new Set(request.left_out);
  const refusals: Refusal[] = [];
  for (;;) {
    const { body, ...how } = writeBody(shape, request, left_out);
    const left_seconds = Math.max(0.001, (ends_at - performance.now()) / 1000);
    const timeout_seconds = refusals.length === 0 ? request.timeout_seconds : left_seconds;
    try {
      return { sent: await send(body, timeout_seconds), refusals, ...how };
    } catch (error) {
      const part = findRefused(error, body, request);
      if (part === null || left_out.has(part) || refusals.length >= REFUSALS_MAX)
        throw withRefusals(error, refusals);
      left_out.add(part);
      refusals.push({ part, said: (error as EngineFailure).message });
    }
  }
}

/** What went wrong once the rest had been accepted, with what had not; a server that refuses the rest, too, tells nothing. */
function withRefusals(error: unknown, refusals: readonly Refusal[]): unknown {
  if (!(error instanceof EngineFailure) || refusals.length === 0) return error;
  const isRefused = error.kind === "permanent" && (error.raw ?? error.cost_usd) === undefined;
  return isRefused ? error : changed(error, () => ({ refusals }));
}

function changed(
  error: unknown,
  details: (failure: EngineFailure) => Partial<EngineFailure>,
): unknown {
  if (!(error instanceof EngineFailure)) return error;
  const { kind, message, cause } = error;
  return new EngineFailure(kind, message, { ...error, cause, ...details(error) });
}

function writeCall({ path, headers, wrap }: Shape, request: EngineRequest, body?: object) {
  return {
    path: typeof path === "string" ? path : path(request),
    headers: headers?.(request) ?? bearer(request.api_key),
    body: body && wrap ? wrap(body) : body,
  };
}

function writeBody(
  { body, search, searches, question = [], instead = {} }: Shape,
  request: EngineRequest,
  left_out: ReadonlySet<string>,
): { body: Record<string, unknown> | undefined } & HowAsked {
  if (!body) {
    return { body, search_asked: searches ?? "off", asked_without: [], ...readSentWith({}) };
  }
  const options = readOptions(request);
  const searching = options.search === "off" ? {} : search?.(request, options);
  const asked = { ...body(request), ...searching };
  const whole = applyParameters(asked, request.parameters, question);
  const sent = leaveOut(whole, { left_out, instead }, request);
  const search_asked = searches ?? readSearchAsked(sent.body);
  return { body: sent.body, search_asked, asked_without: sent.without, ...readSentWith(sent.body) };
}

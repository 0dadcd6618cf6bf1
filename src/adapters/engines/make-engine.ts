import type { AnswerEngine, Captured, EngineRequest } from "#core/answer-engine.ts";
import { type AnswerParts, buildCaptured } from "./build-captured.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters, bearer, type RequestOptions, readOptions } from "./request-options.ts";
import { keepResolved } from "./resolve-redirect.ts";

/** What one wire shape has of its own: where it is asked, what is sent, and how its bodies are read. */
export type Wire = Pick<AnswerEngine, "wire" | "supports"> & {
  /** Stored with every answer beside the wire; raised when `read` reads the same body differently; 1 unless given. */
  version?: number;
  path: string | ((request: EngineRequest) => string);
  /** Tells the server who asks; a bearer key unless given. */
  headers?(request: EngineRequest): Record<string, string>;
  /** The question as this API takes it, before the target's own parameters; a GET without one. */
  body?(request: EngineRequest): Record<string, unknown>;
  /** What the body says besides to have the web searched; left out where the target says `search: "off"`. */
  search?(request: EngineRequest, options: RequestOptions): Record<string, unknown>;
  /** What is sent around the body, where it does not go alone. */
  wrap?(body: Record<string, unknown>): unknown;
  /** Throws `EngineFailure` on another shape and on a failure told inside a good answer. */
  read(raw: unknown, wire: string): AnswerParts;
  /** The list of pages whose addresses are redirects to be resolved. */
  redirects?: "retrieved" | "cited";
};

/** The engine of a wire shape: asks once, and reads the answer as it will be read again when stored. */
export function makeEngine(
  provider: string,
  { wire, supports, version = 1, ...shape }: Wire,
): AnswerEngine {
  const parse = (raw: unknown, requested_model: string): Captured => {
    const { adapter_version = `${wire}@${version}`, ...parts } = shape.read(raw, wire);
    return buildCaptured(parts, { provider, requested_model, raw, adapter_version });
  };
  const ask = async (request: EngineRequest): Promise<Captured> => {
    const raw = await requestJson(request, writeCall(shape, request));
    const captured = parse(raw, request.requested_model);
    if (!shape.redirects) return captured;
    const resolved = await keepResolved(raw, captured[shape.redirects], request);
    return resolved === raw ? captured : parse(resolved, request.requested_model);
  };
  return { provider, wire, supports, parse, ask };
}

function writeCall(
  { path, headers, ...shape }: Omit<Wire, "wire" | "supports">,
  request: EngineRequest,
) {
  return {
    path: typeof path === "string" ? path : path(request),
    headers: headers?.(request) ?? bearer(request.api_key),
    body: writeBody(shape, request),
  };
}

function writeBody(
  { body, search, wrap = (whole) => whole }: Pick<Wire, "body" | "search" | "wrap">,
  request: EngineRequest,
): unknown {
  if (!body) return undefined;
  const options = readOptions(request);
  const searching = options.search === "off" ? {} : search?.(request, options);
  return wrap(applyParameters({ ...body(request), ...searching }, request.parameters));
}

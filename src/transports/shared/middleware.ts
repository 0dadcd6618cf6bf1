import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler, Next } from "hono";
import { parseAddress } from "./client-address.ts";

/** What a caller may send as the id of a request: short, and nothing that breaks a line or a header. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** Does the work of a request; its id is in every line that is logged of it. */
export type Labelled = (request_id: string, work: () => Promise<void>) => Promise<void>;

/**
 * Believes X-Forwarded-For as far as `proxies` of ours have written it; what comes before that is
 * the caller's word, and so is what is no address.
 */
export function clientAddress(proxies: number): MiddlewareHandler {
  return async (c, next) => {
    const hops = (c.req.header("x-forwarded-for") ?? "").split(",");
    const address = proxies > 0 ? parseAddress(hops.at(-proxies) ?? "") : undefined;
    if (address) c.set("client_address", address);
    await next();
  };
}

/** Called for every request: its door, which is one of a few, its status, and the time to the head of its answer. */
export type CountRequest = (request: { door: string; status: number; seconds: number }) => void;

const DOORS = [
  ["/api/v1", "rest"],
  ["/api/mcp/oauth", "oauth"],
  ["/.well-known", "oauth"],
  ["/api/mcp", "mcp"],
  ["/app", "dashboard"],
  ["/healthz", "health"],
  ["/readyz", "health"],
] as const;

function doorOf(path: string): string {
  return DOORS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "pages";
}

/** Does the work of a request, which resolves with its status; `traceparent` says of what it is a part. */
export type TraceRequest = (
  request: { door: string; method: string; traceparent: string | undefined },
  work: () => Promise<number>,
) => Promise<void>;

/** What every request gets; a count or a trace only where they are wanted. */
export type Framing = {
  labelled: Labelled;
  count: CountRequest | undefined;
  trace: TraceRequest | undefined;
  base_url: string;
};

/**
 * Gives every request an id, the caller's `X-Request-Id` where it is well-formed, and every answer the same and what
 * browsers keep to; counts and traces requests by door, without addresses, as some are secrets. In one, because each part
 * that Hono runs around a request takes as long as what these do.
 */
export function frameRequests({ labelled, count, trace, base_url }: Framing): MiddlewareHandler {
  const isHttps = base_url.startsWith("https:");
  return async (c, next) => {
    const started = performance.now();
    const given = c.req.header("x-request-id") ?? "";
    const request_id = REQUEST_ID.test(given) ? given : randomUUID();
    await labelled(request_id, trace ? () => traceRequest(c, next, trace) : next);
    // Not c.header: on a finished answer that makes a new one, with a stream for a body.
    const { headers, status } = c.res;
    secure(headers, isHttps);
    headers.set("X-Request-Id", request_id);
    count?.({ door: doorOf(c.req.path), status, seconds: (performance.now() - started) / 1000 });
  };
}

async function traceRequest(c: Context, next: Next, trace: TraceRequest): Promise<void> {
  const { method, path } = c.req;
  const traceparent = c.req.header("traceparent");
  await trace({ door: doorOf(path), method, traceparent }, async () => {
    await next();
    return c.res.status;
  });
}

const YEAR_SECONDS = 31_536_000;

/** What browsers keep to in answers of any part; a page's own content policy stays. */
function secure(headers: Headers, isHttps: boolean): void {
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  set("X-Content-Type-Options", "nosniff");
  // "no-referrer" would make forms of our own pages carry `Origin: null`, which is refused.
  set("Referrer-Policy", "same-origin");
  set("X-Frame-Options", "DENY");
  set("Content-Security-Policy", "frame-ancestors 'none'");
  if (isHttps) set("Strict-Transport-Security", `max-age=${YEAR_SECONDS}`);
}

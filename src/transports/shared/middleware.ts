import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { parseAddress } from "./client-address.ts";

/** What a caller may send as the id of a request: short, and nothing that breaks a line or a header. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** Does the work of a request; its id is in every line that is logged of it. */
export type Labelled = (request_id: string, work: () => Promise<void>) => Promise<void>;

/** Gives every request an id, the caller's `X-Request-Id` where it is well-formed, and every answer the same. */
export function requestIds(labelled: Labelled): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header("x-request-id") ?? "";
    const request_id = REQUEST_ID.test(given) ? given : randomUUID();
    await labelled(request_id, next);
    c.res.headers.set("X-Request-Id", request_id);
  };
}

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

const YEAR_SECONDS = 31_536_000;

/** Headers of every answer, from any part; a page's own content policy stays. */
export function secureHeaders(base_url: string): MiddlewareHandler {
  const isHttps = base_url.startsWith("https:");
  return async (c, next) => {
    await next();
    // Not c.header: on a finished answer that makes a new one, with a stream for a body.
    const { headers } = c.res;
    const set = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value);
    };
    set("X-Content-Type-Options", "nosniff");
    // "no-referrer" would make forms of our own pages carry `Origin: null`, which is refused.
    set("Referrer-Policy", "same-origin");
    set("X-Frame-Options", "DENY");
    set("Content-Security-Policy", "frame-ancestors 'none'");
    if (isHttps) set("Strict-Transport-Security", `max-age=${YEAR_SECONDS}`);
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

/** Counts requests by door. */
export function countRequests(count: CountRequest): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const door = doorOf(c.req.path);
    count({ door, status: c.res.status, seconds: (performance.now() - started) / 1000 });
  };
}

/** Does the work of a request, which resolves with its status; `traceparent` says of what it is a part. */
export type TraceRequest = (
  request: { door: string; method: string; traceparent: string | undefined },
  work: () => Promise<number>,
) => Promise<void>;

/** Traces requests by door; addresses are left out, as some are secrets. */
export function traceRequests(trace: TraceRequest): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req;
    const traceparent = c.req.header("traceparent");
    await trace({ door: doorOf(path), method, traceparent }, async () => {
      await next();
      return c.res.status;
    });
  };
}

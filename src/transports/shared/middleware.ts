import type { MiddlewareHandler } from "hono";

/**
 * Believes X-Forwarded-For as far as `proxies` of ours have written it; what comes before that is
 * the caller's word.
 */
export function clientAddress(proxies: number): MiddlewareHandler {
  return async (c, next) => {
    const hops = (c.req.header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
    const address = proxies > 0 ? hops.at(-proxies) : undefined;
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

/** Counts requests by door. */
export function countRequests(count: CountRequest): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const { path } = c.req;
    const door = DOORS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "pages";
    count({ door, status: c.res.status, seconds: (performance.now() - started) / 1000 });
  };
}

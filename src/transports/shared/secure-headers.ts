import type { MiddlewareHandler } from "hono";

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

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

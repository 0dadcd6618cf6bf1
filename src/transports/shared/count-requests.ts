import type { MiddlewareHandler } from "hono";

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

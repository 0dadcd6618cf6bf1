import type { Context } from "hono";

/**
 * True for a request that a page of ours sent: by `Sec-Fetch-Site` where the browser says it, else by `Origin`.
 * One with neither is no browser's and is refused too.
 */
export function isSameOrigin(c: Context, base_url: string): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return c.req.header("origin") === new URL(base_url).origin;
}

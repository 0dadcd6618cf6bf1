import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

const MAX_AGE_SECONDS = 180 * 86_400;

function nameOf(base_url: string): string {
  return base_url.startsWith("https:") ? "__Host-device" : "device";
}

/** The secret by which a browser in which somebody signed in is known again; it lets nobody in. */
export function readDeviceCookie(c: Context, base_url: string): string | undefined {
  return getCookie(c, nameOf(base_url));
}

/** Hands a browser its secret, sent only with requests of our own pages. */
export function writeDeviceCookie(c: Context, base_url: string, secret: string): void {
  const secure = base_url.startsWith("https:");
  const attributes = { path: "/", httpOnly: true, sameSite: "Strict", secure } as const;
  setCookie(c, nameOf(base_url), secret, { ...attributes, maxAge: MAX_AGE_SECONDS });
}

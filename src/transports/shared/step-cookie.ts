import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

const MAX_AGE_SECONDS = 600;

function nameOf(base_url: string): string {
  return base_url.startsWith("https:") ? "__Host-step" : "step";
}

function attributes(base_url: string) {
  const secure = base_url.startsWith("https:");
  return { path: "/", httpOnly: true, sameSite: "Strict", secure } as const;
}

/** The secret of a sign-in that waits for its second factor; it opens nothing else. */
export function readStepCookie(c: Context, base_url: string): string | undefined {
  return getCookie(c, nameOf(base_url));
}

/** Hands it to the browser. */
export function writeStepCookie(c: Context, base_url: string, secret: string): void {
  setCookie(c, nameOf(base_url), secret, { ...attributes(base_url), maxAge: MAX_AGE_SECONDS });
}

/** Takes it away. */
export function clearStepCookie(c: Context, base_url: string): void {
  deleteCookie(c, nameOf(base_url), attributes(base_url));
}

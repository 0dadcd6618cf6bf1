import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

const MAX_AGE_SECONDS = 600;

function nameOf(base_url: string): string {
  return base_url.startsWith("https:") ? "__Host-sign-on" : "sign-on";
}

function attributes(base_url: string) {
  const secure = base_url.startsWith("https:");
  // Lax: the provider's page sends the browser back.
  return { path: "/", httpOnly: true, sameSite: "Lax", secure } as const;
}

/** The secret of a browser that is at a provider, and takes it away: it is good for one answer. */
export function takeSignOnCookie(c: Context, base_url: string): string | undefined {
  const secret = getCookie(c, nameOf(base_url));
  deleteCookie(c, nameOf(base_url), attributes(base_url));
  return secret;
}

/** Hands it to the browser. */
export function writeSignOnCookie(c: Context, base_url: string, secret: string): void {
  setCookie(c, nameOf(base_url), secret, { ...attributes(base_url), maxAge: MAX_AGE_SECONDS });
}

import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

/** A cookie with a secret that no script reads, bound to this host where https allows it. */
function secretCookie(
  name: string,
  { sameSite, maxAge }: { sameSite: "Lax" | "Strict"; maxAge: number },
) {
  const isSecure = (base_url: string) => base_url.startsWith("https:");
  const nameOf = (base_url: string) => (isSecure(base_url) ? `__Host-${name}` : name);
  const attributes = (base_url: string) =>
    ({ path: "/", httpOnly: true, sameSite, secure: isSecure(base_url) }) as const;
  return {
    read: (c: Context, base_url: string): string | undefined => getCookie(c, nameOf(base_url)),
    write(c: Context, base_url: string, secret: string): void {
      setCookie(c, nameOf(base_url), secret, { ...attributes(base_url), maxAge });
    },
    clear(c: Context, base_url: string): void {
      deleteCookie(c, nameOf(base_url), attributes(base_url));
    },
  };
}

const DAY_SECONDS = 86_400;

/** Of a session; Lax, because clients send users here from elsewhere. */
export const sessionCookie = secretCookie("sid", { sameSite: "Lax", maxAge: 30 * DAY_SECONDS });

/**
 * Of a browser in which somebody signed in, by which it is known again; it lets nobody in. Lax, because a provider's page
 * sends users back.
 */
export const deviceCookie = secretCookie("device", { sameSite: "Lax", maxAge: 180 * DAY_SECONDS });

/** Of a sign-in that waits for its second factor; it opens nothing else. */
export const stepCookie = secretCookie("step", { sameSite: "Strict", maxAge: 600 });

/** Of a browser that is at a provider; Lax, because the provider's page sends it back. */
export const signOnCookie = secretCookie("sign-on", { sameSite: "Lax", maxAge: 600 });

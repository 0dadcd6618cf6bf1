const LENGTH_MAX = 2_048;
const LOOPBACK = new Set(["localhost", "127.0.0.1"]);

/** A redirect URI that may be registered, parsed; undefined for any other text. https, or http on the two loopback names. */
export function parseRedirectUri(text: string): URL | undefined {
  // The parser forgives these silently, so that what we match and what a browser opens could differ.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (text.length > LENGTH_MAX || /[\u0000-\u0020\u007f-\u009f\\\s]/u.test(text)) return undefined;
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
  if (authority.includes("@") || authority.includes("%")) return undefined;
  if (url.username !== "" || url.password !== "" || url.hostname.endsWith(".")) return undefined;
  const isLoopback = LOOPBACK.has(url.hostname) && LOOPBACK.has(hostText(authority));
  return url.protocol === "https:" || isLoopback ? url : undefined;
}

/** The host as written: `http://2130706433` is 127.0.0.1 to the parser, and not to a person who reads the list. */
function hostText(authority: string): string {
  return authority.replace(/:\d*$/, "").toLowerCase();
}

/** True for a URI that leads back to the user's own machine, where any program may be listening (RFC 8252 7.3). */
export function isLoopbackUri(url: URL): boolean {
  return url.protocol === "http:" && LOOPBACK.has(url.hostname);
}

/**
 * True when `asked` may stand for `registered`: same scheme, host and path; query and fragment ignored. The port
 * counts for https only, because a native client listens on whichever is free (RFC 8252 7.3).
 */
export function matchesRedirectUri(registered: URL, asked: URL): boolean {
  return (
    registered.protocol === asked.protocol &&
    registered.hostname === asked.hostname &&
    registered.pathname === asked.pathname &&
    (isLoopbackUri(asked) || registered.port === asked.port)
  );
}

/** The address of an answer: `target` without fragment, `parameters` in place of any of the same names (RFC 6749 4.1.2). */
export function answerUri(target: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(target);
  url.hash = "";
  // Nothing of ours may be there twice, nor an `error` next to a `code`, whatever the client put into its query.
  for (const name of ["code", "state", "iss", "error", "error_description", "error_uri"]) {
    // Touching the query rewrites it; one that holds none of ours stays as it was sent.
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  }
  const ours = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const kept = url.search.slice(1);
  url.search = [...(kept === "" ? [] : [kept]), ...ours].join("&");
  return url.href;
}

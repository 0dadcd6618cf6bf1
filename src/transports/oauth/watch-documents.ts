import type { OAuthParts } from "./oauth-parts.ts";

/** For so long clients are not told to publish themselves after no host of documents answered, and one that did counts. */
const WAIT_MS = 3_600_000;
/** A host that does not answer may be one that somebody made up. */
const HOSTS_MIN = 2;

/**
 * The same parts, and whether clients are told that they may publish themselves: not in the hour after nothing out there
 * could be reached, as on a server without a way to the internet. They register then, and connect.
 */
export function watchDocuments(parts: OAuthParts): { parts: OAuthParts; isPromised(): boolean } {
  const { fetchDocument } = parts.policy;
  if (!fetchDocument) return { parts, isPromised: () => false };
  const isRecent = (at: number) => parts.base.now().getTime() - at <= WAIT_MS;
  let reached_at = Number.NEGATIVE_INFINITY;
  /** When each was asked, the last ones alone. */
  const silent = new Map<string, number>();
  const note = (host: string, isReached: boolean) => {
    const at = parts.base.now().getTime();
    if (isReached) {
      reached_at = at;
      silent.clear();
    } else if (!isRecent(reached_at)) {
      silent.delete(host);
      silent.set(host, at);
      const [oldest] = silent.keys();
      if (silent.size > HOSTS_MIN && oldest !== undefined) silent.delete(oldest);
    }
  };
  const watched = async (url: URL) => {
    const text = await fetchDocument(url);
    note(url.host, text !== undefined);
    return text;
  };
  return {
    parts: { ...parts, policy: { ...parts.policy, fetchDocument: watched } },
    isPromised: () => [...silent.values()].filter(isRecent).length < HOSTS_MIN,
  };
}

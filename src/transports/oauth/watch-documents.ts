import type { OAuthParts } from "./oauth-parts.ts";

/** For so long clients are not told to publish themselves after a document could not be read. */
const WAIT_MS = 3_600_000;

/**
 * The same parts, and whether clients are told that they may publish themselves: not in the hour after one could not be
 * read, as on a server without a way to the internet. They register then, and connect.
 */
export function watchDocuments(parts: OAuthParts): { parts: OAuthParts; isPromised(): boolean } {
  const { fetchDocument } = parts.policy;
  if (!fetchDocument) return { parts, isPromised: () => false };
  const now = () => parts.base.now().getTime();
  let failed_at = Number.NEGATIVE_INFINITY;
  const watched = async (url: URL) => {
    const text = await fetchDocument(url);
    failed_at = text === undefined ? now() : Number.NEGATIVE_INFINITY;
    return text;
  };
  return {
    parts: { ...parts, policy: { ...parts.policy, fetchDocument: watched } },
    isPromised: () => now() - failed_at > WAIT_MS,
  };
}

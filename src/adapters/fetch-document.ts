import { readUpTo, sendRequest } from "./send-request.ts";

const TIMEOUT_SECONDS = 5;
const BYTES_MAX = 16_384;

/**
 * The text of a small document at a public address; null when it is not answered whole and with 200, undefined when
 * nothing answers. Redirects are not followed.
 */
export async function fetchDocument(url: URL): Promise<string | null | undefined> {
  let nothing: null | undefined;
  try {
    const response = await sendRequest({
      ...{ url, method: "GET", headers: { accept: "application/json" }, reach: "public" },
      signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000),
    });
    nothing = null;
    const isFound = response.statusCode === 200;
    const body = isFound ? await readUpTo(response, BYTES_MAX) : null;
    response.destroy();
    return body?.toString("utf8") ?? null;
  } catch {
    return nothing;
  }
}

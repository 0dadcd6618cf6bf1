import type { Reach } from "#core/answer-engine.ts";
import { readUpTo, sendRequest } from "./send-request.ts";

const TIMEOUT_SECONDS = 10;
const BYTES_MAX = 1_048_576;

/**
 * A `fetch` for addresses that users give: within reach as looked up for the very connection, over https unless private
 * addresses are let in, 10 s and 1 MB at most, and no redirect is followed. Rejects like fetch for all else.
 */
export function makeFetch(reach: Reach): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== "https:" && reach === "public") {
      throw new TypeError(`${url.hostname} must be reached over https.`);
    }
    const timeout = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000);
    const response = await sendRequest({
      ...{ url, reach, method: init.method ?? "GET" },
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body == null ? undefined : String(init.body),
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
    });
    const body = await readUpTo(response, BYTES_MAX);
    if (!body) throw new TypeError(`${url.hostname} answered with more than ${BYTES_MAX} bytes.`);
    const { statusCode: status = 502, headers } = response;
    const hasBody = ![204, 205, 304].includes(status);
    const type = headers["content-type"];
    return new Response(hasBody ? body : null, {
      status,
      headers: type ? { "content-type": type } : {},
    });
  };
}

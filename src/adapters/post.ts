import type { Reach } from "#core/answer-engine.ts";
import type { Post } from "#core/ports.ts";
import { sendRequest } from "./send-request.ts";

const TIMEOUT_SECONDS = 15;
const ERROR_MAX = 300;

/** Posts to addresses that users gave, within reach; redirects are not followed and the answer's body is not read. */
export function makePost(reach: Reach): Post {
  return async ({ url, headers, body }) => {
    const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
    try {
      const response = await sendRequest({
        url: new URL(url),
        method: "POST",
        headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
        ...{ body, signal, reach },
      });
      response.destroy();
      return { status: response.statusCode ?? null, error: null };
    } catch (error) {
      const message = signal.aborted
        ? `No answer within ${TIMEOUT_SECONDS} s.`
        : (error as Error).message;
      return { status: null, error: message.slice(0, ERROR_MAX) };
    }
  };
}

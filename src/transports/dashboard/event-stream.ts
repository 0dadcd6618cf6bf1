import { ALLOWED_MS } from "#transports/shared/read-allowed.ts";

const HEARTBEAT_MS = 15_000;
const LIFE_MS = 3_600_000;
const RETRY_MS = 2_000;
/** Heartbeats that may wait for a reader that does not read. */
const UNREAD_MAX = 4;

type Send = (event: string, data: string) => void;
export type EventStreamParts = {
  /** Asked with every heartbeat, and before an event unless it just was; false, or no answer, ends the stream. */
  isAllowed(): Promise<boolean>;
  /** Begins to send; what it returns stops that. */
  subscribe(send: Send): () => void;
  onEnd(): void;
};
/** The body of an answer of type text/event-stream; `end` may be called at any time, more than once. */
export type EventStream = { body: ReadableStream<Uint8Array>; end(): void };

/**
 * A stream of server-sent events that are each the whole truth: a slow reader gets the latest of an event, not all
 * of them. Ends by itself after an hour (browsers come back), or when its reader is gone.
 */
export function openEventStream({ isAllowed, subscribe, onEnd }: EventStreamParts): EventStream {
  const encoder = new TextEncoder();
  const waiting = new Map<string, string>();
  let unread = 0;
  let ended = false;
  let stop = () => {};
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const flush = () => {
    for (const [event, text] of waiting) {
      if ((controller?.desiredSize ?? 0) <= 0) return;
      waiting.delete(event);
      controller?.enqueue(encoder.encode(text));
    }
    unread = 0;
  };
  const put = (event: string, text: string) => {
    if (ended) return;
    waiting.set(event, text);
    flush();
  };
  const end = () => {
    if (ended) return;
    ended = true;
    clearInterval(heart);
    clearTimeout(life);
    stop();
    onEnd();
    try {
      controller?.close();
    } catch {
      // The reader has gone already.
    }
  };
  let asked = performance.now();
  let answer = Promise.resolve(true);
  const tell = async (event: string, data: string) => {
    if (performance.now() - asked > ALLOWED_MS) {
      asked = performance.now();
      // One after the other, so that none is put after a later one.
      answer = answer.then((may) => may && isAllowed()).catch(() => false);
    }
    if (await answer) put(event, `event: ${event}\ndata: ${data}\n\n`);
    else end();
  };
  const beat = async () => {
    const may = await isAllowed().catch(() => false);
    if (!may || ++unread > UNREAD_MAX) return end();
    put("heartbeat", ": still here\n\n");
  };
  const heart = setInterval(beat, HEARTBEAT_MS).unref();
  const life = setTimeout(end, LIFE_MS).unref();
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      put("retry", `retry: ${RETRY_MS}\n\n`);
      stop = subscribe(tell);
    },
    pull: flush,
    cancel: end,
  });
  return { body, end };
}

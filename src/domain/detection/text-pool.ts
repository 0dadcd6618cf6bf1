import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { BrandRules } from "./brand-rules.ts";
import { NOT_STARTED, PREPARING, type TextReply, type TextTask } from "./text-task.ts";

const TEXTS_AT_ONCE = 25;
const CHARACTERS_AT_ONCE = 250_000;
const RULES_KNOWN = 8;
const LOOK_MS = 500;
/** Seen this often at the same text, 10 seconds: a text takes milliseconds, and one of 10 MB a second or two. */
const LOOKS_MAX = 20;
const HEAP_MB = 256;

/** What is wanted of texts; rules are known by their key. */
export type Wanted =
  | { kind: "detect"; key: string; rules: readonly BrandRules[] }
  | { kind: "candidates" };

/** What came of a text; one that is lost took too long, or its reading failed. */
export type TextResult = { result: unknown } | { lost: "time" | "failure" };

/** Threads that read texts. They start with the first text and keep no process alive that has nothing to read. */
export type TextPool = {
  /** A result per text, in their order; `lengths` in characters. A text that stands still or fails is lost alone. */
  read(
    wanted: Wanted,
    texts: readonly unknown[],
    lengths: readonly number[],
  ): Promise<TextResult[]>;
  /** Ends the threads; what is being read fails. The next text starts new ones. */
  close(): Promise<void>;
};

/** What became of a batch: all was read, or the text at a place was lost and the others are to be read again. */
type Outcome = { results: readonly unknown[] } | { lost: "time" | "failure"; at: number };
type Batch = { wanted: Wanted; texts: readonly unknown[]; done: PromiseWithResolvers<Outcome> };
type Thread = {
  worker: Worker;
  place: Int32Array;
  batch: Batch | null;
  /** Keys of the rules that it holds, the longest unused first. */
  keys: Set<string>;
  looked: { place: number; times: number };
  isStuck: boolean;
};

type Pool = {
  script: URL;
  size: number;
  look_ms: number;
  threads: Set<Thread>;
  waiting: Batch[];
  looking: NodeJS.Timeout | undefined;
};

/** A pool of one or two threads: beside requests and the database, more would only wait for each other. */
export function createTextPool({
  script = new URL("./text-worker.ts", import.meta.url),
  size = Math.max(1, Math.min(2, availableParallelism() - 1)),
  look_ms = LOOK_MS,
} = {}): TextPool {
  const threads = new Set<Thread>();
  const pool: Pool = { script, size, look_ms, threads, waiting: [], looking: undefined };
  const submit = (wanted: Wanted, texts: readonly unknown[]): Promise<Outcome> => {
    const batch: Batch = { wanted, texts, done: Promise.withResolvers<Outcome>() };
    pool.waiting.push(batch);
    give(pool);
    return batch.done.promise;
  };
  return {
    async read(wanted, texts, lengths) {
      const results = texts.map((): TextResult => ({ lost: "failure" }));
      const batches = splitTexts(lengths);
      const submitPlaces = (places: readonly number[]) =>
        submit(
          wanted,
          places.map((place) => texts[place]),
        );
      const work = async () => {
        for (let places = batches.shift(); places; places = batches.shift())
          await readBatch(places, submitPlaces, results);
      };
      await Promise.all(Array.from({ length: size }, work));
      return results;
    },
    async close() {
      for (const batch of pool.waiting.splice(0))
        batch.done.reject(new Error("Reading texts has ended."));
      await Promise.all([...threads].map((thread) => thread.worker.terminate()));
    },
  };
}

/** Gives waiting batches to threads that have none, and watches threads while one has. */
function give(pool: Pool): void {
  const { threads, waiting } = pool;
  for (let batch = waiting[0]; batch; batch = waiting[0]) {
    const idle = [...threads].find((thread) => thread.batch === null);
    const thread = idle ?? (threads.size < pool.size ? start(pool) : undefined);
    if (!thread) break;
    waiting.shift();
    assign(thread, batch);
  }
  pool.looking ??= setInterval(() => {
    for (const thread of threads) if (isStuck(thread)) void thread.worker.terminate();
  }, pool.look_ms).unref();
  if ([...threads].every((thread) => thread.batch === null)) {
    clearInterval(pool.looking);
    pool.looking = undefined;
  }
}

function start(pool: Pool): Thread {
  const thread = startThread(pool.script);
  pool.threads.add(thread);
  const end = (error: Error): void => {
    pool.threads.delete(thread);
    lose(thread, error);
    give(pool);
  };
  thread.worker.on("message", (reply: TextReply) => {
    const { batch } = thread;
    thread.batch = null;
    thread.worker.unref();
    batch?.done.resolve("failed" in reply ? { lost: "failure", at: reply.failed } : reply);
    give(pool);
  });
  thread.worker.on("error", (error) => end(error as Error));
  thread.worker.on("exit", () => end(new Error("The thread that reads texts ended.")));
  return thread;
}

function startThread(script: URL): Thread {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const place = new Int32Array(shared);
  Atomics.store(place, 0, NOT_STARTED);
  const worker = new Worker(script, {
    workerData: shared,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const looked = { place: NOT_STARTED, times: 0 };
  return { worker, place, batch: null, keys: new Set(), looked, isStuck: false };
}

function assign(thread: Thread, batch: Batch): void {
  thread.batch = batch;
  thread.looked.times = 0;
  thread.worker.ref();
  if (Atomics.load(thread.place, 0) !== NOT_STARTED) Atomics.store(thread.place, 0, PREPARING);
  const task: TextTask = { work: workOf(thread, batch.wanted), texts: batch.texts };
  thread.worker.postMessage(task);
}

/** Rules go along only where the thread does not hold them; it forgets the longest unused. */
function workOf({ keys }: Thread, wanted: Wanted): TextTask["work"] {
  if (wanted.kind === "candidates") return wanted;
  const { kind, key } = wanted;
  const isKnown = keys.delete(key);
  keys.add(key);
  const [oldest = null] = keys;
  const forget = keys.size > RULES_KNOWN ? oldest : null;
  if (forget !== null) keys.delete(forget);
  return { kind, key, rules: isKnown ? null : wanted.rules, forget };
}

/** Whether a thread stands at the same text for long. Looks are counted, so that a machine that slept is no reason. */
function isStuck(thread: Thread): boolean {
  const place = Atomics.load(thread.place, 0);
  const { looked } = thread;
  if (!thread.batch || place === NOT_STARTED || place !== looked.place) {
    thread.looked = { place, times: 0 };
    return false;
  }
  looked.times += 1;
  thread.isStuck ||= looked.times >= LOOKS_MAX;
  return thread.isStuck;
}

/** The batch of a thread that ended loses the text that was being read, unless the thread never began. */
function lose(thread: Thread, error: Error): void {
  const { batch } = thread;
  thread.batch = null;
  if (!batch) return;
  const at = Atomics.load(thread.place, 0);
  if (at === NOT_STARTED) batch.done.reject(error);
  else batch.done.resolve({ lost: thread.isStuck ? "time" : "failure", at });
}

/** Reads the texts at some places; after each loss the others again. */
async function readBatch(
  places: readonly number[],
  submit: (places: readonly number[]) => Promise<Outcome>,
  results: TextResult[],
): Promise<void> {
  let open = places;
  while (open.length > 0) {
    const outcome = await submit(open);
    if ("results" in outcome) {
      assert.equal(outcome.results.length, open.length, "a result per text");
      for (const [index, place] of open.entries())
        results[place] = { result: outcome.results[index] };
      return;
    }
    // While it prepared itself no text is to blame, and it would fail again: all are lost.
    const lost = outcome.at < 0 ? open : open.slice(outcome.at, outcome.at + 1);
    for (const place of lost) results[place] = { lost: outcome.lost };
    open = open.filter((place) => !lost.includes(place));
  }
}

/** Places of texts in batches that take some milliseconds each, so that a short one waits for no long list. */
function splitTexts(lengths: readonly number[]): number[][] {
  const batches: number[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const [place, length] of lengths.entries()) {
    const last = batches.at(-1);
    if (!last || last.length >= TEXTS_AT_ONCE || characters + length > CHARACTERS_AT_ONCE) {
      batches.push([place]);
      characters = length;
    } else {
      last.push(place);
      characters += length;
    }
  }
  return batches;
}

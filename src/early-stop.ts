import { constants } from "node:os";

/** What asks a process to end; a terminal that is closed does, too: Node ends then, whatever it was begun by. */
export const STOP_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** Who reads what is printed may have had enough, as head does, or its terminal be closed: what is to be done is done. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    });
  }
}

type Name = (typeof STOP_SIGNALS)[number];
/** Within this a signal is the same one: at a terminal npm passes on what the whole group is told. */
const SAME_MS = 1_000;

/**
 * Does work that ends, closing what it has opened, when a signal is told to it; the process ends then, as that signal ends
 * one. Another signal does not wait for that, and may leave the database to the next start.
 */
export async function untilSignal(work: (stopped: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  let first: { name: Name; at: number } | undefined;
  const stop = (name: Name) => {
    if (!first) {
      first = { name, at: performance.now() };
      stopping.abort(new Error(`stopped by ${name}`));
    } else if (performance.now() - first.at > SAME_MS) {
      console.error(
        "Ended at once. The embedded database may still run: the next start takes it over.",
      );
      process.exit(128 + constants.signals[first.name]);
    }
  };
  for (const name of STOP_SIGNALS) process.on(name, stop);
  try {
    await work(stopping.signal);
  } finally {
    for (const name of STOP_SIGNALS) process.off(name, stop);
    if (first) process.exit(128 + constants.signals[first.name]);
  }
}

/** What a promise brings, unless it is stopped before. */
export function unlessStopped<T>(stopped: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    stopped.addEventListener("abort", () => reject(stopped.reason), { once: true });
    work.then(resolve, reject);
  });
}

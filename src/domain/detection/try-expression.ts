import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Failure } from "#core/failure.ts";

/** Time for a thread to start, to compile an expression and to try it; most take some milliseconds. */
const TRY_MS = 2_000;
const TURN_MS = 10_000;
const HEAP_MB = 64;

// Nothing but a thread of its own will do: V8 compiles for seconds what it has seen twice, "\\p{L}" ten times in a row, and no time
// limit of `vm` ends that.
const TRY = `
  const { parentPort, workerData: { source, texts } } = require("node:worker_threads");
  const pattern = new RegExp(source, "giu");
  const isEmpty = (text) => [...text.matchAll(pattern)].some(([match]) => match === "");
  parentPort.postMessage(texts.some(isEmpty) ? "empty" : "matches");
`;

type Tried = "empty" | "matches" | "failed";

let turn: Promise<unknown> = Promise.resolve();

/**
 * Whether an expression matches nothing somewhere in short texts; "failed": it takes too long, or cannot be run. One at a time, so
 * that slow ones take no more than one processor; UNAVAILABLE for one whose turn does not come.
 */
export async function tryExpression(source: string, texts: readonly string[]): Promise<Tried> {
  const before = turn;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  turn = before.then(() => ended);
  const isTurn = await Promise.race([
    before.then(() => true),
    wait(TURN_MS, false, { ref: false }),
  ]);
  if (!isTurn) {
    end();
    throw new Failure("UNAVAILABLE", "Other expressions are being tried; try again in a minute.");
  }
  const data = {
    workerData: { source, texts },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  };
  const worker = new Worker(TRY, { eval: true, ...data });
  worker.once("exit", () => end());
  const tried = new Promise<Tried>((done) => {
    worker.once("message", done);
    worker.once("error", () => done("failed"));
    worker.once("exit", () => done("failed"));
  });
  const found = await Promise.race([tried, wait(TRY_MS, "failed" as const, { ref: false })]);
  // A thread that compiles ends when it has done so; nobody waits for it but the next expression.
  void worker.terminate();
  return found;
}

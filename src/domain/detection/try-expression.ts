import { spawn } from "node:child_process";
import { Failure } from "#core/failure.ts";
import { inTryTurn } from "./try-turns.ts";

/** Time for a process to start; most take a tenth of a second. */
const START_MS = 6_000;
/** Time to compile an expression and to try it; most take some milliseconds. */
const TRY_MS = 2_000;
const HEAP_MB = 64;

// Nothing but a process of its own will do: V8 compiles for seconds what it has seen twice, "\\p{L}" ten times in a row, and neither
// a time limit of `vm` nor the end of a thread ends that.
const TRY = `
  const { readFileSync, writeSync } = require("node:fs");
  const { source, texts } = JSON.parse(readFileSync(0, "utf8"));
  writeSync(1, "begun ");
  const pattern = new RegExp(source, "giu");
  const isEmpty = (text) => [...text.matchAll(pattern)].some(([match]) => match === "");
  writeSync(1, texts.some(isEmpty) ? "empty" : "matches");
`;

type Tried = "empty" | "matches" | "failed";

/**
 * Whether an expression matches nothing somewhere in short texts; "failed": it takes too long, or cannot be run. One at a time for
 * each asker; UNAVAILABLE for one whose turn does not come.
 */
export async function tryExpression(
  source: string,
  texts: readonly string[],
  asker = "",
): Promise<Tried> {
  const said = await inTryTurn(asker, () => runApart(JSON.stringify({ source, texts })));
  const [, found] = said.split(" ");
  if (found === undefined) throw new Failure("UNAVAILABLE", "Try again in a minute.");
  return found === "empty" || found === "matches" ? found : "failed";
}

/** What the process says until it ends or is ended. */
async function runApart(tried: string): Promise<string> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, "-e", TRY], {
    env: {},
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  // At the limit of open files it has no streams, and says so a moment later.
  child.once("error", () => end());
  const stop = () => void child.kill("SIGKILL");
  let [said, limit] = ["", setTimeout(stop, START_MS)];
  child.stdout?.on("data", (part) => {
    if (said === "") {
      clearTimeout(limit);
      limit = setTimeout(stop, TRY_MS);
    }
    said += String(part);
  });
  // One that ends early reads nothing.
  child.stdin?.on("error", () => undefined).end(tried);
  child.once("close", () => end());
  process.once("exit", stop);
  await ended;
  clearTimeout(limit);
  process.off("exit", stop);
  return said;
}

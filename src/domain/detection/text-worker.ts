import assert from "node:assert/strict";
import { parentPort, workerData } from "node:worker_threads";
import {
  type AnswerToRead,
  type Compiled,
  compileRules,
  detectInAnswers,
} from "./detect-answer.ts";
import { candidatesOf } from "./find-candidates.ts";
import { PREPARING, type TextReply, type TextTask } from "./text-task.ts";

// Where the pool sees which text is being read.
const place = new Int32Array(workerData as SharedArrayBuffer);
const known = new Map<string, Compiled>();

function setPlace(index: number): void {
  Atomics.store(place, 0, index);
}

function readTexts({ work, texts }: TextTask): unknown[] {
  if (work.kind === "candidates") {
    return texts.map((text, index) => {
      setPlace(index);
      const { answer, removed_spans } = text as AnswerToRead;
      return candidatesOf(answer, removed_spans);
    });
  }
  if (work.forget !== null) known.delete(work.forget);
  if (work.rules) known.set(work.key, compileRules(work.rules));
  const compiled = known.get(work.key);
  assert(compiled, "rules that the pool takes for known are known");
  return detectInAnswers(compiled, texts as AnswerToRead[], setPlace);
}

function replyTo(task: TextTask): TextReply {
  try {
    return { results: readTexts(task) };
  } catch (error) {
    process.stderr.write(`Reading a text failed: ${(error as Error).stack}\n`);
    return { failed: Atomics.load(place, 0) };
  }
}

setPlace(PREPARING);
parentPort?.on("message", (task: TextTask) => parentPort?.postMessage(replyTo(task)));

import assert from "node:assert/strict";
import { Worker } from "node:worker_threads";
import { check } from "recheck";
import type { BrandRules } from "./brand-rules.ts";
import type { BrandHit } from "./merge-hits.ts";
import type { RegexAnswer, RegexJob } from "./regex-worker.ts";

/** Longest expression that a brand may have, in characters. */
export const REGEX_LENGTH_LIMIT = 500;
/** Time that the expressions of a project may take over one answer. */
export const REGEX_TIMEOUT_MILLISECONDS = 50;

const CHECK_TIMEOUT_MILLISECONDS = 5_000;
const PROBES = ["", "a", "Acme 1 - acme.com", "中文 текст"];

export type RegexCheck = { ok: true } | { ok: false; reason: string };

/** Occurrences per text and the expressions that ran out of time (they yield nothing there). */
export type RegexRun = {
  hits: BrandHit[][];
  timed_out: { brand_id: number; text_index: number }[];
};

/** Runs brands' expressions in a worker; `close` ends it. Without expressions none is started. */
export type RegexRunner = {
  run: (brands: readonly BrandRules[], texts: readonly string[]) => Promise<RegexRun>;
  close: () => Promise<void>;
};

/**
 * Whether a brand's expression may be saved: JavaScript syntax with the flags `giu`, at most 500
 * characters, never matching nothing, and linear on every input as `recheck` judges it.
 */
export async function checkRegex(source: string): Promise<RegexCheck> {
  if (source.trim() === "") return refuse("The expression is empty.");
  if (source.length > REGEX_LENGTH_LIMIT) {
    return refuse(`The expression is longer than ${REGEX_LENGTH_LIMIT} characters.`);
  }
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, "giu");
  } catch (error) {
    return refuse(`The expression is not valid: ${(error as Error).message}.`);
  }
  // Judged before it is tried: the probes would hang on a bad one.
  // `recheck` does not read "(?-i:" yet; the group without its modifier is as hard.
  const judged = source.replace(/\(\?[ims]*(?:-[ims]+)?:/g, "(?:");
  const { status } = await check(judged, "giu", { timeout: CHECK_TIMEOUT_MILLISECONDS });
  if (status === "vulnerable") {
    return refuse("The expression can take exponential or polynomial time on some texts.");
  }
  if (status !== "safe") return refuse("The expression is too complex to be proved safe.");
  for (const probe of PROBES) {
    for (const match of probe.matchAll(pattern)) {
      if (match[0] === "") return refuse("The expression matches the empty text.");
    }
  }
  return { ok: true };
}

function refuse(reason: string): RegexCheck {
  return { ok: false, reason };
}

/** A runner over one worker thread, started at the first use and kept out of the way of exit. */
export function createRegexRunner(
  timeout_milliseconds: number = REGEX_TIMEOUT_MILLISECONDS,
): RegexRunner {
  let worker: Worker | null = null;
  let next_id = 1;
  const waiting = new Map<number, PromiseWithResolvers<RegexAnswer>>();
  const fail = (error: Error): void => {
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
    worker = null;
  };
  const start = (): Worker => {
    const started = new Worker(new URL("./regex-worker.ts", import.meta.url));
    started.on("message", (answer: RegexAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
      if (waiting.size === 0) started.unref();
    });
    started.on("error", fail);
    started.on("exit", () => worker === started && fail(new Error("The regex worker ended.")));
    return started;
  };
  const run: RegexRunner["run"] = async (brands, texts) => {
    const regexes = brands.flatMap(({ brand_id, regex }) =>
      regex === null ? [] : [{ brand_id, source: regex }],
    );
    if (regexes.length === 0 || texts.length === 0) {
      return { hits: texts.map(() => []), timed_out: [] };
    }
    worker ??= start();
    worker.ref();
    const id = next_id;
    next_id += 1;
    const answer = Promise.withResolvers<RegexAnswer>();
    waiting.set(id, answer);
    const job: RegexJob = { id, regexes, texts: [...texts], timeout_milliseconds };
    worker.postMessage(job);
    const { hits, timed_out } = await answer.promise;
    return { hits: hits.map(unflatten), timed_out };
  };
  const close = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  return { run, close };
}

function unflatten(flat: readonly number[]): BrandHit[] {
  assert.equal(flat.length % 3, 0, "a hit is three numbers");
  const hits: BrandHit[] = [];
  for (let k = 0; k < flat.length; k += 3) {
    hits.push({ brand_id: flat[k] ?? 0, start: flat[k + 1] ?? 0, end: flat[k + 2] ?? 0 });
  }
  return hits;
}

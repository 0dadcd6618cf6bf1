import vm from "node:vm";
import { parentPort } from "node:worker_threads";

export type RegexJob = {
  id: number;
  regexes: { brand_id: number; source: string }[];
  texts: string[];
  timeout_milliseconds: number;
};
export type RegexAnswer = {
  id: number;
  /** Per text: brand id, start and end of every occurrence, flat. */
  hits: number[][];
  /** Brands whose expression ran out of time, with the index of the text. */
  timed_out: { brand_id: number; text_index: number }[];
};

const HIT_LIMIT = 1_000;
const BATCH = 32;

const RUN = `
  const out = [];
  for (const text of texts) {
    const hits = [];
    for (const { brand_id, pattern } of patterns) {
      let count = 0;
      pattern.lastIndex = 0;
      for (let m = pattern.exec(text); m; m = pattern.exec(text)) {
        if (m[0] === "") { pattern.lastIndex += 1; continue; }
        hits.push(brand_id, m.index, m.index + m[0].length);
        if (++count >= hit_limit) break;
      }
    }
    out.push(hits);
  }
  out;
`;
const script = new vm.Script(RUN.replace("const out", "var out").replaceAll("\n  ", "\n"));

type Pattern = { brand_id: number; pattern: RegExp };

function run(texts: string[], patterns: Pattern[], timeout: number): number[][] | null {
  // The context holds data only: no process, no require, nothing of ours to reach.
  const context = vm.createContext({ texts, patterns, hit_limit: HIT_LIMIT, out: [] });
  try {
    return script.runInContext(context, { timeout }) as number[][];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  }
}

function runOne(text: string, patterns: Pattern[], job: RegexJob): [number[], number[]] {
  const timeout = job.timeout_milliseconds;
  const together = run([text], patterns, timeout);
  if (together) return [together[0] ?? [], []];
  const hits: number[] = [];
  const late: number[] = [];
  for (const pattern of patterns) {
    const alone = run([text], [pattern], timeout);
    if (alone) hits.push(...(alone[0] ?? []));
    else late.push(pattern.brand_id);
  }
  return [hits, late];
}

function answer(job: RegexJob): RegexAnswer {
  const patterns = job.regexes.map(({ brand_id, source }) => ({
    brand_id,
    pattern: new RegExp(source, "giu"),
  }));
  const result: RegexAnswer = { id: job.id, hits: [], timed_out: [] };
  for (let from = 0; from < job.texts.length; from += BATCH) {
    const texts = job.texts.slice(from, from + BATCH);
    // One watchdog for a batch; only when it bites is each text (then each pattern) run alone.
    const together = run(texts, patterns, job.timeout_milliseconds);
    if (together) {
      result.hits.push(...together);
      continue;
    }
    for (const [index, text] of texts.entries()) {
      const [hits, late] = runOne(text, patterns, job);
      result.hits.push(hits);
      for (const brand_id of late) result.timed_out.push({ brand_id, text_index: from + index });
    }
  }
  return result;
}

parentPort?.on("message", (job: RegexJob) => parentPort?.postMessage(answer(job)));

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One captured answer of the public data set that the benchmarks read. */
export type RealAnswer = {
  query_id: string;
  model: string;
  run: number;
  response: string;
  products_mentioned: { name: string; brand: string | null }[];
  sources: { url: string; title?: string }[];
};

const RUNS = ["chatgpt-run-1", "chatgpt-run-2", "google_ai_mode-run-1", "google_ai_mode-run-2"];
const EXTRA_RUNS = ["chatgpt-run-3", "google_ai_mode-run-3"];

/** Reads one JSON Lines file. */
export function readLines<Row>(path: string): Row[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Row);
}

/** All answers in the folder; runs that are not there are left out. */
export function readAnswers(folder: string): RealAnswer[] {
  return [...RUNS, ...EXTRA_RUNS].flatMap((name) => {
    try {
      return readLines<RealAnswer>(join(folder, `${name}.jsonl`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  });
}

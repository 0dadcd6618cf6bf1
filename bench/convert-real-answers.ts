import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RealAnswer } from "./real-data.ts";
import { readAnswers, readLines } from "./real-data.ts";

type QuerySet = { variations: { text: string }[] };

const FIRST_QUERY = 2219;
const CAPTURED_ON = ["2025-05-24", "2025-05-25", "2025-05-26"];

/**
 * Answers in the import format, one JSON line each. The queries' wordings, set by set, are
 * numbered from query-2219; each run is put on a day of its own, because the data set gives none.
 */
export function* toImportLines(
  answers: readonly RealAnswer[],
  queries: readonly QuerySet[],
): Generator<string> {
  const prompts = queries.flatMap((set) => set.variations.map(({ text }) => text));
  for (const answer of answers) {
    const number = Number(answer.query_id.replace("query-", ""));
    const prompt = prompts[number - FIRST_QUERY];
    if (prompt === undefined) throw new Error(`${answer.query_id} has no wording.`);
    const day = CAPTURED_ON[(answer.run - 1) % CAPTURED_ON.length] ?? "2025-05-24";
    const sources = answer.sources ?? [];
    yield JSON.stringify({
      external_id: `${answer.model}/${answer.query_id}/${answer.run}`,
      captured_at: `${day}T09:00:00Z`,
      prompt,
      country_code: "US",
      model: answer.model,
      surface: "import",
      answer: answer.response,
      sources: sources.map(({ url, title }) => ({
        url,
        ...(title ? { title } : {}),
        cited: true,
        retrieved: true,
      })),
      search_queries: [],
    });
  }
}

if (import.meta.main) {
  const [folder, output] = process.argv.slice(2);
  if (!folder || !output) {
    console.error("usage: node bench/convert-real-answers.ts FOLDER OUTPUT.jsonl");
    process.exit(2);
  }
  const queries = readLines<QuerySet>(join(folder, "queries.jsonl"));
  const lines = [...toImportLines(readAnswers(folder), queries)];
  writeFileSync(output, `${lines.join("\n")}\n`);
  console.log(`${lines.length} answers written to ${output}`);
}

import { createInterface } from "node:readline";
import { EarshotError, makeClient } from "../src/client.ts";

// Sends answers from standard input, one JSON object a line, as they come: node import.ts < answers.jsonl
const { EARSHOT_URL = "http://localhost:8787", EARSHOT_KEY = "" } = process.env;
const earshot = makeClient({ url: EARSHOT_URL, key: EARSHOT_KEY });

async function* readAnswers(): AsyncGenerator<object> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== "") yield JSON.parse(line);
  }
}

try {
  for await (const { imported, unchanged, failed } of earshot.importAnswers(readAnswers())) {
    process.stdout.write(`${imported} imported, ${unchanged} there already\n`);
    for (const { line, message } of failed) process.stderr.write(`line ${line}: ${message}\n`);
  }
} catch (error) {
  if (!(error instanceof EarshotError)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = 1;
}

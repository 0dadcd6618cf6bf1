import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";

/** The text of a CSV file that a page saves, behind the mark that spreadsheets know UTF-8 by. */
export async function readSavedCsv(saving: Download | Promise<Download>): Promise<string> {
  const text = await readFile(await (await saving).path(), "utf8");
  assert.equal(text[0], "\uFEFF");
  return text.slice(1);
}

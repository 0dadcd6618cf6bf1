import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { writeOut } from "./write-out.ts";

async function* rows() {
  yield "a row\n";
}

test("what a killed export left is named with what to do, kept until then, and in nobody's way after", async () => {
  const folder = await mkdtemp(join(tmpdir(), "earshot-out-"));
  const out = join(folder, "answers.csv");
  await writeFile(`${out}.part`, "half a r");
  await assert.rejects(writeOut(rows(), out), {
    code: "CONFLICT",
    message: `${out}.part is there: another export writes it, or one broke off. Delete it if no other export is running.`,
  });
  assert.equal(await readFile(`${out}.part`, "utf8"), "half a r");
  await rm(`${out}.part`);
  await writeOut(rows(), out);
  assert.equal(await readFile(out, "utf8"), "a row\n");
  await rm(folder, { recursive: true });
});

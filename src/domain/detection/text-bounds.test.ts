import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { BrandRules } from "./brand-rules.ts";
import { cleanAnswer } from "./clean-answer.ts";
import { createDetector, detectAnswers, findCandidates } from "./detect-answers.ts";
import { newEffort } from "./effort.ts";
import { compileBrands, findNames } from "./match-brands.ts";
import { createTextPool } from "./text-pool.ts";

function brand(brand_id: number, name: string, alias: string): BrandRules {
  const aliases = [{ text: alias, case_sensitive: false }];
  return { brand_id, name, aliases, domains: [], regex: null, exclude_phrases: [] };
}

/** A thread that stands still at "stuck", fails at "bad" and echoes everything else. */
const SCRIPT = `
import { parentPort, workerData } from "node:worker_threads";
const place = new Int32Array(workerData);
Atomics.store(place, 0, -1);
parentPort.on("message", ({ texts }) => {
  for (const [index, text] of texts.entries()) {
    Atomics.store(place, 0, index);
    if (text === "bad") return parentPort.postMessage({ failed: index });
    while (text === "stuck");
  }
  parentPort.postMessage({ results: texts });
});`;
const pool = createTextPool({
  script: new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`),
  size: 1,
  look_ms: 25,
});
after(() => pool.close());

test("a text that stands still or fails is lost alone, and the next are read by a new thread", async () => {
  const read = (texts: string[]) =>
    pool.read(
      { kind: "candidates" },
      texts,
      texts.map(({ length }) => length),
    );
  assert.deepEqual(await read(["a", "stuck", "b", "bad", "c", "stuck"]), [
    { result: "a" },
    { lost: "time" },
    { result: "b" },
    { lost: "failure" },
    { result: "c" },
    { lost: "time" },
  ]);
  assert.deepEqual(await read(["d"]), [{ result: "d" }]);
});

/** What looking for names in a text takes, counted. */
function triesFor(brands: readonly BrandRules[], text: string): number {
  const effort = newEffort();
  const before = effort.tries;
  findNames(compileBrands(brands), cleanAnswer(text).text, effort);
  return before - effort.tries;
}

test("500 brands that share an alias take what one takes", () => {
  const brands = Array.from({ length: 500 }, (_, index) =>
    brand(index + 1, `Nobody ${index}`, "go"),
  );
  const text = "Go, I am not sure. ".repeat(1_000);
  assert.equal(triesFor(brands, text), triesFor(brands.slice(0, 1), text));
});

test("what looking for names takes grows with the text, line breaks or none", () => {
  for (const piece of ["Go is not bad, ", "Go\n", "- ", "|Go", "[", "Acme ", "not ", "."]) {
    const brands = [brand(1, "Acme Cloud", "go")];
    const small = triesFor(brands, piece.repeat(500));
    const large = triesFor(brands, piece.repeat(4_000));
    assert.ok(large <= small * 8 + 8, `${piece}: ${small} to ${large}`);
  }
});

test("10,000 names in one line of 500 kB are all counted, for 500 brands at once", async () => {
  const brands = Array.from({ length: 500 }, (_, index) =>
    brand(index + 1, `Nobody ${index}`, "zz"),
  );
  const line = "I am not sure that zz is quite what people mean. ".repeat(10_000);
  const [found] = await detectAnswers(createDetector(brands), [{ answer: line }]);
  assert.equal(found?.cut, null);
  assert.equal(found?.mentions.length, 500);
  assert.ok(found?.mentions.every((mention) => mention.mention_count === 10_000));
});

test("an answer with too many names keeps what was found and says that it is not all", async () => {
  const detector = createDetector([brand(1, "Acme", "go")]);
  const answers = [{ answer: "Go ".repeat(160_000) }, { answer: "Go." }];
  const [many, one] = await detectAnswers(detector, answers);
  assert.equal(many?.cut, "effort");
  assert.equal(many?.mentions[0]?.mention_count, 20_000);
  assert.deepEqual([one?.cut, one?.mentions[0]?.mention_count], [null, 1]);
});

test("an answer of nothing but line breaks has its candidates found, too", async () => {
  const [blank, words] = await findCandidates([
    { answer: "\n".repeat(490_000) },
    { answer: "Acme is fine." },
  ]);
  assert.deepEqual(blank?.candidates, []);
  assert.equal(words?.candidates[0]?.name, "Acme");
});

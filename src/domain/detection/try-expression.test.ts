import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { tryExpression } from "./try-expression.ts";

// V8 compiles it for some eight seconds of the processor's time.
const SLOW = String.raw`(?:[^\p{L}x]|\p{N}y)`.repeat(24);
const TEXTS = ["中文", "Acme и текст"];

test("who tries slow expressions holds back nobody else, and itself no longer than they are tried", async () => {
  const seen: string[] = [];
  const asked = ["slow", "slow", "acme"].map(async (source) => {
    const tried = await tryExpression(source === "slow" ? SLOW : source, TEXTS, "one");
    seen.push(`${source} ${tried}`);
  });
  const other = tryExpression("acme", TEXTS, "other").then((tried) => seen.push(`other ${tried}`));
  await Promise.all([...asked, other]);
  assert.deepEqual(seen, ["other matches", "slow failed", "slow failed", "acme matches"]);
});

test("a process that stops does not wait for an expression that is being tried", async () => {
  const file = JSON.stringify(new URL("./try-expression.ts", import.meta.url).href);
  const script = `
    import { tryExpression } from ${file};
    void tryExpression(...${JSON.stringify([SLOW, TEXTS])});
    setTimeout(() => { console.log("stops"); process.exit(3); }, 1_500);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  await once(child.stdout, "data");
  const stopping = performance.now();
  // Its output closes when the process that tries has ended, too.
  assert.deepEqual(await closed, [3, null]);
  assert.ok(performance.now() - stopping < 5_000);
});

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";

/** What a process at a terminal writes to standard error, and how it ends. */
async function atTerminal(work: string): Promise<{ code: unknown; written: string }> {
  const url = new URL("./progress.ts", import.meta.url).href;
  const script = `
    import { makeProgress } from ${JSON.stringify(url)};
    process.stderr.isTTY = true;
    const progress = makeProgress("demo", 10, "days");
    ${work}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "inherit", "pipe"],
    timeout: 60_000,
  });
  const [written, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, written };
}

test("a bar that nothing was told to neither shows nor holds the process", async () => {
  assert.deepEqual(await atTerminal(""), { code: 0, written: "" });
});

test("a process that ends amid its work gives the terminal its cursor and its lines back", async () => {
  const { code, written } = await atTerminal("progress.update(3); process.exit(130);");
  assert.equal(code, 130);
  for (const mode of ["?25", "?7"]) {
    const [off, on] = [written.lastIndexOf(`\x1b[${mode}l`), written.lastIndexOf(`\x1b[${mode}h`)];
    assert.ok(off >= 0 && on > off, JSON.stringify(written));
  }
});

import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { listTests } from "../kit/test-files.ts";

test("a test of ours is run wherever it lies, and none of a package, also after `npm run outside`", async () => {
  const folder = await mkdtemp(join(tmpdir(), "earshot-test-files-"));
  after(() => rm(folder, { recursive: true, force: true }));
  const ours = ["src/core/a.test.ts", "test/laws/c.test.ts", "web/charts/b.test.ts"];
  const browser = ["test/e2e/d.test.ts"];
  const foreign = [
    "node_modules/zod/src/e.test.ts",
    "test/outside/node_modules/zod/f.test.ts",
    "test/outside/mcp/node_modules/zod/g.test.ts",
    "test/e2e/node_modules/zod/h.test.ts",
    "src/domain/node_modules/zod/i.test.ts",
  ];
  for (const file of [...ours, ...browser, ...foreign]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), "");
  }
  assert.deepEqual(listTests(folder), { browser, others: ours });
});

test("no test of this repository is left out", () => {
  const { browser, others } = listTests(".");
  const all = globSync("*/**/*.test.{ts,tsx}", {
    exclude: (path) => path.includes("node_modules"),
  });
  assert.ok(all.length > 100);
  assert.deepEqual(
    all.filter((file) => !browser.includes(file) && !others.includes(file)),
    [],
  );
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { ALONE, groupTests, listTests, writeGroup } from "../kit/test-files.ts";

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

test("each file is in one process, also where several share one", () => {
  const { browser, others } = listTests(".");
  const groups = groupTests([...browser, ...others]);
  assert.deepEqual(groups.flat().sort(), [...browser, ...others].sort());
  assert.ok(groups.some((group) => group.length > 10));
  const shared = groups.filter((group) => group.length > 1).flat();
  const takesAll =
    /\b(workOnce|claimTask|drain(?=\()|planCaptures|sweepWebhooks|SWEEP_\w+|startServer|startProcess)\b/;
  assert.deepEqual(
    shared.filter((file) => takesAll.test(readFileSync(file, "utf8"))),
    [],
    "what takes or sweeps the rows of every tenant has a database of its own",
  );
  for (const pattern of ALONE) assert.ok(globSync(pattern).length > 0, pattern);
});

test("files that share a process are read before the first test runs, and a failure in any is told", async () => {
  const folder = await mkdtemp(join(tmpdir(), "earshot-test-group-"));
  after(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), `import { test } from "node:test";${text}`);
    return join(folder, name);
  };
  const first = await write(
    "a.mjs",
    `test("a", () => { if (!globalThis.isRead) throw new Error("too early"); });`,
  );
  const second = await write(
    "b.mjs",
    `await new Promise(setImmediate); globalThis.isRead = true;
     test("b", () => { throw new Error("as it should"); });`,
  );
  const path = writeGroup(folder, "group", [first, second]);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const ran = spawnSync(process.execPath, ["--test", "--test-reporter=tap", path], { env });
  const told = String(ran.stdout).match(/^(not )?ok .*$/gm);
  assert.deepEqual([ran.status, told], [1, ["ok 1 - a", "not ok 2 - b"]]);
});

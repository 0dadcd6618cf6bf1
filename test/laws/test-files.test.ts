import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob } from "node:path";
import { after, test } from "node:test";
import { ALONE, APART, groupTests, LONGEST, listTests, writeGroup } from "../kit/test-files.ts";

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
    exclude: (path) => path.includes("node_modules") || path === "out",
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
  const isApart = (file: string) => APART.some((pattern) => matchesGlob(file, pattern));
  const shared = groups
    .filter((group) => group.length > 1)
    .flatMap((group) => group.filter((file) => !isApart(file)));
  const takesAll =
    /\b(workOnce|claimTask|drain(?=\()|planCaptures|sweepWebhooks|SWEEP_\w+|startServer|startProcess)\b/;
  assert.deepEqual(
    shared.filter((file) => takesAll.test(readFileSync(file, "utf8"))),
    [],
    "what takes or sweeps the rows of every tenant has a database of its own",
  );
  for (const pattern of [...APART, ...ALONE, ...LONGEST])
    assert.ok(globSync(pattern).length > 0, pattern);
});

/** Runs files of these texts in one process; its status and what of its output fits a pattern. */
async function runGroup(texts: string[], wanted: RegExp, isApart?: (file: string) => boolean) {
  const folder = await mkdtemp(join(tmpdir(), "earshot-test-group-"));
  after(() => rm(folder, { recursive: true, force: true }));
  const files = texts.map((_, n) => join(folder, `${n}.mjs`));
  for (const [n, file] of files.entries())
    await writeFile(file, `import { test } from "node:test";${texts[n]}`);
  const path = writeGroup(folder, "group", files, isApart);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = ["--test", "--test-reporter=tap", path];
  const ran = spawnSync(process.execPath, words, { env, timeout: 60_000 });
  return { status: ran.status, told: String(ran.stdout).match(wanted) };
}

test("files that share a process are read before the first test runs, and a failure in any is told", async () => {
  const texts = [
    `test("a", () => { if (!globalThis.isRead) throw new Error("too early"); });`,
    `await new Promise(setImmediate); globalThis.isRead = true;
     test("b", () => { throw new Error("as it should"); });`,
  ];
  assert.deepEqual(await runGroup(texts, /^(not )?ok .*$/gm), {
    status: 1,
    told: ["ok 1 - a", "not ok 2 - b"],
  });
});

test("of files that share a process, one that cannot be read fails them all at once, whatever is left open", async () => {
  const open = `import { after } from "node:test"; const timer = setInterval(() => {}, 1_000);
    after(() => clearInterval(timer));`;
  const texts = [`${open} test("a", () => {});`, `throw new Error("as it should");`];
  assert.deepEqual(await runGroup(texts, /^not ok .*$|^ +error: .*as it should.*$/gm), {
    status: 1,
    told: ["not ok 1 - a", "  error: 'as it should'"],
  });
});

test("of files that share a process, one that is read apart has a database of its own, also in its tests", async () => {
  const kit = import.meta.resolve("../kit/test-database.ts");
  const text = `
    const { openTestDatabase } = await import("${kit}");
    const open = async () => (await openTestDatabase()).options.database;
    const read = await open();
    test("a", async () => console.log(\`<\${read} \${await open()}>\`));`;
  const apart = /[12]\.mjs$/;
  const { status, told } = await runGroup(Array(4).fill(text), /(?<=<)test_.*(?=>)/g, (file) =>
    apart.test(file),
  );
  assert.equal(status, 0);
  const pairs = (told ?? []).map((one) => one.split(" "));
  for (const [read, asked] of pairs) assert.equal(asked, read);
  const [first, second, third, fourth] = pairs.map(([read]) => read);
  assert.equal(fourth, first);
  assert.equal(new Set([first, second, third]).size, 3);
});

test("a test that hangs fails by its name and the next one runs; a process that never ends says what holds it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "earshot-test-hangs-"));
  after(() => rm(folder, { recursive: true, force: true }));
  const head = `import { test } from "node:test"; setInterval(() => {}, 1_000);`;
  await writeFile(
    join(folder, "test.mjs"),
    `${head}
    test("a", () => new Promise(() => {}));
    test("b", () => {});`,
  );
  await writeFile(join(folder, "left.mjs"), `${head} test("c", () => {});`);
  await writeFile(join(folder, "read.mjs"), `${head} await new Promise(() => {});`);
  const files = ["test.mjs", "left.mjs", "read.mjs"].map((name) => join(folder, name));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = ["--test", "--test-reporter=tap", "--test-timeout=500"];
  const { status, stdout } = spawnSync(
    process.execPath,
    [...words, "--import=./test/kit/end-in-time.ts", ...files],
    { env: { ...env, EARSHOT_TEST_MINUTES: "0.05" }, timeout: 60_000 },
  );
  assert.equal(status, 1);
  const told = String(stdout);
  for (const [name, result] of [
    ["a", "not ok"],
    ["b", "ok"],
    ["c", "ok"],
    [files[1], "not ok"],
    [files[2], "not ok"],
  ]) {
    assert.match(told, new RegExp(`^${result} \\d+ - ${name}$`, "m"));
  }
  for (const file of files)
    assert.ok(told.includes(`${file} does not end: after 0.05 min it holds `), told);
});

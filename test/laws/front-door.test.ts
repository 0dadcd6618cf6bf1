import assert from "node:assert/strict";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import * as yaml from "yaml";
import { readSite } from "../../docs/site/pages.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

test("README says the question first, why to trust the numbers, and two lines that do all", () => {
  const text = read("README.md");
  const blocks = [...text.matchAll(/```sh\n([^`]+)\n```/g)].map(([, line]) => line);
  assert.deepEqual(blocks, ["npm ci && npm start", "npm ci && npm test"]);
  const top = text.slice(0, text.indexOf("```sh"));
  assert.match(top, /^# Earshot\n\n\*\*What do [^*]+\?\*\*/);
  assert.equal(text.match(/!\[/g)?.length, 1, "one picture");
  assert.match(top, /\(docs\/methodology\.md\)/);
  assert.match(top, /\(docs\/accuracy\.md\)/);
  assert.match(text, /^## Honest limits$/m);
});

test("pages at the root and in docs link to what is there, and name scripts that are", () => {
  const lost: string[] = [];
  for (const file of globSync(["*.md", "docs/*.md", ".github/**/*.{md,yml}"], { cwd: ROOT })) {
    const text = read(file);
    for (const [, target = ""] of text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)) {
      if (!existsSync(join(ROOT, dirname(file), target))) lost.push(`${file}: ${target}`);
    }
    for (const [, name = ""] of text.matchAll(/npm run (?:--silent )?([a-z]+)/g)) {
      if (!(name in scripts)) lost.push(`${file}: npm run ${name}`);
    }
  }
  assert.deepEqual(lost, []);
});

test("each decision has a number of its own", () => {
  const files = globSync("docs/decisions/*.md", { cwd: ROOT });
  const numbers = files.map((file) => /(\d{4})-[\w-]+\.md$/.exec(file)?.[1]).sort();
  assert.ok(numbers.length > 40);
  assert.deepEqual([...new Set(numbers)], numbers);
});

test("as a site, pages have a place each, and no link or anchor leads nowhere; one that does is told", () => {
  assert.deepEqual(readSite().problems, []);
  const folder = mkdtempSync(join(tmpdir(), "earshot-pages-"));
  after(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const file of ["docs/engines.md", "CONTRIBUTING.md", "deploy/fly.yaml"])
    write(file, "# A b");
  write(
    "README.md",
    "# N\n\n**Q?** A.\n\n[docs/engines.md](docs/engines.md) [w](docs/engines.md#a-b) [x](deploy) [y](docs/gone.md)\n",
  );
  write("docs/lost.md", "# Lost\n");
  write("docs/engines.md", "# A b\n\n[c](../CONTRIBUTING.md#a) `[d](e)` [f](https://f.example)\n");
  const { pages, files, problems } = readSite(folder);
  assert.deepEqual(problems, [
    "docs/lost.md has no place in the sidebar.",
    "README.md: docs/gone.md leads nowhere.",
    "docs/engines.md: ../CONTRIBUTING.md#a is no heading.",
  ]);
  assert.match(
    pages.get("index.md") ?? "",
    /\[A b\]\(\/engines\.html\) \[w\]\(\/engines\.html#a-b\) \[x\]\(\/source\/deploy\/\)/,
  );
  assert.match(pages.get("engines.md") ?? "", /`\[d\]\(e\)` \[f\]\(https:\/\/f\.example\)/);
  assert.deepEqual(files, ["deploy/fly.yaml"]);
});

test("the workflow runs what .ci/run runs, with no more rights than reading", () => {
  const { jobs, permissions } = yaml.parse(read(".github/workflows/ci.yml"));
  assert.deepEqual(permissions, { contents: "read" });
  const lines = jobs["check-and-test"].steps.flatMap(({ run }: { run?: string }) => run ?? []);
  assert.deepEqual(lines, [".ci/run"]);
  assert.ok(statSync(join(ROOT, ".ci/run")).mode & 0o100);
});

test("forms of issues are well-formed", () => {
  const files = globSync(".github/ISSUE_TEMPLATE/*.yml", { cwd: ROOT });
  assert.ok(files.length >= 3);
  for (const file of files) {
    const { name, description, body } = yaml.parse(read(file));
    assert.ok(name && description, file);
    const asked = body.filter(({ type }: { type: string }) => type !== "markdown");
    const ids = asked.map(({ id, attributes }: { id: string; attributes: { label: string } }) => {
      assert.ok(attributes.label, file);
      return id;
    });
    assert.equal(new Set(ids).size, ids.length, file);
    assert.ok(
      asked.some((one: { validations?: object }) => one.validations),
      file,
    );
  }
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { tagRelease, writeChecksums } from "../../deploy/release/release.ts";

const root = mkdtempSync(join(tmpdir(), "earshot-release-"));
after(() => rmSync(root, { recursive: true }));
const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" });
const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const read = (name: string) => readFileSync(join(root, name), "utf8");
const DAY = "2026-11-23";

test("a release refuses a tree with changes, then says its version everywhere, in a commit and a tag", async () => {
  git("init", "--quiet");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
  const own = { name: "earshot", version: "0.1.0" };
  write("package.json", JSON.stringify(own));
  // Every other file of this repository that says its version.
  const files = globSync(
    "{server.json,clients/*/package.json,clients/skill/*/*.md,deploy/helm/*.yaml}",
  );
  const versioned = files.filter((name) =>
    /^ *"?version"?: |^ +tag: /m.test(readFileSync(name, "utf8")),
  );
  assert.equal(versioned.length, 6, versioned.join(" "));
  for (const name of versioned) cpSync(name, join(root, name));
  write("package-lock.json", JSON.stringify({ ...own, packages: { "": own } }));
  write("CHANGELOG.md", "# Changelog\n\n## Unreleased\nIt starts.\n");
  await assert.rejects(tagRelease(root, "0.2.0", DAY), /has changes: commit or drop them first/);
  git("add", "--all");
  git("commit", "--quiet", "--message", "First");
  await assert.rejects(tagRelease(root, "next", DAY), /no version like 1\.2\.3/);

  const commit = await tagRelease(root, "0.2.0", DAY);
  assert.equal(git("rev-list", "-1", "v0.2.0").trim(), commit);
  assert.equal(git("status", "--porcelain"), "");
  const lock = JSON.parse(read("package-lock.json"));
  const said = [...versioned, "package.json"].flatMap((name) =>
    [...read(name).matchAll(/^ *"?(?:version|appVersion|tag)"?: "?([\d.]+)/gm)].map(
      ([, one]) => one,
    ),
  );
  assert.deepEqual([...said, lock.version, lock.packages[""].version], Array(10).fill("0.2.0"));
  assert.match(
    read("CHANGELOG.md"),
    /^## Unreleased\n\n## 0\.2\.0 \(2026-11-23\)\nIt starts\.\n$/m,
  );
  await assert.rejects(tagRelease(root, "0.2.0", DAY), /v0\.2\.0 is there already/);
  await assert.rejects(tagRelease(root, "0.3.0", DAY), /names nothing under Unreleased/);
});

test("checksums are those that sha256sum reads", async () => {
  await writeChecksums(root, ["CHANGELOG.md", "package.json"]);
  const words = ["--check", "--strict", "SHA256SUMS"];
  const said = execFileSync("sha256sum", words, { cwd: root, encoding: "utf8" });
  assert.equal(said, "CHANGELOG.md: OK\npackage.json: OK\n");
});

/** The names that a lock's packages may need and that it has no entry for: `npm ci` refuses it for them. */
function missingFrom(packages: Record<string, Record<string, Record<string, string>>>): string[] {
  const needs = Object.entries(packages).flatMap(
    ([place, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => ({ place, name })),
  );
  const isThere = (place: string, name: string): boolean =>
    packages[`${place}/node_modules/${name}`.replace(/^\//, "")] !== undefined ||
    (place !== "" &&
      isThere(place.replace(/(^|\/)node_modules\/(?!.*node_modules\/).*$/, ""), name));
  return needs.filter(({ place, name }) => !isThere(place, name)).map(({ name }) => name);
}

test("each lock names what its packages need on every platform, so that npm ci takes it", () => {
  const names = globSync("**/package-lock.json", {
    exclude: (path) => /(^|[\\/])(node_modules|out)([\\/]|$)/.test(path),
  });
  assert.ok(names.length >= 5, names.join(" "));
  for (const name of names) {
    const { packages } = JSON.parse(readFileSync(name, "utf8"));
    assert.ok(Object.keys(packages).length > 2, name);
    assert.deepEqual(missingFrom(packages), [], name);
  }
});

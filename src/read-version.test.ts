import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { readVersion } from "./read-version.ts";

/** A folder with these files. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "earshot-version-"));
  after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const [ONE, OTHER] = ["1".repeat(40), "2".repeat(40)];
const BRANCH = { ".git/HEAD": "ref: refs/heads/main\n" };
const PACKED = {
  ".git/packed-refs": `# pack-refs\n${OTHER} refs/heads/a-main\n${ONE} refs/heads/main\n`,
};

test("the version is the checkout's HEAD, read without git, which refuses who does not own it", () => {
  const versionOf = (files: Record<string, string>) => readVersion(folderOf(files), {});
  assert.equal(versionOf({ ".git/HEAD": `${ONE}\n` }), ONE);
  assert.equal(versionOf({ ...BRANCH, ".git/refs/heads/main": `${ONE}\n` }), ONE);
  assert.equal(versionOf({ ...BRANCH, ...PACKED }), ONE);
  assert.equal(versionOf({ ...BRANCH, ...PACKED, ".git/refs/heads/main": `${OTHER}\n` }), OTHER);
  assert.equal(versionOf(BRANCH), "unknown");
  assert.equal(versionOf({}), "unknown");
  const main = folderOf({
    ...PACKED,
    ".git/HEAD": OTHER,
    ".git/worktrees/next/HEAD": "ref: refs/heads/main\n",
    ".git/worktrees/next/commondir": "../..\n",
  });
  assert.equal(versionOf({ ".git": `gitdir: ${main}/.git/worktrees/next\n` }), ONE);
});

test("what a build recorded goes before a checkout, and what the environment or a platform says before both", () => {
  const root = folderOf({ ".git/HEAD": OTHER, ".commit": "built" });
  assert.equal(readVersion(root, {}), "built");
  for (const name of ["GIT_COMMIT", "RAILWAY_GIT_COMMIT_SHA", "RENDER_GIT_COMMIT"]) {
    assert.equal(readVersion(root, { [name]: ` ${ONE} ` }), ONE);
    assert.equal(readVersion(root, { [name]: " " }), "built");
  }
});

import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { keptEncryptionKey, makeVault } from "./vault.ts";

test("what is sealed is opened again, looks different every time, and shows nothing of the secret", () => {
  const vault = makeVault(["a key"]);
  const secret = "sk-Schlüssel 🔑";
  const [first, second] = [vault.seal(secret), vault.seal(secret)];
  assert.equal(vault.open(first), secret);
  assert.equal(vault.open(second), secret);
  assert.notDeepEqual(first, second);
  assert.ok(!first.includes("sk-"));
});

test("a changed value is not opened, wherever it was changed", () => {
  const vault = makeVault(["a key"]);
  const sealed = vault.seal("secret");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => vault.open(changed), `byte ${at}`);
  }
  assert.throws(() => vault.open(sealed.subarray(0, -1)));
});

test("with a new key first the old one still opens; without it there is a sentence that says what to do", () => {
  const sealed = makeVault(["old"]).seal("secret");
  const both = makeVault(["new", "old"]);
  assert.equal(both.open(sealed), "secret");
  assert.equal(both.isCurrent(sealed), false);
  const resealed = both.seal(both.open(sealed));
  assert.equal(both.isCurrent(resealed), true);
  assert.equal(makeVault(["new"]).open(resealed), "secret");
  assert.throws(() => makeVault(["new"]).open(sealed), /another ENCRYPTION_KEY/);
  assert.throws(() => makeVault([]), /needs a key/);
});

test("the kept key is made once, for its owner alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "earshot-vault-"));
  try {
    const data_dir = join(folder, "data");
    const key = keptEncryptionKey(data_dir);
    assert.ok(key.length >= 43);
    assert.equal(keptEncryptionKey(data_dir), key);
    assert.deepEqual(readdirSync(data_dir), ["encryption.key"]);
    assert.equal(statSync(join(data_dir, "encryption.key")).mode & 0o777, 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const IS_ROOT = process.getuid?.() === 0;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "earshot-vault-"));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a key that root makes in another user's folder is that user's", { skip: !IS_ROOT }, () => {
  const data_dir = join(makeFolder(), "data");
  mkdirSync(data_dir);
  chownSync(data_dir, 1234, 1235);
  keptEncryptionKey(data_dir);
  const { uid, gid, mode } = statSync(join(data_dir, "encryption.key"));
  assert.deepEqual([uid, gid, mode & 0o777], [1234, 1235, 0o600]);
});

test("who may not read the kept key is told whom to be", { skip: !IS_ROOT }, () => {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  keptEncryptionKey(folder);
  const { seteuid } = process;
  assert(seteuid);
  seteuid(1234);
  try {
    assert.throws(
      () => keptEncryptionKey(folder),
      /cannot read .*encryption\.key\. Run it as the user who owns DATA_DIR\.$/,
    );
  } finally {
    seteuid(0);
  }
});

test("a kept key that was emptied or cut short is refused with the name of its file", () => {
  const folder = makeFolder();
  const path = join(folder, "encryption.key");
  keptEncryptionKey(folder);
  for (const length of [42, 0]) {
    truncateSync(path, length);
    assert.throws(() => keptEncryptionKey(folder), /encryption\.key is empty or cut short/);
  }
  const longer = "a phrase of one's own that is longer than what Earshot makes";
  writeFileSync(path, `${longer}\n`);
  assert.equal(keptEncryptionKey(folder), longer);
});

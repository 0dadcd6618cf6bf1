import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chooseLaunch, runAs } from "./postgres-account.ts";
import { copyBinaries, findPackageFolder, prepareBinaries } from "./postgres-binaries.ts";

const IS_ROOT = process.getuid?.() === 0;
const IS_LINUX = process.platform === "linux";
let scratch = "";

before(() => {
  scratch = fs.mkdtempSync(join(tmpdir(), "earshot-binaries-"));
  fs.chmodSync(scratch, 0o755);
});

after(() => {
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

test("binaries run from a package whose install scripts were skipped, also a read-only one", () => {
  const bare = join(scratch, "package");
  fs.cpSync(findPackageFolder(), bare, {
    recursive: true,
    filter: (source) => !source.endsWith(".a") && !fs.lstatSync(source).isSymbolicLink(),
  });
  const run = (path: string) => execFileSync(path, ["--version"], { stdio: "pipe" }).toString();
  assert.throws(() => run(join(bare, "bin", "postgres")), /shared libraries/);

  const copied = copyBinaries(bare, join(scratch, "copies"));
  assert.match(run(copied.postgres), /PostgreSQL\) 18/);
  assert.deepEqual(copyBinaries(bare, join(scratch, "copies")), copied);
  const hydrated = prepareBinaries(bare, join(scratch, "unused"));
  assert.equal(hydrated.folder, bare);
  assert.match(run(hydrated.initdb), /PostgreSQL\) 18/);
  assert.equal(fs.existsSync(join(scratch, "unused")), false);
});

test("binaries below a folder of mode 0700 run", { skip: !IS_ROOT || !IS_LINUX }, async () => {
  const closed = join(scratch, "closed");
  fs.mkdirSync(closed, { mode: 0o700 });
  const binaries = copyBinaries(findPackageFolder(), closed);
  const folder = fs.mkdtempSync(join(closed, "data-"));
  const new_owner = { uid: 65534, gid: 65534 };
  fs.chownSync(folder, new_owner.uid, new_owner.gid);
  const { account } = await chooseLaunch({ folder, binaries, new_owner, copy: () => binaries });
  const said = await runAs(account, [binaries.initdb, "--no-sync", folder], 30_000);
  assert.match(said, /Success/);
});

test("an unsupported platform is pointed to DATABASE_URL", () => {
  assert.throws(() => findPackageFolder("win32-x64"), /DATABASE_URL/);
});

test("where there is a database for them, it says how to get them, and that DATABASE_URL does not lead there", () => {
  assert.throws(
    () => findPackageFolder("win32-x64", "/data/postgres"),
    /Your data is in \/data\/postgres, .*--target embedded.* A DATABASE_URL would begin anew\.$/,
  );
});

import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { bundlePlaces } from "#adapters/dashboard-bundle.ts";
import { packFolder, writePackage } from "../../deploy/release/pack.ts";
import { startProcess } from "../kit/own-process.ts";
import { freePort } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";

const SIZE_MAX = 5_000_000;
const modules = resolve("node_modules");
const folder = await mkdtemp(join(tmpdir(), "earshot-package-"));
after(() => rm(folder, { recursive: true, force: true }));
const packed = join(folder, "node_modules/earshot");
const [, dashboards] = bundlePlaces(process.env["EARSHOT_TEST_TRAIL"] ?? folder);
await writePackage(packed, { commit: "packed-commit", dashboards });
// Where npm puts what it depends on.
for (const name of await readdir(modules)) {
  if (!name.startsWith(".")) await symlink(join(modules, name), join(folder, "node_modules", name));
}
const user = join(folder, "mine");
await mkdir(user);

/** `npx earshot` in a folder of the user's. */
const earshot = (words: string[], environment: Record<string, string> = {}) =>
  startProcess([join(packed, "bin/earshot.js"), ...words], environment, user);

test("the package is small, holds no types, and no tests, and names commands as it has them", async () => {
  const { size } = await stat(await packFolder(packed, folder));
  assert.ok(size < SIZE_MAX, `${size} bytes`);
  const files = (await readdir(packed, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  assert.deepEqual(
    files.filter((file) => /\.tsx?$|\.test\.|\.env/.test(file)),
    [],
  );
  for (const file of files.filter((name) => name.endsWith(".js") && !name.includes("/web/"))) {
    assert.doesNotMatch(await readFile(file, "utf8"), /npm run [a-z]|npm start/, file);
  }
  for (const file of globSync("src/**/*.js")) {
    const [ours, theirs] = [await readFile(file), await readFile(join(packed, file))];
    assert.ok(ours.equals(theirs), `${file} is what browsers are sent`);
  }
  const { dependencies, optionalDependencies } = JSON.parse(
    await readFile(join(packed, "package.json"), "utf8"),
  );
  for (const version of Object.values({ ...dependencies, ...optionalDependencies })) {
    assert.match(String(version), /^\d+\.\d+\.\d+[\w.-]*$/, "exact, as it was tested");
  }
});

test("it starts in an empty folder of the user's, serves the dashboard, and stops with nothing left", async () => {
  const PORT = String(await freePort());
  const { child, printed, ended } = earshot([], { PORT });
  await waitFor("a started server", () => printed().includes("make the first account here"));
  const origin = `http://127.0.0.1:${PORT}`;
  const health = await (await fetch(`${origin}/healthz`)).json();
  const page = await (await fetch(`${origin}/`, { headers: { accept: "text/html" } })).text();
  child.kill("SIGTERM");
  const { code } = await ended;
  assert.equal(code, 0, printed());
  assert.match(JSON.stringify(health), /packed-commit|ok/);
  assert.match(page, /<html/);
  assert.match(printed(), /"version":"packed-commit"/);
  assert.doesNotMatch(printed(), /building the dashboard/);
  assert.deepEqual(await readdir(user), ["data"]);
});

test("its commands are those of the repository, by one name", async () => {
  const doctor = await earshot(["doctor"]).ended;
  assert.match(doctor.output, /ok +Dashboard: built\n/);
  assert.match(doctor.output, /Nothing is in the way of npx earshot\./);
  const help = await earshot(["--help"]).ended;
  for (const name of ["start", "worker", "demo", "import", "export", "backup", "doctor"]) {
    assert.match(help.output, new RegExp(`^  ${name} `, "m"));
  }
  assert.match(help.output, /\$ npx earshot key create --name scripts/);
});

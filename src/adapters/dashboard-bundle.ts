import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const ROOT = resolve(import.meta.dirname, "../..");
const BUILD_SECONDS = 120;
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
/** The bundle once it is there; `problem` says why it is not going to be. */
export type BundleState = { bundle: Bundle | null; problem: string | null };

type Say = (fields: Record<string, unknown>, message: string) => void;

/**
 * Finds the dashboard built from the present sources, or builds it in a process of its own: a first start serves
 * everything else meanwhile. Built files lie in `web/dist`, or in `data_dir` where that cannot be written.
 */
export function openBundle({ data_dir, say }: { data_dir: string; say: Say }): {
  state: BundleState;
  ready: Promise<void>;
} {
  const state: BundleState = { bundle: null, problem: null };
  const ready = prepare(data_dir, say).then(
    (bundle) => {
      state.bundle = bundle;
    },
    (error: Error) => {
      state.problem = error.message;
      say({ part: "dashboard", error: error.message }, "the dashboard could not be built");
    },
  );
  return { state, ready };
}

async function prepare(data_dir: string, say: Say): Promise<Bundle> {
  const wanted = await sourceHash();
  const places = [join(ROOT, "web/dist"), join(data_dir, "dashboard")];
  for (const place of places) if (await isBuiltFrom(place, wanted)) return load(place);
  const started = performance.now();
  say({ part: "dashboard" }, "building the dashboard, which is needed once after an update");
  let problem: unknown;
  for (const place of places) {
    try {
      await buildInto(place, wanted);
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      say({ part: "dashboard", seconds }, "dashboard built");
      return await load(place);
    } catch (error) {
      problem = error;
      if (!["EACCES", "EROFS", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? ""))
        break;
    }
  }
  throw problem;
}

/** Everything that the bundle is made of, as one hash. */
async function sourceHash(): Promise<string> {
  const hash = createHash("sha256");
  const files = globSync("web/**/*.*", { cwd: ROOT }).filter(
    (file) => !file.startsWith("web/dist"),
  );
  for (const file of [...files, "package-lock.json"].sort()) {
    hash.update(file).update(await readFile(join(ROOT, file)));
  }
  return hash.digest("hex");
}

async function isBuiltFrom(place: string, wanted: string): Promise<boolean> {
  try {
    return (await readFile(join(place, "built-from"), "utf8")) === wanted;
  } catch {
    return false;
  }
}

/** Builds beside the place and moves it there whole, so that two processes cannot mix theirs. */
async function buildInto(place: string, wanted: string): Promise<void> {
  const mark = randomBytes(4).toString("hex");
  const fresh = `${place}-${mark}`;
  await mkdir(fresh, { recursive: true });
  try {
    await runBuild(fresh);
    await compress(fresh);
    await writeFile(join(fresh, "built-from"), wanted);
    await rename(place, `${place}-old-${mark}`).catch(() => {});
    await rename(fresh, place).catch(async (error) => {
      // Another process was faster with the same sources.
      if (!(await isBuiltFrom(place, wanted))) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(`${place}-old-${mark}`, { recursive: true, force: true });
  }
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

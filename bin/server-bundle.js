// Plain JavaScript, as launch.js is: puts a server into one file, which starts in two thirds of the time that the 1,100 files take.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Packages of many small files that go into it; others are read where they are. */
const WITHIN =
  /^(kysely|zod|hono|@hono\/node-server|@opentelemetry\/api|@oxc-project\/runtime)(\/|$)/;
const IS_FILE = /^([./#\0]|[a-z]:)/i;

/**
 * Where the servers lie bundled that the sources below `root` make as they are now. What has changed is told by the size of
 * each file and when it was last changed, which no tool can set: to read them all would take what is to be won.
 * @param {string} root
 */
export function bundleFolder(root) {
  const hash = createHash("sha256").update(root);
  const sources = listFiles(join(root, "src")).sort();
  for (const file of [
    ...sources,
    join(root, "package-lock.json"),
    fileURLToPath(import.meta.url),
  ]) {
    // An editor may keep a link there that leads nowhere.
    const found = statSync(file, { throwIfNoEntry: false });
    hash.update(`${relative(root, file)} ${found?.size} ${found?.ctimeMs}\n`);
  }
  return join(root, "node_modules/.cache/server", hash.digest("hex").slice(0, 16));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : path;
  });
}

/**
 * Bundles the servers below `root` where they do not lie so yet; resolves to the folder, which is only ever there whole.
 * @param {string} root
 */
export async function writeBundle(root) {
  const folder = bundleFolder(root);
  if (existsSync(folder)) return folder;
  const [place, present] = [dirname(folder), basename(folder)];
  mkdirSync(place, { recursive: true });
  // Not by the number of this process: in two containers that share the place it may be the same.
  const own = mkdtempSync(`${folder}-`);
  const fresh = join(own, present);
  try {
    mkdirSync(fresh);
    for (const name of ["main", "worker"]) await writeServer(root, { name, dir: fresh });
    renameSync(fresh, folder);
  } catch (error) {
    // Of two that begin together one is first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  for (const name of readdirSync(place)) {
    if (!name.startsWith(present)) rmSync(join(place, name), { recursive: true, force: true });
  }
  return folder;
}

/**
 * Writes one file: what a server reads later is of the same sources as what it began with.
 * @param {string} root
 * @param {{ name: string, dir: string }} server
 */
async function writeServer(root, { name, dir }) {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: { [name]: join(root, `src/${name}.ts`) },
    platform: "node",
    cwd: root,
    external: (id) => !IS_FILE.test(id) && !WITHIN.test(id),
    plugins: [{ name: "places", transform: { filter: { id: /\.ts$/ }, handler: keepPlaces } }],
  });
  const [{ code }] = (await bundle.generate({ codeSplitting: false })).output;
  await bundle.close();
  // On the disk before its folder has its name: a machine that goes down leaves no empty server there.
  writeFileSync(join(dir, `${name}.mjs`), code, { flush: true });
}

/**
 * A source finds beside itself what it looks for there, though it runs elsewhere.
 * @param {string} code
 * @param {string} path
 */
function keepPlaces(code, path) {
  const kept = code
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
    .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
  if (/import\.meta\.(?!resolve\()|import\.meta\.resolve\(["'`][.#]/.test(kept)) {
    throw new Error(`${path} asks for a place that a bundle does not know.`);
  }
  return kept;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeBundle(resolve(dirname(process.argv[1]), ".."));
}

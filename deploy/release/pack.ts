import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { openBundle } from "#adapters/dashboard-bundle.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const AS_IT_IS = [
  "bin/*.js",
  "src/**/*.{js,json,css,svg}",
  "migrations/{0*,sums,views}.sql",
  "bench/accuracy/judge-*.jsonl",
  "clients/skill/**/*.md",
  "{LICENSE,NOTICE.md,README.md,CHANGELOG.md}",
];

/**
 * Writes what `npx earshot` runs into `folder`: JavaScript, since Node reads no types below node_modules, and the dashboard built.
 * `dashboards` is where it lies built already, or is put.
 */
export async function writePackage(
  folder: string,
  {
    commit,
    dashboards = join(ROOT, "web/dist"),
  }: { commit: string; dashboards?: string | undefined },
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const file of globSync("src/**/*.ts", {
    cwd: ROOT,
    exclude: (name) => /\.test\.ts$/.test(name),
  })) {
    const text = asPackage(stripTypeScriptTypes(await readFile(join(ROOT, file), "utf8")));
    await write(join(folder, file.replace(/\.ts$/, ".js")), text);
  }
  for (const file of globSync(AS_IT_IS, { cwd: ROOT })) {
    await cp(join(ROOT, file), join(folder, file));
  }
  await write(join(folder, ".commit"), commit);
  await write(join(folder, "package.json"), `${JSON.stringify(await describe(), null, 2)}\n`);
  const { state, ready } = openBundle({ places: [dashboards], say: () => {} });
  await ready;
  if (!state.folder) throw new Error(state.problem ?? "The dashboard could not be built.");
  await cp(state.folder, join(folder, "web/dist/packed"), { recursive: true });
}

/** Packs a folder of `writePackage`; the path of the file. */
export async function packFolder(folder: string, out: string): Promise<string> {
  await mkdir(out, { recursive: true });
  const words = ["pack", folder, "--pack-destination", out, "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", words, { maxBuffer: 64 * 1024 * 1024 });
  const said: unknown = JSON.parse(stdout);
  const [first] = Array.isArray(said) ? said : Object.values(said as object);
  return join(out, (first as { filename: string }).filename);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Files as they are called there, and commands as somebody types them who has a package and no repository. */
function asPackage(text: string): string {
  return text
    .replace(/(["'])((?:\.{1,2}\/|#)[\w./#-]+)\.ts\1/g, "$1$2.js$1")
    .replace(/npm run (?:--silent )?earshot --/g, "npx earshot")
    .replace(/npm run (?:--silent )?([a-z]+)(?: --(?= [\w-]))?/g, "npx earshot $1")
    .replace(/npm start/g, "npx earshot");
}

type Manifest = Record<"dependencies" | "optionalDependencies", Record<string, string>> &
  Record<"name" | "version" | "description" | "license", string>;

/** package.json of the package: what is needed to run, in the versions that were tested. */
async function describe(): Promise<object> {
  const read = async (name: string) => JSON.parse(await readFile(join(ROOT, name), "utf8"));
  const { name, version, description, license, ...rest }: Manifest = await read("package.json");
  const { packages } = await read("package-lock.json");
  const locked = Object.keys(rest.dependencies).map((one) => [
    one,
    packages[`node_modules/${one}`].version,
  ]);
  return {
    ...{ name, version, description, license, type: "module" },
    bin: { earshot: "bin/earshot.js" },
    engines: { node: ">=18" },
    imports: Object.fromEntries(
      ["core", "domain", "transports", "adapters"].map((room) => [
        `#${room}/*.js`,
        `./src/${room}/*.js`,
      ]),
    ),
    dependencies: Object.fromEntries(locked),
    optionalDependencies: rest.optionalDependencies,
  };
}

if (process.argv[1] === import.meta.filename) {
  const commit = await promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: ROOT });
  const folder = join(ROOT, "out/package");
  await writePackage(folder, { commit: commit.stdout.trim() });
  process.stdout.write(`${await packFolder(folder, join(ROOT, "out"))}\n`);
}

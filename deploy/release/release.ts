import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { packFolder, writePackage } from "./pack.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** What says the version, in JSON and in lines of YAML. */
const VERSIONED = [
  ...["package.json", "package-lock.json", "server.json"],
  ...["clients/typescript/package.json", "clients/n8n-nodes-earshot/package.json"],
];
const VERSIONED_LINES = [
  ...["deploy/helm/Chart.yaml", "deploy/helm/values.yaml"],
  "clients/skill/earshot/SKILL.md",
];

async function run(root: string, file: string, ...words: string[]): Promise<string> {
  const limits = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)(file, words, limits)).stdout.trim();
}

/**
 * Makes the commit and the tag of a version in a repository: its number where it stands, and the changes that were not released under it.
 * An Error says what is in the way: a tree with changes, a version that is none or not newer, no changes to release.
 */
export async function tagRelease(root: string, version: string, date: string): Promise<string> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version like 1.2.3.`);
  if (await run(root, "git", "status", "--porcelain")) {
    throw new Error("The tree has changes: commit or drop them first.");
  }
  const tag = `v${version}`;
  if (await run(root, "git", "tag", "--list", tag)) throw new Error(`${tag} is there already.`);
  const changes = await readFile(join(root, "CHANGELOG.md"), "utf8");
  if (!/^## Unreleased\n(?!\s*(## |$))/m.test(changes)) {
    throw new Error("CHANGELOG.md names nothing under Unreleased.");
  }
  const released = changes.replace("## Unreleased\n", `## Unreleased\n\n## ${version} (${date})\n`);
  await writeFile(join(root, "CHANGELOG.md"), released);
  for (const name of VERSIONED) {
    const text = await readFile(join(root, name), "utf8");
    const found: { version: string; packages?: Record<string, { version: string }> } =
      JSON.parse(text);
    found.version = version;
    if (found.packages?.[""]) found.packages[""].version = version;
    await writeFile(join(root, name), `${JSON.stringify(found, null, 2)}\n`);
  }
  for (const name of VERSIONED_LINES) {
    const text = await readFile(join(root, name), "utf8");
    const lines = text.replace(/^( *(?:version|appVersion|tag): )\S+$/gm, `$1"${version}"`);
    await writeFile(join(root, name), lines);
  }
  await run(root, "git", "commit", "--all", "--quiet", "--message", `Version ${version}`);
  await run(root, "git", "tag", "--annotate", tag, "--message", `Version ${version}`);
  return run(root, "git", "rev-parse", "HEAD");
}

/** Writes SHA256SUMS beside files of one folder, as `sha256sum --check` reads it. */
export async function writeChecksums(folder: string, names: readonly string[]): Promise<void> {
  const lines = names.map(async (name) => {
    const digest = createHash("sha256").update(await readFile(join(folder, name)));
    return `${digest.digest("hex")}  ${name}\n`;
  });
  await writeFile(join(folder, "SHA256SUMS"), (await Promise.all(lines)).join(""));
}

async function release(version: string): Promise<void> {
  const commit = await tagRelease(ROOT, version, new Date().toISOString().slice(0, 10));
  const out = join(ROOT, "out", version);
  const staged = join(ROOT, "out/package");
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await writePackage(staged, { commit });
  const names = [basename(await packFolder(staged, out))];
  for (const format of ["cyclonedx", "spdx"]) {
    const words = ["sbom", "--package-lock-only", "--omit=dev", `--sbom-format=${format}`];
    names.push(`earshot-${version}.${format}.json`);
    await writeFile(join(out, names.at(-1) ?? ""), await run(ROOT, "npm", ...words));
  }
  await writeChecksums(out, names);
  process.stdout.write(`Tagged v${version}; in ${out}: ${names.join(", ")}, SHA256SUMS.
Nothing is published. That is yours to do:
  git push origin v${version}
  npm publish ${join(out, names[0] ?? "")}\n`);
}

if (process.argv[1] === import.meta.filename) {
  await release(process.argv[2] ?? "").catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}

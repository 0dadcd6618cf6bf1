import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { readSite } from "./pages.ts";

// npm run site: the pages of this repository as a site, in out/site or SITE_OUT.

const ROOT = resolve(import.meta.dirname, "../..");
const PAGES = join(ROOT, "out/site-pages");

const { pages, files, problems } = readSite();
if (problems.length > 0) throw new Error(problems.join("\n"));
await rm(PAGES, { recursive: true, force: true });
for (const [path, text] of pages) {
  await mkdir(dirname(join(PAGES, path)), { recursive: true });
  await writeFile(join(PAGES, path), text);
}
for (const file of files) await cp(join(ROOT, file), join(PAGES, "public/files", file));
await cp(join(ROOT, "src/transports/pages/icon.svg"), join(PAGES, "public/icon.svg"));
const { build } = await import("vitepress");
await build(import.meta.dirname);

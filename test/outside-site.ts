import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { readSite } from "../docs/site/pages.ts";
import { NARROW, openBrowser, skip as skipBrowser, WIDE } from "./e2e/browser.ts";

// npm run outside: the pages as a site, built by its own packages, read and searched in a browser that reaches nothing else.

const isHere = existsSync("docs/site/node_modules/vitepress");
if (!isHere) process.stdout.write("site: NOT run: npm run site installs what builds it\n");
const skip = isHere ? skipBrowser : "npm run site installs what builds it";
const out = await mkdtemp(join(tmpdir(), "earshot-site-"));
after(() => rm(out, { recursive: true, force: true }));
// Below a folder, as a site of a Git host is.
const BASE = "/pages/";

const TYPES: Record<string, string> = {
  ...{ ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".png": "image/png" },
  ...{ ".svg": "image/svg+xml", ".woff2": "font/woff2", ".json": "application/json" },
};
const server = createServer(async ({ url = "" }, answer) => {
  const path = decodeURI(new URL(url, "http://here").pathname).replace(/\/$/, "/index.html");
  const file =
    path.startsWith(BASE) && (await readFile(join(out, path.slice(BASE.length))).catch(() => null));
  answer.writeHead(file ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "text/plain" });
  answer.end(file || "");
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
after(() => server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const build = async () => {
  const env = { ...process.env, SITE_OUT: out, SITE_BASE: BASE };
  const words = ["bin/earshot.js", "docs/site/build.ts"];
  return promisify(execFile)(process.execPath, words, { env, timeout: 300_000 });
};
if (!skip) await build();

/** Everything the pages of a browser ask for and complain of, to be looked at in the end. */
async function open(look: typeof WIDE) {
  const browser = await openBrowser(look);
  after(() => browser.close());
  const page = await browser.newPage();
  const [asked, wrong] = [[] as string[], [] as string[]];
  page.on("request", (request) => asked.push(request.url()));
  page.on("response", (answer) => answer.ok() || wrong.push(`${answer.status()} ${answer.url()}`));
  page.on("console", (said) => said.type() === "error" && wrong.push(said.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  const check = () => {
    const abroad = asked.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"));
    assert.deepEqual([abroad, wrong], [[], []]);
    assert.ok(asked.length > 10);
  };
  return { page, check };
}

test("every page of it fits a phone, says its title, and asks for nothing but what lies beside it", {
  skip,
}, async () => {
  const { page, check } = await open(NARROW);
  const paths = [...readSite().pages.keys()].map((path) =>
    path.replace(/(^|\/)index\.md$|md$/, (end, slash) => (end === "md" ? "html" : slash)),
  );
  assert.ok(paths.length > 60);
  const faults: object[] = [];
  for (const path of paths) {
    await page.goto(`${origin}${BASE}${path}`);
    const seen = await page.evaluate(() => ({
      title: document.querySelector("h1")?.textContent ?? "",
      over: document.documentElement.scrollWidth - innerWidth,
      lost: [...document.images].filter((image) => image.complete && image.naturalWidth === 0)
        .length,
    }));
    if (!seen.title || seen.over || seen.lost) faults.push({ path, ...seen });
  }
  assert.deepEqual(faults, []);
  check();
});

test("its front page is README, its search finds what a page says, and it is dark for those who want that", {
  skip,
}, async () => {
  const { page, check } = await open({ ...WIDE, dark: true });
  await page.goto(origin + BASE);
  const readme = await readFile("README.md", "utf8");
  const question = /\*\*(.*?)\*\*/.exec(readme)?.[1] ?? "";
  assert.ok((await page.locator("h1").textContent())?.includes(question));
  for (const [, heading = ""] of readme.matchAll(/^## (.*)$/gm))
    assert.equal(await page.getByRole("heading", { name: heading }).count(), 1, heading);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(ground, "rgb(15, 17, 26)");
  assert.match(await page.evaluate(() => getComputedStyle(document.body).fontFamily), /^Inter/);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("divide sums never average");
  await page.getByRole("option").first().click();
  await page.waitForURL(/views\.html/);
  check();
});

test("its file pages offer the file, and its diagrams are drawn", { skip }, async () => {
  const { page, check } = await open(WIDE);
  await page.goto(`${origin}${BASE}source/deploy/fly.yaml.html`);
  const href = await page.getByRole("link", { name: "The file itself" }).getAttribute("href");
  const answer = await fetch(new URL(href ?? "", page.url()));
  assert.equal(await answer.text(), await readFile("deploy/fly.yaml", "utf8"));
  await page.goto(`${origin}${BASE}states.html`);
  assert.equal(await page.locator(".diagram svg").count(), 3);
  check();
});

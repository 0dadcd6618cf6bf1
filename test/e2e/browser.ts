import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { type BrowserContext, chromium } from "playwright-core";

const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where a Chromium is on this machine, or undefined; set CHROMIUM to name another. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path));

/** For `test(name, { skip }, ...)`: says why a browser test did not run. */
export const skip = chromiumPath
  ? false
  : "no Chromium found; install one or set CHROMIUM to its path";

/** How a page is looked at; `scripts: false` switches JavaScript off. */
export type Look = { width: number; height: number; dark: boolean; scripts?: boolean };

/** A fresh browser profile; closed and deleted when the test file is done. */
export async function openBrowser({
  width,
  height,
  dark,
  scripts = true,
}: Look): Promise<BrowserContext> {
  const profile = await mkdtemp(join(tmpdir(), "earshot-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    ...(chromiumPath && { executablePath: chromiumPath }),
    headless: true,
    viewport: { width, height },
    javaScriptEnabled: scripts,
    colorScheme: dark ? "dark" : "light",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
  after(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });
  return context;
}

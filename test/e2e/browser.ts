import { after, afterEach } from "node:test";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { chromiumPath } from "../kit/chromium.ts";
import { endFirst } from "../kit/end-first.ts";
import { tellAtEnd } from "../kit/secret-trail.ts";

/** For `test(name, { skip }, ...)`: says why a browser test did not run. */
export const skip = chromiumPath
  ? false
  : "no Chromium found; install one or set CHROMIUM to its path";

/** How a page is looked at; `scripts: false` switches JavaScript off. */
export type Look = { width: number; height: number; dark: boolean; scripts?: boolean };

export const NARROW: Look = { width: 390, height: 844, dark: true };
export const WIDE: Look = { width: 1440, height: 900, dark: false };

/** Only what never comes takes so long; a slow machine must not fail. */
export const WAIT_MS = 180_000;

let browser: Promise<Browser> | undefined;

/** The one Chromium of a process of tests; closed when they are done. */
function launch(): Promise<Browser> {
  browser ??= chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      // Nothing of a page runs long enough to earn back what compiling it would take: a quarter of all work.
      "--js-flags=--single-threaded --no-opt --no-maglev",
    ],
  });
  return browser;
}

const close = async () => (await browser)?.close();
after(close);
// Before the databases are dropped, too: a page that is open goes on asking its server.
endFirst(close);

const opened = new Set<BrowserContext>();
// Pages that are left open go on asking their server.
afterEach(async (test) => {
  if ("passed" in test && !test.passed) await tellPages();
  for (const one of opened) await one.close();
  opened.clear();
});

const TOLD_MAX = 3_000;

/** What the open pages say where a test failed: a dialog that stays may hold the server's refusal. */
async function tellPages(): Promise<void> {
  for (const context of (await browser)?.contexts() ?? []) {
    for (const page of context.pages()) {
      const text = await page.evaluate("document.body.innerText").catch(String);
      tellAtEnd(`${page.url()}:\n${String(text).slice(-TOLD_MAX)}`);
    }
  }
}

/** A fresh browser profile for a test: what it signs in to or stores is not there in another. */
export async function openBrowser(view: Look): Promise<BrowserContext> {
  const context = await newContext(view);
  opened.add(context);
  return context;
}

async function newContext({ width, height, dark, scripts = true }: Look): Promise<BrowserContext> {
  const context = await (await launch()).newContext({
    viewport: { width, height },
    javaScriptEnabled: scripts,
    colorScheme: dark ? "dark" : "light",
    // What fades in is there at once, as users can ask for: looked at is what comes to rest.
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(WAIT_MS);
  return context;
}

let kept: Promise<Page> | undefined;

/**
 * The one page of a process of tests, at `origin` with nothing stored there, as a fresh profile has it: another page would
 * read and compile the dashboard and axe again.
 */
export async function openPage(view: Look, origin: string): Promise<Page> {
  kept ??= newContext(view).then((context) => context.newPage());
  const page = await kept;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.emulateMedia({ media: null });
  // What the last test left open is gone before what it was signed in with.
  await page.goto(`${origin}/healthz`);
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await page.context().clearCookies();
  await showAs(page, view);
  return page;
}

/** The same page in another window and light, without loading it again. */
export async function showAs(page: Page, { width, height, dark }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
}

const POINT_MS = 5_000;

/** Points at `target` until `shown` stands there: on a page that still fills itself it moves away from below the pointer. */
export async function pointAt(target: Locator, shown: Locator): Promise<void> {
  for (const until = Date.now() + WAIT_MS; ; ) {
    await target.hover();
    const isShown = await shown.waitFor({ timeout: POINT_MS }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
    await target.page().mouse.move(0, 0);
    if (Date.now() > until) throw new Error(`pointed at ${target}, saw no ${shown}`);
  }
}

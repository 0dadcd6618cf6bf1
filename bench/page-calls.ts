import { setTimeout } from "node:timers/promises";
import type { Page, Request } from "playwright-core";

/** What a page asks the server for, so many milliseconds after it was opened. */
export type PageCall = { name: string; input: Record<string, unknown>; after_ms: number };

const DOOR = "/app/call/";
const SILENCE_MS = 2_000;
const RECORDED_MAX_MS = 30_000;
const A_BRAND = 'main a[href*="/brands/"]';

/**
 * What each page of the navigation and one brand's asks for when it is opened, beside what every page asks, by the page's
 * address behind the project's: as a browser that is signed in asks today. `project`: the address of the project,
 * with a range in `search`.
 */
export async function recordPages(
  page: Page,
  { project, search }: { project: string; search: string },
): Promise<Map<string, PageCall[]>> {
  // The page that says how is measured asks for nothing of its own.
  const ofFrame = new Set((await record(page, `${project}/method${search}`)).map(keyOf));
  const pages = new Map<string, PageCall[]>();
  const visit = async (place: string) => {
    const calls = await record(page, `${project}${place}${search}`);
    pages.set(
      place,
      calls.filter((one) => !ofFrame.has(keyOf(one))),
    );
  };
  for (const place of await readLinks(page, project, "nav[aria-label=Pages] a")) await visit(place);
  await page.goto(`${project}/brands${search}`);
  await page.locator(A_BRAND).first().waitFor();
  for (const place of (await readLinks(page, project, A_BRAND)).slice(0, 1)) await visit(place);
  return pages;
}

const keyOf = ({ name, input }: PageCall) => `${name} ${JSON.stringify(input)}`;

/** The paths that links lead to, each once, behind the project's. */
async function readLinks(page: Page, project: string, selector: string): Promise<string[]> {
  const { pathname } = new URL(project);
  const links = await page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => (one as unknown as { pathname: string }).pathname));
  const within = links.filter((path) => path === pathname || path.startsWith(`${pathname}/`));
  return [...new Set(within)].map((path) => path.slice(pathname.length));
}

/** What is asked for from the address until nothing has been asked or answered for a while, or half a minute has gone. */
async function record(page: Page, address: string): Promise<PageCall[]> {
  const calls: PageCall[] = [];
  const open = new Set<Request>();
  let opened = performance.now();
  let last = opened;
  const begin = (request: Request) => {
    last = performance.now();
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith(DOOR)) return;
    open.add(request);
    const input = request.postDataJSON() as PageCall["input"];
    // What stands before the first call is the browser's own.
    if (calls.length === 0) opened = last;
    calls.push({ name: pathname.slice(DOOR.length), input, after_ms: last - opened });
  };
  const end = (request: Request) => {
    open.delete(request);
    last = performance.now();
  };
  page.on("request", begin);
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  await page.goto("about:blank");
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  last = performance.now();
  // While a run is under way a page asks for ever.
  const until = last + RECORDED_MAX_MS;
  const isQuiet = () => open.size === 0 && performance.now() - last > SILENCE_MS;
  while (!isQuiet() && performance.now() < until) await setTimeout(50);
  page.off("request", begin);
  page.off("requestfinished", end);
  page.off("requestfailed", end);
  return calls;
}

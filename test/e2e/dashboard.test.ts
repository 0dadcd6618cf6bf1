import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { addUser } from "../kit/http-client.ts";
import { makeMarket } from "../kit/random-project.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { type Look, NARROW, showAs, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

/** The days that a market's facts lie in. */
const RANGE = "from=2026-01-01&to=2026-04-10";
/** How many pixels of a page's tables lie at their sides, out of sight. */
const HIDDEN = `[...document.querySelectorAll(".scroll:has(> table.cards)")]
  .reduce((sum, { scrollWidth, clientWidth }) => sum + scrollWidth - clientWidth, 0)`;
/** Every page of a project that has answers. */
const PAGES: { path: string; heading: string }[] = [
  { path: "", heading: "Overview" },
  { path: "/week", heading: "This week" },
  { path: "/answers", heading: "Answers" },
  { path: "/prompts", heading: "Prompts" },
  { path: "/brands", heading: "Brands" },
  { path: "/changes", heading: "Changes" },
  { path: "/compare", heading: "Compare" },
  { path: "/sources", heading: "Sources" },
  { path: "/sources?tab=pages", heading: "Sources" },
  { path: "/sources?tab=unclassified", heading: "Sources" },
  { path: "/suggestions", heading: "Suggestions" },
  { path: "/models", heading: "Assistants" },
  { path: "/connect", heading: "Connect" },
  ...[
    "project",
    "members",
    "keys",
    "clients",
    "shares",
    "webhooks",
    "exports",
    "plan",
    "account",
    "audit",
  ].map((tab) => ({
    path: `/settings?tab=${tab}`,
    heading: tab === "exports" ? "Exports" : "Settings",
  })),
];

const world = skip ? undefined : await makeWorld({ now: () => new Date("2026-04-11T12:00:00Z") });
const market = world && (await makeMarket(world, 7));
const server = world && (await startServer(world, { DASHBOARD: "on", WORKER: "off" }));
const user = world && (await addUser(world));

if (world) {
  const { body: prompts } = await world.rest("GET", "/prompts?limit=1");
  const { body: brands } = await world.rest("GET", "/brands?limit=1");
  const [prompt, brand] = [prompts.data[0], brands.data[0]];
  PAGES.push({ path: `/prompts/${prompt.id}`, heading: prompt.text });
  PAGES.push({ path: `/brands/${brand.id}`, heading: brand.name });
}

function addressOf(path: string): string {
  const days = `${path.includes("?") ? "&" : "?"}${RANGE}`;
  return `${server?.origin}/projects/${world?.project.id}${path}${days}`;
}

function enterAs(view: Look) {
  assert(server && user);
  return enter(server, user, view);
}

/** Goes to a page as its links do, and waits for its tab where it has one. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(addressOf(path))})`);
  const tab = /tab=(.*)/.exec(path)?.[1];
  // On a phone the settings have a field in place of their tabs.
  const chosen = page.locator(`[role=tab][aria-selected=true][id$="-${tab}"]`);
  // Exports is a page of its own.
  if (tab && tab !== "exports") await chosen.waitFor({ state: "attached" });
}

test("every page of a project as it loads and once it has, narrow and dark, wide and light", {
  skip,
}, async () => {
  const { page, problems } = await enterAs(NARROW);
  await page.goto(addressOf(""));
  for (const { path, heading } of PAGES) {
    await showAs(page, NARROW);
    await goInside(page, path);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await look(page, "loading", NARROW);
    for (const view of [NARROW, WIDE]) {
      await showAs(page, view);
      await settled(page);
      await look(page, `dashboard${path.replaceAll(/[/?=]/g, "-")}`, view);
    }
  }
  assert.deepEqual(problems, []);
});

test("each file that a page saves has the rows that its button says, each column a name of its own", {
  skip,
}, async () => {
  const { page, problems } = await enterAs(WIDE);
  await page.goto(addressOf(""));
  let saved = 0;
  for (const { path, heading } of PAGES) {
    await goInside(page, path);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await settled(page);
    for (const button of await page.locator("button.save:enabled").all()) {
      const says = (await button.getAttribute("aria-label")) ?? "";
      const saving = page.waitForEvent("download");
      await button.click();
      const text = await readFile(await (await saving).path(), "utf8");
      const [head = [], ...rows]: string[][] = parse(text, { bom: true });
      const about = `${path}, ${says}: ${head}`;
      assert.equal(
        rows.length,
        Number(/: ([\d,]+) rows?( without texts)?$/.exec(says)?.[1]?.replace(",", "")),
        about,
      );
      assert.equal(new Set(head).size, head.length, about);
      assert.ok(
        head.every((name) => /^[a-z][a-z0-9_]*$/.test(name)),
        about,
      );
      assert.doesNotMatch(text, /\[object|undefined|NaN|Infinity/, about);
      saved += 1;
    }
  }
  assert.ok(saved >= 12, `${saved} files`);
  assert.deepEqual(problems, []);
});

test("no table hides columns at its side, however wide the window is", { skip }, async () => {
  const { page } = await enterAs(WIDE);
  for (const path of ["/brands", "/prompts", "/answers", "/sources", "/sources?tab=pages"]) {
    await page.goto(addressOf(path));
    await page.locator(".scroll > table.cards tbody tr").first().waitFor();
    await settled(page);
    for (const width of [390, 700, 820, 1000, 1100, 1200, 1280, 1366, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      // A matrix may scroll: its first column stays. What is next to a table moves when the window does.
      await comesTo(
        () => page.evaluate(HIDDEN).then((hidden) => [path, width, hidden]),
        [path, width, 0],
      );
    }
  }
  // On a wall a page is wider, but not as wide as the wall.
  await page.setViewportSize({ width: 2560, height: 900 });
  await comesTo(() => page.evaluate("document.querySelector('.page').clientWidth"), 1600);
});

test("the overview's numbers are the REST API's for the same days and filters", {
  skip,
}, async () => {
  assert(world && market);
  const { page } = await enterAs(WIDE);
  const model = `mdl_${market.models[0]?.slug}`;
  for (const [search, filters] of [
    ["", []],
    [
      `&model=${encodeURIComponent(JSON.stringify([model]))}`,
      [{ field: "model_id", operator: "in", values: [model] }],
    ],
  ] as const) {
    await page.goto(`${server?.origin}/projects/${world.project.id}?${RANGE}${search}`);
    const { body } = await world.rest("POST", "/reports/brands", {
      date_from: "2026-01-01",
      date_to: "2026-04-10",
      filters,
      // As the dashboard does until it is told otherwise.
      branded: "exclude",
    });
    const own = body.data.find((row: { brand: { is_own: boolean } }) => row.brand.is_own);
    const percent = (value: number) => `${(value * 100).toFixed(1)}\u00A0%`;
    const from = `From ${body.population.answers.toLocaleString("en")} answers`;
    await page.getByText(from).first().waitFor();
    await comesTo(
      () => page.locator(".number").allTextContents(),
      [
        percent(own.visibility),
        percent(own.share_of_voice),
        own.position.toFixed(1),
        own.sentiment.toFixed(0),
      ],
    );
    const low = percent(own.visibility_low).replace("\u00A0%", "");
    const interval = `${low} to ${percent(own.visibility_high)}`;
    await page.getByText(interval, { exact: false }).first().waitFor();
  }
});

test("an address with a range that there is not shows the usual one", { skip }, async () => {
  const { page } = await enterAs(WIDE);
  for (const range of ["range=forever", "range=toString", "from=2026-02-30&to=2026-03-05"]) {
    await page.goto(`${server?.origin}/projects/${world?.project.id}?${range}`);
    await page.getByRole("button", { name: "Last 30 days" }).waitFor();
    await settled(page);
    assert.equal(await page.getByRole("alert").count(), 0, range);
  }
});

test("the page names all script that the overview starts with, and asks each question once", {
  skip,
}, async () => {
  const { page, problems } = await enterAs(WIDE);
  const [scripts, asked] = [new Set<string>(), [] as string[]];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "script") scripts.add(pathname);
    if (pathname.startsWith("/app/call/")) asked.push(`${pathname} ${request.postData()}`);
  });
  const html = (await (await page.goto(addressOf("")))?.text()) ?? "";
  await page.locator("svg.chart path").first().waitFor({ state: "attached" });
  await settled(page);
  assert(scripts.size > 10, `${scripts.size}`);
  assert.deepEqual(
    [...scripts].filter((name) => !html.includes(`"${name}"`)),
    [],
  );
  assert(asked.some((one) => /"dimensions":\["week"\]/.test(one)) && asked.length > 10);
  assert.deepEqual(
    asked.filter((one, index) => asked.indexOf(one) !== index),
    [],
  );
  assert.deepEqual(problems, []);
});

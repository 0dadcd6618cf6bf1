import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { skip, WIDE } from "./browser.ts";
import { LONG, makeHostile, yesterday } from "./hostile-project.ts";
import { FAULTS } from "./layout-faults.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

const WIDTHS = [390, 820, 1280, 1440, 2560];

const hostile = skip ? undefined : await makeHostile();
const owner = hostile && (await addUser(hostile.world));

/** How long each bar of a page is drawn, over the share that it stands for. */
const SCALES = `[...document.querySelectorAll('#content svg[aria-label*=", interval "]')].flatMap((bar) => {
  const share = Number.parseFloat(bar.getAttribute("aria-label"));
  const drawn = [...bar.querySelectorAll("rect")].at(-1)?.getBoundingClientRect().width ?? 0;
  const { width } = bar.getBoundingClientRect();
  return share >= 3 && width > 0 ? [(drawn / width / share) * 100] : [];
})`;

async function pathsOf(): Promise<string[]> {
  assert(hostile);
  const { rest } = hostile.world;
  const [prompts, brands, chats, runs] = [
    await rest("GET", "/prompts"),
    await rest("GET", "/brands?limit=1000"),
    await rest("GET", "/chats?limit=1"),
    await rest("GET", "/runs"),
  ];
  const long = brands.body.data.find(({ name }: { name: string }) => name === LONG);
  return [
    ...["", "/brands", `/brands/${long.id}`, "/prompts", `/prompts/${prompts.body.data[0].id}`],
    ...[
      "/answers",
      `/answers/${chats.body.data[0].id}`,
      "/sources",
      "/sources?tab=pages",
      "/sources?tab=unclassified",
    ],
    ...["/changes", "/changes?view=movers", "/changes?view=movers&kind=pages"],
    ...[`/runs/${runs.body.data[0].id}`, "/week", "/prompts?tab=topics", "/method"],
    ...[`/compare?other=${long.id}`, "/models", "/runs", "/suggestions", "/actions"],
    "/connect",
    ...["members", "keys", "shares", "webhooks", "exports", "audit", "account", "project"].map(
      (tab) => `/settings?tab=${tab}`,
    ),
  ];
}

async function visit(page: Page, path: string): Promise<void> {
  assert(hostile);
  const days = `from=${addDays(yesterday, -7)}&to=${yesterday}`;
  const address = `/projects/${hostile.world.project.id}${path}${path.includes("?") ? "&" : "?"}${days}`;
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
}

const PLACED = `[...document.querySelectorAll(".legend")].some((one) => getComputedStyle(one).position === "absolute")`;

/** What is there to be pressed or filled in, as paper is not. */
const PRESSED = [
  ...[".mantine-Button-root", ".mantine-Select-section", ".mantine-NumberInput-section"],
  ".mantine-SegmentedControl-label:not([data-active])",
  '#content a:text-matches("^All ")',
]
  .map((one) => `${one}:visible`)
  .join(", ");

type Seen = { onScreens: object; onPaper: object; uneven: string[]; problems: string[] };
const paths = hostile ? await pathsOf() : [];
const half = Math.ceil(paths.length / 2);
const seen = new Map<string, Promise<Seen>>();
/** What is wrong with some pages; each page is visited once, on screens and on paper. */
function lookAt(part: "first" | "second"): Promise<Seen> {
  const found =
    seen.get(part) ?? visitAll(part === "first" ? paths.slice(0, half) : paths.slice(half));
  seen.set(part, found);
  return found;
}

async function visitAll(some: readonly string[]): Promise<Seen> {
  assert(hostile && owner);
  const { page, problems } = await enter(hostile.server, owner, WIDE);
  await page.goto(`${hostile.server.origin}/projects/${hostile.world.project.id}`);
  const found: Seen & Record<"onScreens" | "onPaper", Record<string, unknown>> = {
    ...{ onScreens: {}, onPaper: {}, uneven: [], problems },
  };
  const measure = async (path: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const faults = (await page.evaluate(FAULTS)) as string[];
      if (faults.length > 0) found.onScreens[`${path} at ${width}`] = faults;
    }
  };
  const compareBars = async (path: string) => {
    const scales = (await page.evaluate(SCALES)) as number[];
    const [least, most] = [Math.min(...scales), Math.max(...scales)];
    if (scales.length > 0 && most / least >= 1.05)
      found.uneven.push(`${path}: ${least} to ${most} of ${scales.length} bars`);
  };
  const print = async (path: string) => {
    await page.emulateMedia({ media: "print" });
    // A4 between the usual margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    await settled(page);
    const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    const buttons = await page.locator(PRESSED).count();
    const faults = (await page.evaluate(FAULTS)) as string[];
    // A browser that prints measures nothing again, so what stands at a measured place is beside the paper.
    if (await page.evaluate(PLACED)) faults.push("names of lines beside the paper");
    if (wide !== 0 || buttons > 0 || faults.length > 0)
      found.onPaper[path] = { wide, buttons, faults };
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize(WIDE);
  };
  try {
    for (const path of some) {
      await visit(page, path);
      await compareBars(path);
      await measure(path);
      await print(path);
    }
    if (some.at(-1) === paths.at(-1)) {
      await page.goto(hostile.server.origin + hostile.share);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await measure("a shared page");
    }
  } finally {
    await page.emulateMedia({ media: null });
  }
  return found;
}

for (const part of ["first", "second"] as const) {
  test(`nothing of any page lies on another, sticks out of its card or is cut without a hint, from a phone to a wall: the ${part} half`, {
    skip,
  }, async () => {
    const { onScreens, problems } = await lookAt(part);
    assert.deepEqual(onScreens, {});
    assert.deepEqual(problems, []);
  });

  test(`nothing of any page lies beside the paper, is cut there or waits to be pressed: the ${part} half`, {
    skip,
  }, async () => {
    assert.deepEqual((await lookAt(part)).onPaper, {});
  });

  test(`all bars of a page have one scale: the ${part} half`, { skip }, async () => {
    assert.deepEqual((await lookAt(part)).uneven, []);
  });
}

test("sites and pages are shown in letters, not in their codes", { skip }, async () => {
  assert(hostile && owner);
  const { page } = await enter(hostile.server, owner, WIDE);
  await page.goto(`${hostile.server.origin}/projects/${hostile.world.project.id}`);
  for (const [path, shown] of [
    ["/sources", "münchen.de"],
    ["/sources?tab=pages", "münchen.de/straße"],
  ] as const) {
    await visit(page, path);
    await page.locator("#content").getByText(shown, { exact: true }).first().waitFor();
    assert.doesNotMatch((await page.locator("#content").textContent()) ?? "", /xn--|%C3/);
  }
});

test("a table is fitted where what is in it changed, and not each time it is shown again", {
  skip,
}, async () => {
  assert(hostile && owner);
  const { page } = await enter(hostile.server, owner, WIDE);
  await page.goto(`${hostile.server.origin}/projects/${hostile.world.project.id}`);
  await visit(page, "/prompts");
  const fit = () => page.evaluate("document.querySelector('table.cards').dataset.fit");
  let width = WIDE.width;
  for (; (await fit()) === "all" && width > 960; width -= 40) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
  }
  assert.match(String(await fit()), /^tight/, `columns are left out at ${width}`);
  const [first, ...others] = await page.getByRole("checkbox", { name: "Select this row" }).all();
  // That some rows are picked changes the mark in the heading.
  await first?.check();
  await settled(page);
  await page.evaluate(`window.fits = 0;
    new MutationObserver((seen) => { window.fits += seen.length; })
      .observe(document.querySelector("table.cards"), { attributeFilter: ["data-fit"] });`);
  for (const one of others.slice(0, 2)) await one.check();
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.keyboard.press("Escape");
  await settled(page);
  assert.equal(await page.evaluate("window.fits"), 0);
  await page.setViewportSize({ width: 2560, height: 900 });
  await settled(page);
  assert.equal(await fit(), "all");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skip, WIDE } from "./browser.ts";
import { makeDemo } from "./made-demo.ts";
import { FORMATS, printCards } from "./sheets.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

/** The usual range, and as much before it. */
const DAYS = 65;

const demo = skip ? undefined : await makeDemo({ days: DAYS });

async function open(path: string): Promise<Page> {
  assert(demo);
  const { page } = await enter(demo.server, demo.user, WIDE);
  await page.goto(demo.at + path);
  await settled(page);
  return page;
}

/** Pages, and how many sheets they take. */
const PRINTED = [
  ["", 2],
  ["/week", 1],
  ["/changes", 3],
  ["/compare", 3],
  ["/actions", 2],
  ["/sources", 1],
  ["/models", 2],
] as const;
/** What has 16 rows or more may go on on the next sheet. */
const LISTS = /^((1[6-9]|20) actions|Sites)$/;
/** So much of a last sheet is used at least. */
const USED = 0.25;

test("on paper no card that fits a sheet is cut, and no sheet is nearly empty", {
  skip,
}, async () => {
  const faults: string[] = [];
  for (const [path, most] of PRINTED) {
    const page = await open(path);
    for (const format of FORMATS) {
      const { cards, sheets } = await printCards(page, format);
      const at = `${path || "the overview"} on ${format}`;
      assert.ok(cards.length > 0, at);
      if (sheets > most) faults.push(`${at}: ${sheets} sheets`);
      for (const { title, first, last } of cards)
        if (first !== last && !LISTS.test(title)) faults.push(`${at}: ${title} is cut`);
      for (let sheet = 0; sheet < sheets; sheet++) {
        const ends = cards.map(({ first, last, end }) =>
          last === sheet ? end : first <= sheet && last > sheet ? 1 : 0,
        );
        if (Math.max(...ends) < USED) faults.push(`${at}: sheet ${sheet + 1} is nearly empty`);
      }
    }
  }
  assert.deepEqual(faults, []);
});

test("nothing that floats above a page is printed with it", { skip }, async () => {
  const page = await open("");
  const before = (await printCards(page, "A4")).sheets;
  const dialog = page.getByRole("dialog");
  const notice = page.getByText("The link “On paper” no longer works.");
  // A notice, then a dialog, a menu and a hint.
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByLabel("What it is for").fill("On paper");
  await dialog.getByRole("button", { name: "Create the link" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByRole("button", { name: "Revoke On paper" }).click();
  await dialog.last().getByRole("button", { name: "Revoke", exact: true }).click();
  await notice.waitFor();
  const floats = [
    ["a notice", notice, async () => {}],
    ["a dialog", dialog.first(), async () => {}],
    [
      "a hint",
      page.getByRole("tooltip"),
      async () => {
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
        await page.locator("#content .hinted").last().focus();
      },
    ],
    [
      "a menu",
      page.getByRole("menu"),
      async () =>
        page
          .locator("header")
          .getByRole("button", { name: /Account/ })
          .click(),
    ],
  ] as const;
  for (const [name, what, show] of floats) {
    await show();
    await what.waitFor();
    if (name === "a notice") assert.equal((await printCards(page, "A4")).sheets, before);
    await page.emulateMedia({ media: "print" });
    assert.equal(await what.isVisible(), false, name);
    await page.emulateMedia({ media: "screen" });
  }
});

test("a figure on paper has one interval, that of the screen", { skip }, async () => {
  const page = await open("");
  await page.emulateMedia({ media: "print" });
  const figures = page.locator(".figure-panel");
  const texts = (await figures.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
  assert.equal(texts.length, 4);
  for (const text of texts) {
    assert.match(text, / [\d.]+ to [\d.]+( %)? if asked again /);
    assert.equal(text.match(/ to [\d.]+/g)?.length, /From 0 to 100/.test(text) ? 2 : 1, text);
  }
  await page.emulateMedia({ media: "screen" });
});

test("the overview on paper names the brand, says when it was made, and its four figures line up", {
  skip,
}, async () => {
  const page = await open("");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1016 });
  await page.getByRole("heading", { level: 1, name: "Larkfield in AI answers" }).waitFor();
  await page.getByText(/^Made on \d+\s\w+\s\d{4}, \d\d:\d\d$/).waitFor();
  await page.locator(".in-words").getByText("Larkfield is", { exact: true }).waitFor();
  const beside = await page
    .locator(".figure-panel .mantine-Group-root:has(> .number)")
    .evaluateAll((all) =>
      all.map((group) => {
        const [number, change] = [...group.children].map((one) => one.getBoundingClientRect());
        return number && change && change.top < number.bottom && change.left >= number.right;
      }),
    );
  assert.deepEqual(beside, [true, true, true, true]);
});

test("the lines of a chart on paper have their names at their ends", { skip }, async () => {
  const page = await open("");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1016 });
  const chart = page.getByRole("figure", { name: "Visibility over time" });
  const names = await chart.locator(".legend:visible").evaluateAll((all) =>
    all.map((one) => {
      const { left, top, bottom } = one.getBoundingClientRect();
      const text = one.querySelector("bdi")?.getBoundingClientRect();
      return { left, top, bottom, right: text?.right ?? 0 };
    }),
  );
  assert.ok(names.length >= 5);
  const { plot, card } = await chart.evaluate((figure) => ({
    plot: [...figure.querySelectorAll("svg.chart circle")].map(
      (point) => point.getBoundingClientRect().right,
    ),
    card: figure.closest(".panel")?.getBoundingClientRect().right ?? 0,
  }));
  assert.ok(plot.length > 0);
  for (const { left, right } of names) {
    assert.ok(left >= Math.max(...plot) - 1, `${left} is not beside the lines`);
    assert.ok(right <= card, `${right} is outside the card`);
  }
  const tops = names.toSorted((a, b) => a.top - b.top);
  for (const [at, { top }] of tops.entries())
    assert.ok(at === 0 || top >= (tops[at - 1]?.bottom ?? 0) - 3, "names cover one another");
});

test("a table on paper is the same, whatever of it fitted on the screen", { skip }, async () => {
  for (const path of ["/sources", "/compare", "/prompts"]) {
    const page = await open(path);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 718, height: 1016 });
    const heights = await page.locator("table.cards").evaluateAll((tables) =>
      tables.map((table) =>
        ["all", "tight", "tighter", "cards"].map((fit) => {
          table.setAttribute("data-fit", fit);
          return table.getBoundingClientRect().height;
        }),
      ),
    );
    assert.ok(heights.length > 0, path);
    for (const each of heights) assert.deepEqual(new Set(each).size, 1, `${path}: ${each}`);
  }
});

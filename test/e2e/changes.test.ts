import assert from "node:assert/strict";
import { test } from "node:test";
import dayjs from "dayjs";
import type { Locator, Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { DAYS, makeBoots, range } from "./boots-project.ts";
import { NARROW, pointAt, showAs, skip, WIDE } from "./browser.ts";
import { look, lookEachWay } from "./check-page.ts";
import { OPENED_FAULTS } from "./layout-faults.ts";
import { readSavedCsv } from "./saved-csv.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const boots = skip ? undefined : await makeBoots();
const owner = boots && (await addUser(boots.world));
/** The second half of the days, so that there are as many before. */
const now = { date_from: addDays(range.date_from, DAYS / 2), date_to: range.date_to };
const days = `from=${now.date_from}&to=${now.date_to}`;

async function open(page: Page, path: string): Promise<void> {
  assert(boots);
  await page.goto(`${boots.server.origin}/projects/${boots.world.project.id}${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
}

test("a change on the overview opens why: its parts are those of the REST API, and each leads on", {
  skip,
}, async () => {
  assert(boots && owner);
  // One prompt has an answer more now than before, so that shares of all answers weigh it more.
  const more = {
    ...{ captured_at: `${now.date_from}T12:00:00Z`, model: "Claude" },
    ...{ prompt: "Which boots are waterproof?", answer: "Summit Line, again." },
  };
  const stored = await boots.world.rest("POST", "/chats/import", JSON.stringify(more));
  assert.equal(stored.body.imported, 1, JSON.stringify(stored.body));
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, `?${days}`);
  const figure = page.locator(".panel", { has: page.getByRole("heading", { name: "Visibility" }) });
  const link = figure.first().getByRole("link", { name: /points/ });
  const shown = await link.textContent();
  await link.click();
  await page.getByRole("heading", { name: "Changes", level: 1 }).waitFor();
  await settled(page);
  const { status, body } = await boots.world.rest("POST", "/reports/changes", {
    ...{ ...now, branded: "exclude", limit: 1000 },
  });
  assert.equal(status, 200);
  const percent = (share: number) => `${(share * 100).toFixed(1)}\u00A0%`;
  const { before, now: fresh } = body.visibility;
  await page.getByText(`${percent(before)} before, ${percent(fresh)} now`).waitFor();
  const points = (value: number) => `+${(value * 100).toFixed(1)}\u00A0points`;
  const [all, same] = [points(fresh - before), points(body.change.value)];
  assert.notEqual(all, same);
  // With two prompts nothing is tested, so the overview shows the change of all answers.
  assert.ok(shown?.startsWith(all), `${shown}, not ${all}`);
  const whole = page.locator(".panel", { hasText: "How this adds up" });
  await whole.getByText(all, { exact: true }).waitFor();
  await whole.getByText("Too few prompts to say whether it is chance.").waitFor();
  // What it is made of adds up to the two shares, and opens at a press.
  await whole.getByRole("button", { name: "How this adds up" }).click();
  await whole.getByText(same, { exact: true }).waitFor();
  await whole.getByText("that alone moved the share by").waitFor();
  await whole.getByRole("button", { name: "How this is counted" }).click();
  await whole.getByText("The change is of all answers, as there is too little to test").waitFor();
  // That an assistant is another version is said where the change is taken apart, in no box of its own.
  await whole
    .getByText(/^ChatGPT, since .*: Version gpt-two, previously gpt-one\. Chart around \d+ \w+$/)
    .waitFor();
  const chart = await whole.getByRole("link", { name: "Chart around" }).getAttribute("href");
  const opened = new URL(chart ?? "", boots.server.origin).searchParams;
  assert.equal(opened.get("compare"), "false");
  const span = Date.parse(opened.get("to") ?? "") - Date.parse(opened.get("from") ?? "");
  assert.ok(span > 0 && span <= 28 * 86_400_000, `${chart} is of few days`);
  const models = body.data.filter(({ split }: { split: string }) => split === "model");
  assert.equal(models.length, 2);
  const table = page.getByRole("table", { name: "By assistant" });
  // Its own share, how far that moved, and what that adds to the whole are told apart.
  const [own, adds] = await Promise.all(
    ["Its own share", "Adds to the whole change"].map((name) =>
      table.locator(`tbody td[data-label="${name}"]`).allInnerTexts(),
    ),
  );
  type Told = Record<"before" | "now" | "contribution" | "low" | "high", number>;
  const end = (share: number) => `${share > 0 ? "+" : "−"}${Math.abs(share * 100).toFixed(1)}`;
  const told = models.map((part: Told) => {
    const { before, now, contribution, low, high } = part;
    assert.ok(now >= before && contribution <= body.change.value);
    const own = now > before ? points(now - before) : "0.0\u00A0points";
    const adds = `${points(contribution).replace(/\s.*/, "")} of the ${same}`;
    return {
      own: `${percent(before)} → ${percent(now)} ${own}`,
      adds: `${contribution > 0 ? adds : "0.0\u00A0points"} interval ${end(low)} to ${end(high)}`,
    };
  });
  assert.deepEqual(
    own?.map((text) => text.replace(/\n+/, " ")),
    told.map((one: { own: string }) => one.own),
  );
  assert.deepEqual(
    adds?.map((text) => text.trim().replace(/\n+/, " ")),
    told.map((one: { adds: string }) => one.adds),
  );
  // Of a site it is said which way it moved, and how answers that read it name the brand: why it is a plus or a minus.
  const sites = body.data.filter(({ split }: { split: string }) => split === "site");
  assert.ok(sites.length > 0);
  for (const site of sites) {
    const row = page.getByRole("row", { name: new RegExp(`^${site.domain}`) });
    const moved = site.now - site.before;
    const text = (await row.textContent()) ?? "";
    assert.match(
      text,
      moved === 0 ? /^(?!.*read (more|less))/ : moved > 0 ? /read more/ : /read less/,
    );
    if (Math.abs(site.contribution) < 0.001 || moved === 0) continue;
    const naming = site.contribution > 0 === moved > 0 ? "more" : "less";
    const read = moved > 0 ? "more" : "less";
    assert.ok(text.includes(`${read} of a site whose answers name Acme ${naming} often`), text);
  }
  await lookEachWay(page, "changes");
  await table.getByRole("link", { name: "ChatGPT" }).click();
  await page.waitForURL(/model=/);
  await settled(page);
  assert.equal(await page.getByRole("table", { name: "By assistant" }).count(), 0, "one alone");
  await page.goBack();
  await page
    .getByRole("table", { name: "By prompt" })
    .getByRole("link", { name: "Which boots last longest?" })
    .click();
  await page.getByRole("heading", { name: "Which boots last longest?" }).waitFor();
  assert.deepEqual(problems, []);
});

test("position and tone are compared part by part, for any brand", { skip }, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, `/changes?${days}&measure=position`);
  await page.getByText("Position of Acme").waitFor();
  await page.getByRole("combobox", { name: "Brand" }).click();
  await page.getByRole("option", { name: "Cumulus" }).click();
  await page.getByText("Position of Cumulus").waitFor();
  await page.getByText("Tone", { exact: true }).click();
  await page.getByText("Tone of Cumulus").waitFor();
  await page.waitForURL(/measure=sentiment/);
  await settled(page);
  const { body } = await boots.world.rest("POST", "/reports/brands", {
    ...{ ...now, branded: "exclude", dimensions: ["model_id"] },
  });
  const asked = body.data.filter(
    ({ brand, sentiment }: { brand: { name: string }; sentiment: number | null }) =>
      brand.name === "Cumulus" && sentiment !== null,
  );
  const rows = page.getByRole("table", { name: "By assistant" }).locator("tbody tr");
  assert.equal(await rows.count(), asked.length);
  // As in a language whose tone nobody is there to judge.
  await page.route("**/call/get_brand_report", async (route) => {
    const answer = await route.fetch();
    const report = await answer.json();
    for (const row of report.data)
      for (const period of [row, row.previous ?? {}]) period.sentiment = null;
    await route.fulfill({ response: answer, json: report });
  });
  await page.reload();
  const unknown = "Answers in these days name it, but its tone in them is not known.";
  await comesTo(() => page.getByText(unknown, { exact: true }).count(), 4);
  await page.unrouteAll({ behavior: "wait" });
  assert.deepEqual(problems, []);
});

test("two periods of any length are compared: chosen in the range's menu, and kept in the address", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, `?${days}`);
  await page
    .getByRole("button", { name: /\d{4}$/ })
    .first()
    .click();
  await page.getByRole("combobox", { name: "Days to compare with" }).click();
  await page.getByRole("option", { name: "Other earlier days" }).click();
  // A single day: its month is shown.
  const day = addDays(now.date_from, -1);
  const before = { compare_from: day, compare_to: day };
  const cell = page.getByRole("button", { name: dayjs(day).format("D MMMM YYYY") }).last();
  await cell.click();
  await cell.click();
  await page.waitForURL(new RegExp(`vs_to=${day}`));
  await page.keyboard.press("Escape");
  await page.getByText(`since ${dayjs(day).format("D MMM YYYY")}`).waitFor();
  const { body } = await boots.world.rest("POST", "/reports/changes", {
    ...{ ...now, ...before, branded: "exclude" },
  });
  await page.getByRole("link", { name: "Changes" }).click();
  await page.getByRole("heading", { name: "Changes", level: 1 }).waitFor();
  await settled(page);
  assert.match(page.url(), new RegExp(`vs_from=${day}`));
  const percent = (share: number) => `${(share * 100).toFixed(1)}\u00A0%`;
  await page
    .getByText(`${percent(body.visibility.before)} before, ${percent(body.visibility.now)} now`)
    .waitFor();
  // A page that is nothing without a comparison does not offer one with nothing.
  await page.getByRole("button", { name: `Against ${dayjs(day).format("D MMM YYYY")}` }).click();
  await page.getByRole("combobox", { name: "Days to compare with" }).click();
  await page.getByRole("option", { name: "The days just before" }).waitFor();
  assert.equal(await page.getByRole("option", { name: "Nothing" }).count(), 0);
  assert.deepEqual(problems, []);
});

test("a month of the calendar keeps its name on the button, and is compared with the month before", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, "");
  await page.getByRole("button", { name: "Last 30 days" }).click();
  // What is ready made is taken at once: only days of a calendar are done at some time.
  const done = page.getByRole("dialog").getByRole("button", { name: "Done" });
  assert.equal(await done.count(), 0);
  await page.locator(".today", { hasText: new RegExp(`^${dayjs().date()}$`) }).waitFor();
  await page.getByRole("button", { name: "Last month" }).click();
  const button = page.getByRole("button", { name: /^Last month, .* against / });
  await button.waitFor();
  const month = (back: number) => dayjs().subtract(back, "month");
  const before = `vs_from=${month(2).format("YYYY-MM-01")}&vs_to=${month(2).endOf("month").format("YYYY-MM-DD")}`;
  await page.waitForURL(new RegExp(before));
  await lookEachWay(page, "named-month");
  await button.click();
  const how = page.getByRole("combobox", { name: "Days to compare with" });
  assert.equal(await how.inputValue(), "The same days a month earlier");
  await how.click();
  await page.getByRole("option", { name: "The days just before" }).click();
  await page.getByRole("button", { name: /^Last month, .*\d$/ }).waitFor();
  assert.doesNotMatch(page.url(), /vs_from/);
  assert.deepEqual(problems, []);
});

test("days of both calendars leave the menu open, within the window, what one press says closes it, and the button tells them", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, `?${days}`);
  const button = page.getByRole("button", { name: /\d{4}$/ }).first();
  const menu = page.getByRole("dialog");
  const how = page.getByRole("combobox", { name: "Days to compare with" });
  const boxOf = async (one: Locator, name: string) => {
    const box = await one.boundingBox();
    assert(box && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0), name);
  };
  for (const view of [{ ...WIDE, height: 850 }, { ...WIDE, height: 640 }, NARROW]) {
    await showAs(page, view);
    await button.click();
    await how.click();
    await page.getByRole("option", { name: "Other earlier days" }).click();
    const later = menu.getByRole("button", { name: "Later, compared with" });
    // The head of the second calendar and its last day are seen without scrolling.
    await later.waitFor();
    for (const part of [menu, later, menu.locator("table").last(), menu.getByText("Done")])
      await boxOf(part, `${view.width} x ${view.height}`);
    await look(page, `range-menu-${view.height}`, { ...view, opened: "dialog" });
    await menu.getByRole("button", { name: "Done" }).click();
    await menu.waitFor({ state: "detached" });
  }
  await showAs(page, WIDE);
  const cell = (day: string) =>
    page.getByRole("button", { name: dayjs(day).format("D MMMM YYYY"), exact: true });
  await button.click();
  await cell(now.date_to).first().click();
  // Half a choice is not done.
  const half = menu.getByRole("button", { name: "Press the last day, too" });
  assert.equal(await half.isDisabled(), true);
  // Half a choice is gone with the menu.
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await button.click();
  assert.equal(await menu.getByRole("button", { name: "Done" }).isEnabled(), true);
  await cell(now.date_to).first().click();
  await cell(now.date_to).first().click();
  await half.waitFor({ state: "detached" });
  await page.waitForURL(new RegExp(`from=${now.date_to}&`));
  await how.click();
  await page.getByRole("option", { name: "Other earlier days" }).click();
  // The range again: the menu is not done, nor is its choice.
  const last = addDays(now.date_to, -1);
  await cell(last).first().click();
  await cell(last).first().click();
  await page.waitForURL(new RegExp(`from=${last}&`));
  assert.equal(await how.inputValue(), "Other earlier days");
  const day = addDays(last, -2);
  await cell(day).last().click();
  await half.waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await button.click();
  assert.equal(await menu.getByRole("button", { name: "Done" }).isEnabled(), true);
  await how.click();
  await page.getByRole("option", { name: "Other earlier days" }).click();
  await cell(day).last().click();
  await cell(day).last().click();
  await page.waitForURL(new RegExp(`vs_to=${day}`));
  await menu.getByRole("button", { name: "Done" }).click();
  await menu.waitFor({ state: "detached" });
  await page.getByRole("button", { name: `against ${dayjs(day).format("D MMM YYYY")}` }).waitFor();
  // A ready-made comparison closes as a ready-made range does.
  await button.click();
  await how.click();
  await page.getByRole("option", { name: "The days just before" }).click();
  await menu.waitFor({ state: "detached" });
  // A month of six weeks is seen whole on a phone, above what ends the choice.
  await open(page, "?from=2020-08-01&to=2020-08-31");
  await showAs(page, NARROW);
  await page.getByRole("button", { name: "1 Aug – 31 Aug 2020" }).click();
  const end = await cell("2020-08-31").boundingBox();
  const over = await menu.getByRole("button", { name: "Done" }).boundingBox();
  assert.ok(end && over && end.y + end.height <= over.y, JSON.stringify([end, over]));
  await page.keyboard.press("Escape");
  // Two ranges of days are longer than a phone is wide.
  await open(
    page,
    `?${days}&vs_from=${addDays(now.date_from, -20)}&vs_to=${addDays(now.date_from, -2)}`,
  );
  const compared = page.getByRole("button", { name: / against / });
  await compared.waitFor();
  await lookEachWay(page, "compared-days");
  const gapsIn = (one: Locator) =>
    one.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const { top, bottom, left, right } = one.getBoundingClientRect();
      const texts = lines.map((line) => [line.top - top, bottom - line.bottom, line.left - left]);
      return [...texts.flat(), ...lines.map((line) => right - line.right)];
    });
  for (const view of [NARROW, WIDE]) {
    await showAs(page, view);
    // Its words stay clear of its border, on however many lines.
    const gaps = await gapsIn(compared);
    assert.ok(Math.min(...gaps) >= 4, `${view.width}: ${gaps}`);
    // With both calendars, what says which days are compared is seen whole before anything is scrolled.
    await compared.click();
    await how.waitFor();
    await settled(page);
    const done = await menu.getByRole("button", { name: "Done" }).boundingBox();
    const field = menu.locator(".mantine-Select-root", { has: how });
    const [seen, box] = [await menu.boundingBox(), await field.boundingBox()];
    assert.ok(done && seen && box, "all are there");
    assert.ok(box.y >= seen.y && box.y + box.height <= done.y, `${view.width}: ${box.y}`);
    await field.getByText("Both periods are fixed now, on every page").waitFor();
    assert.deepEqual(await page.evaluate(OPENED_FAULTS), [], `${view.width}`);
    await look(page, "range-menu-compared", { ...view, opened: "dialog" });
    await menu.getByRole("button", { name: "Done" }).click();
    await menu.waitFor({ state: "detached" });
  }
  await open(page, "");
  for (const view of [NARROW, WIDE]) {
    await showAs(page, view);
    const gaps = await gapsIn(page.getByRole("button", { name: /^Last 30 days/ }));
    assert.ok(Math.min(...gaps) >= 4, `${view.width}: ${gaps}`);
  }
  assert.deepEqual(problems, []);
});

test("movers are up, down, new and lost: sites of the days before are lost, those of these days new", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, `/changes?${days}&view=movers&kind=domains`);
  const list = (title: string) =>
    page
      .locator(".panel", { has: page.getByRole("heading", { name: title, exact: true }) })
      .locator(".mover-name")
      .allInnerTexts();
  // Every day's answer of ChatGPT cites, in turn, a site of its own.
  const [fresh, lost] = [await list("New"), await list("Lost")];
  assert.ok(fresh.length > 0 && lost.length > 0);
  for (const [names, isNow] of [
    [fresh, true],
    [lost, false],
  ] as const) {
    for (const name of names) {
      const day = Number(/(\d+)\.example$/.exec(name)?.[1]);
      assert.match(name, /^(chatgpt|claude)\d+\.example$/);
      assert.equal(day >= DAYS / 2, isNow, name);
    }
  }
  await lookEachWay(page, "movers");
  // Why a site is cited more nobody knows; a brand's change opens why, and a prompt's what answers it.
  const opening = (path: string) => page.locator(`.mover-shares a[href*="${path}"] .opens`);
  assert.equal(await page.locator(".mover-shares .opens").count(), 0);
  await page.getByText("Brands", { exact: true }).last().click();
  await page.waitForURL(/kind=brands/);
  await opening("brand_id=brd_").first().waitFor();
  await page.getByText("Prompts", { exact: true }).last().click();
  await page.waitForURL(/kind=prompts/);
  await opening("/prompts/prm_").first().waitFor();
  await settled(page);
  await page.getByText("Brands", { exact: true }).last().click();
  await opening("brand_id=brd_").first().click();
  await page.getByRole("tab", { name: "Why", selected: true }).waitFor();
  assert.deepEqual(problems, []);
});

test("where one of the two periods has no answers, nothing is called new or lost", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const later = addDays(range.date_to, DAYS);
  for (const [from, to] of [
    [range.date_from, range.date_to],
    [addDays(range.date_to, 1), later],
  ]) {
    for (const kind of ["brands", "prompts", "domains", "pages"]) {
      await open(page, `/changes?from=${from}&to=${to}&view=movers&kind=${kind}`);
      assert.deepEqual(await page.locator(".mover-name").allInnerTexts(), [], `${from} ${kind}`);
      await page.getByText("Nothing to compare with").waitFor();
    }
  }
  await look(page, "movers-none", WIDE);
  assert.deepEqual(problems, []);
});

test("two brands are compared in figures, by assistant and topic, and by prompt", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, `/compare?${days}`);
  const table = page.getByRole("table", { name: "In all answers" });
  const heads = async () =>
    (await table.getByRole("columnheader").allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, " "),
    );
  const headsOf = (other: string) => [
    ...["Number", "Acme", other, `Difference Acme minus ${other}`, "More than chance?"],
  ];
  await comesTo(heads, headsOf("Borealis"));
  // Its files say which days a lead changed since.
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Save prompts of both as CSV/ }).click();
  const [columns = ""] = (await readSavedCsv(saving)).split("\r\n");
  assert.match(columns, /,lead_change,.*,date_from,date_to,compared_from,compared_to,/);
  // On a day on which more answers name another competitor, it stays; Acme is named in none.
  const quiet = addDays(now.date_from, 2);
  await page.evaluate(
    `history.replaceState(null, "", location.href.replaceAll(/(from|to)=[-0-9]+/g, "$1=${quiet}"))`,
  );
  await page.getByText("names Acme.").waitFor();
  await comesTo(heads, headsOf("Borealis"));
  await open(page, `/compare?${days}`);
  await page.getByRole("combobox", { name: "Compared with" }).click();
  await page.getByRole("option", { name: "Cumulus" }).click();
  await comesTo(heads, headsOf("Cumulus"));
  await page.getByText("the two numbers are of all answers").first().waitFor();
  const prompts = page.getByRole("table", { name: "By prompt" });
  assert.equal(await prompts.locator("tbody tr").count(), 2);
  await table
    .getByText(/ahead, more than chance|behind, more than chance|may be chance/)
    .first()
    .waitFor();
  const sentence = /is named (more|less) than|may be level|named equally often/;
  const said = await page.getByText(sentence).textContent();
  // What it says is the first row's difference.
  const visibility = table.getByRole("row", { name: /^Visibility/ });
  const difference = await visibility.getByRole("cell").nth(2).textContent();
  const verdict = await visibility.getByRole("cell").last().textContent();
  const pointsIn = (text: string | null) => text?.match(/[+−]?\d+\.\d\s*points/g)?.slice(0, 3);
  assert.equal(pointsIn(said)?.length, 3);
  // The difference and both ends of its interval, in one direction.
  assert.deepEqual(pointsIn(said), pointsIn(difference));
  await differencesAddUp(table);
  // A difference of positions has the digits of its interval, before and now alike.
  for (const one of [table, page.getByRole("table", { name: /^Since / })]) {
    const cells = one.getByRole("row", { name: /^Position/ }).getByRole("cell");
    const said = (await cells.allInnerTexts()).join(" ").match(/\d+\.\d+/g) ?? [];
    assert.ok(said.length > 2 && said.every((text) => /\.\d\d$/.test(text)), said.join());
  }
  assert.equal(/more than chance/.test(said ?? ""), /more than chance/.test(verdict ?? ""));
  // What is an interval is called so, beside a change or a difference in points.
  const cell = table
    .getByRole("row", { name: /^Visibility/ })
    .getByRole("cell")
    .first();
  assert.match((await cell.textContent()) ?? "", /^[\d.]+\s%interval [\d.]+\s% to [\d.]+\s%/);
  for (const name of ["Lead", "Gained or lost"])
    await prompts.getByRole("columnheader", { name, exact: true }).waitFor();
  // Why one lead is certain and another of as many answers is not stands in its hint, which keys reach, too.
  await pointAt(
    prompts.locator('tbody td[data-label="Lead"] [tabindex="0"]').first(),
    page.getByRole("tooltip").getByText(/interval .*is wider where an assistant/),
  );
  await lookEachWay(page, "compare");
  assert.deepEqual(await cellsOfMoreLines(page, 2), []);
  await showAs(page, NARROW);
  assert.deepEqual(await cellsOfMoreLines(page, 3), []);
  for (const cell of await table.locator("tbody td").all())
    assert.ok(((await cell.boundingBox())?.width ?? 0) > 280, "a cell is as wide as the page");
  await showAs(page, WIDE);
  const filtered = encodeURIComponent('["mdl_chatgpt"]');
  await open(page, `/compare?${days}&model=${filtered}`);
  await page.getByRole("heading", { name: "In answers with these filters" }).waitFor();
  assert.deepEqual(problems, []);
});

test("where two periods are compared each is seen, and changed by a button of its own", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, `/compare?${days}`);
  const show = (day: string) => dayjs(day).format("D MMM YYYY");
  const against = page.getByRole("button", { name: /^Against / });
  const before = (await against.textContent())?.replaceAll("\u00A0", " ");
  assert.ok(before?.endsWith(show(addDays(now.date_from, -1))), before);
  await against.click();
  const menu = page.getByRole("dialog");
  // It has what is compared with alone.
  await menu.getByRole("combobox", { name: "Days to compare with" }).click();
  assert.equal(await menu.getByRole("button", { name: "Last 7 days" }).count(), 0);
  await page.getByRole("option", { name: "Other earlier days" }).click();
  const day = addDays(now.date_from, -2);
  const cell = menu.getByRole("button", { name: dayjs(day).format("D MMMM YYYY"), exact: true });
  await cell.click();
  await menu.getByRole("button", { name: "Press the last day, too" }).waitFor();
  await cell.click();
  await page.waitForURL(new RegExp(`vs_to=${day}`));
  await menu.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: `Against ${show(day)}`, exact: true }).waitFor();
  await page.getByRole("button", { name: `– ${show(now.date_to)}` }).click();
  assert.equal(await menu.getByRole("combobox", { name: "Days to compare with" }).count(), 0);
  await menu.getByRole("button", { name: "Last 7 days" }).click();
  await page.getByRole("button", { name: "Last 7 days" }).waitFor();
  await against.click();
  await menu.getByRole("combobox", { name: "Days to compare with" }).click();
  await page.getByRole("option", { name: "Nothing" }).click();
  await page.getByRole("button", { name: "Against nothing" }).waitFor();
  await lookEachWay(page, "compare-two-periods");
  assert.deepEqual(problems, []);
});

/** The cells of a page's tables whose text takes more than so many lines. */
const cellsOfMoreLines = (page: Page, most: number): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("#content td")].flatMap((cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const ends = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (text.parentElement.closest(".mantine-VisuallyHidden-root")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      ends.push(...[...range.getClientRects()].map(({ bottom }) => bottom));
    }
    ends.sort((a, b) => a - b);
    const lines = ends.filter((end, at) => at === 0 || end - ends[at - 1] > 7).length;
    return lines > ${most} ? [lines + ": " + cell.innerText] : [];
  })`);

/** Of each row of Compare: what is shown as the difference is that of the two numbers shown beside it. */
async function differencesAddUp(table: Locator): Promise<void> {
  for (const row of await table.locator("tbody tr").all()) {
    const texts = await row.locator("td > span:first-child").allInnerTexts();
    const [one, other, difference] = texts.map((text) => text.replace("−", "-"));
    if (!one || !other || !difference || [one, other].includes("–")) continue;
    const digits = /\.(\d+)/.exec(one)?.[1]?.length ?? 0;
    assert.equal(
      (Number.parseFloat(one) - Number.parseFloat(other)).toFixed(digits).replace("-0.00", "0.00"),
      difference.replace(/^\+/, "").replace(/\s*points/, ""),
      texts.join(" / "),
    );
  }
}

test("a change that compares the same prompts alone says so beside the two numbers it does not fit", {
  skip,
}, async () => {
  const world = await makeWorld();
  await world.rest("POST", "/brands", { name: "Borealis" });
  const lines = Array.from({ length: 8 }, (_, day) =>
    Array.from({ length: day < 4 ? 6 : 7 }, (_, prompt) => ({
      captured_at: `2026-03-0${day + 1}T10:00:00Z`,
      ...{ prompt: `Which boots for walk ${prompt}?`, model: "ChatGPT" },
      // The last prompt is asked in the later days alone.
      answer: prompt === 6 || (day + prompt) % 3 === 0 ? "Acme." : "Borealis.",
    })),
  ).flat();
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const { body } = await world.rest("POST", "/chats/import", text);
  assert.equal(body.imported, lines.length);
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const later = { date_from: "2026-03-05", date_to: "2026-03-08" };
  const found = await world.rest("POST", "/reports/brands", {
    ...{ ...later, compare: "previous_period", branded: "exclude" },
  });
  const acme = found.body.data.find(({ brand }: { brand: { is_own: boolean } }) => brand.is_own);
  const pointsOf = (share: number) => `${(share * 100).toFixed(1)}\u00A0points`;
  const same = pointsOf(acme.change.visibility.value);
  const plain = pointsOf(acme.visibility - acme.previous.visibility);
  assert.notEqual(plain, same);
  await page.goto(
    `${server.origin}/projects/${world.project.id}/compare?from=${later.date_from}&to=${later.date_to}`,
  );
  await settled(page);
  const row = page.getByRole("table", { name: /^Since / }).getByRole("row", { name: /^Visib/ });
  const cells = row.getByRole("cell");
  for (const cell of await cells.all())
    assert.match((await cell.textContent()) ?? "", / → .* all answers.+ same prompts$/);
  await page.getByText("the two numbers are of all answers").first().waitFor();
  await lookEachWay(page, "compare-same-prompts");
  // A number that is the difference says nothing.
  const position = page.getByRole("row", { name: /^Position/ });
  assert.ok((await position.count()) > 0);
  assert.equal(await position.getByText("all answers").count(), 0);
  assert.deepEqual(problems, []);
});

test("brands that are named equally often are all named most", { skip }, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const day = addDays(range.date_from, 16);
  await open(page, `/prompts?from=${day}&to=${day}`);
  const row = page.getByRole("row", { name: /Which boots last longest/ });
  await row.getByText("Borealis and Cumulus 100\u00A0%").waitFor();
  await row.getByRole("link", { name: "Cumulus" }).click();
  await page.getByRole("heading", { name: "1 answer with these filters" }).waitFor();
  await page.getByText("Brand mentioned: Cumulus").waitFor();
  assert.deepEqual(problems, []);
});

test("against a period of a single day no change is shown, but why", { skip }, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const nearlyAll = `from=${addDays(range.date_from, 1)}&to=${range.date_to}`;
  await open(page, `?${nearlyAll}`);
  const figure = page.locator(".panel", { has: page.getByRole("heading", { name: "Visibility" }) });
  await figure.first().getByText("too few days to compare").waitFor();
  assert.equal(
    await figure
      .first()
      .getByText(/\d\spoints/)
      .count(),
    0,
  );
  await lookEachWay(page, "overview-few-days");
  await open(page, `/compare?${nearlyAll}`);
  const figures = page.getByRole("table", { name: /^Since / });
  await figures.getByText("too few days to compare").first().waitFor();
  assert.equal(await figures.getByText("→").count(), 0);
  await open(page, `/changes?${nearlyAll}`);
  await page.getByText("Not tested: too few days to compare.").waitFor();
  await page.getByRole("heading", { name: "What is more than chance" }).waitFor();
  for (const name of ["Visibility of Acme", "By assistant"]) {
    const panel = page.locator(".panel", { has: page.getByRole("heading", { name }) });
    assert.equal(await panel.getByText(/\d\spoints/).count(), 0, name);
  }
  assert.deepEqual(problems, []);
});

test("the list of prompts says which brand is named most, and what changed", { skip }, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, `/prompts?${days}`);
  const row = page.getByRole("row", { name: /Which boots are waterproof/ });
  await row.getByText("Cumulus").waitFor();
  await row.getByText("imported", { exact: true }).waitFor();
  const heads = await page.getByRole("columnheader").allInnerTexts();
  for (const name of ["Change", "Most named"]) assert.ok(heads.includes(name), heads.join());
  await row
    .getByText(/points|no change/)
    .first()
    .waitFor();
  assert.deepEqual(problems, []);
});

test("a prompt's change has one verdict, that of its part of the change, wherever it is shown", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const { body } = await boots.world.rest("POST", "/reports/changes", {
    ...{ ...now, branded: "exclude", all_parts: true },
  });
  const { data } = await boots.world.rest("GET", "/prompts").then((found) => found.body);
  const prompt = data.find(({ text }: { text: string }) => text === "Which boots last longest?");
  const part = body.data.find(({ prompt_id }: { prompt_id?: string }) => prompt_id === prompt.id);
  assert.equal(part.significant, false);
  // While their texts are on their way, no prompt is called by its id.
  const gate = Promise.withResolvers<void>();
  await page.route("**/list_prompts", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${boots.server.origin}/projects/${boots.world.project.id}/changes?${days}`);
  const parts = page.getByRole("table", { name: "By prompt" });
  await parts.getByText("…").first().waitFor();
  assert.equal(await parts.getByText("prm_").count(), 0);
  // Nor is it saved by it.
  const saving = page.getByRole("button", { name: /^Save .* By prompt as CSV/ });
  assert.equal(await saving.isDisabled(), true);
  gate.resolve();
  await parts.getByText("Which boots last longest?").waitFor();
  await parts.getByText("…").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Save .* By prompt as CSV/, disabled: false }).waitFor();
  await page.unrouteAll({ behavior: "wait" });
  const shown = `+${((part.now - part.before) * 100).toFixed(1)}\u00A0points may be chance`;
  for (const path of ["/changes?view=movers&kind=prompts&", "/prompts?"]) {
    await open(page, `${path}${days}`);
    await page.getByText(shown, { exact: true }).waitFor();
    assert.equal(await page.getByText("not tested").count(), 0, path);
  }
  await open(page, `/prompts/${prompt.id}?${days}`);
  await page.getByRole("row", { name: /Acme/ }).getByText(shown, { exact: true }).waitFor();
  await page.getByText("Only the change of Acme is tested here").waitFor();
  assert.equal(await page.getByText("not tested").count(), 0);
  await lookEachWay(page, "prompt-compared");
  // Of another number nothing is tested: that is said once, not in each row.
  await open(page, `/changes?measure=position&${days}`);
  await page.getByText("None of these changes is tested").first().waitFor();
  assert.equal(await page.getByText("not tested").count(), 0);
  assert.deepEqual(problems, []);
});

test("what is still cited is not lost, however many are cited more", { skip }, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  // As if a thousand others were cited by more answers now.
  await page.route(/call\/get_(domain|url)_report/, async (route) => {
    const { compare, filters } = route.request().postDataJSON();
    if (!compare || filters.some(({ field }: { field: string }) => /^(domain|url)$/.test(field)))
      return route.continue();
    const answer = await route.fetch();
    const report = await answer.json();
    report.data = report.data.filter(({ domain }: { domain: string }) => !/^gap/.test(domain));
    report.total_count = 1_040;
    return route.fulfill({ response: answer, json: report });
  });
  for (const kind of ["domains", "pages"]) {
    await open(page, `/changes?${days}&view=movers&kind=${kind}`);
    const lost = page.locator(".panel", {
      has: page.getByRole("heading", { name: "Lost", exact: true }),
    });
    await lost.locator(".mover-name").first().waitFor();
    const names = await lost.locator(".mover-name").allInnerTexts();
    assert.deepEqual(
      names.filter((name) => !/^(chatgpt|claude)\d+\.example/.test(name)),
      [],
      kind,
    );
  }
  assert.deepEqual(problems, []);
});

test("movers of a kind are of that kind alone, also while the next kind is asked for", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await open(page, `/changes?view=movers&kind=brands&compare=false&${days}`);
  await page.locator(".mover-name").first().waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(/get_brand_report/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByText("Prompts", { exact: true }).last().click();
  await page.getByText("The share of each prompt's answers").waitFor();
  assert.deepEqual(await page.locator(".mover-name").allInnerTexts(), []);
  held.resolve();
  await page.locator(".mover-name").getByText("Which boots last longest?").waitFor();
  assert.deepEqual(problems, []);
});
